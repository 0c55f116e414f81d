// How JupyterLab finds the widgets.

import { IJupyterWidgetRegistry } from '@jupyter-widgets/base';
import type { IPlugin } from '@lumino/application';
import { MODULE_NAME, MODULE_VERSION } from './widgets/base.ts';

const plugin: IPlugin<unknown, void> = {
  id: `${MODULE_NAME}:plugin`,
  description: 'Registers the widgets of cc_widgets.',
  autoStart: true,
  requires: [IJupyterWidgetRegistry],
  activate: (_app: unknown, registry: IJupyterWidgetRegistry): void => {
    registry.registerWidget({
      name: MODULE_NAME,
      version: MODULE_VERSION,
      exports: async () => ({ ...(await import('./index.ts')) }),
    });
  },
};

export default plugin;
