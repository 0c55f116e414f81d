// JupyterLab plugin that registers the widgets.

import { IJupyterWidgetRegistry } from '@jupyter-widgets/base';
import type { IPlugin } from '@lumino/application';
import { type Commands, useCommands } from './saved/running.ts';
import { MODULE_NAME, MODULE_VERSION } from './widgets/base.ts';

const plugin: IPlugin<{ readonly commands: Commands }, void> = {
  id: `${MODULE_NAME}:plugin`,
  description: 'Registers the widgets of cc_widgets.',
  autoStart: true,
  requires: [IJupyterWidgetRegistry],
  activate: ({ commands }, registry: IJupyterWidgetRegistry): void => {
    useCommands(commands);
    registry.registerWidget({
      name: MODULE_NAME,
      version: MODULE_VERSION,
      exports: async () => ({ ...(await import('./index.ts')) }),
    });
  },
};

export default plugin;
