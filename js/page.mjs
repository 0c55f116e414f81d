// Runtime of a standalone page: modules of the widgets, and display of the saved explorers.

import '@lumino/widgets/style/index.css';
import '@jupyter-widgets/controls/css/widgets-base.css';
import './style/page.css';
import * as base from '@jupyter-widgets/base';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import * as controls from './controls.mjs';
import { readSaved, SavedManager } from './lib/saved/manager.js';

// First of all, so that the message for pages without scripts never appears.
document.documentElement.classList.add('cc-scripted');

/** Modules defined by the bundles in the page. */
const modulesByName = {};

/** Replacement for an AMD loader; the bundles depend only on the base module. */
globalThis.ccWidgets = {
  defineAs: (name) => (_dependencies, factory) => {
    modulesByName[name] = factory(base);
  },
};

const modules = {
  '@jupyter-widgets/base': async () => base,
  '@jupyter-widgets/controls': async () => controls,
  bqplot: async () => modulesByName.bqplot,
  // bqplot's bundle contains its own copy of the scales.
  bqscales: async () => modulesByName.bqplot,
  cc_widgets: async () => modulesByName.cc_widgets,
};

document.addEventListener('DOMContentLoaded', () => {
  followTheme();
  for (const script of document.querySelectorAll('script[data-cc-widgets]')) show(script);
});

/** Show the explorer saved in a script element after that element. */
async function show(script) {
  const host = document.createElement('div');
  script.after(host);
  // In converted notebooks this class would style paragraphs and tables as prose.
  script.closest('.jp-RenderedHTMLCommon')?.classList.remove('jp-RenderedHTMLCommon');
  try {
    const manager = new SavedManager(readSaved(JSON.parse(script.textContent)), modules, {
      isStandalone: true,
    });
    const { luminoWidget } = await manager.create_view(await manager.root);
    Widget.attach(luminoWidget, host);
    window.addEventListener('resize', () => {
      MessageLoop.postMessage(luminoWidget, Widget.ResizeMessage.UnknownSize);
    });
  } catch (error) {
    host.textContent = `This cannot be shown. ${error.message}`;
  }
}

/** Follow the color scheme of the system on standalone pages. */
function followTheme() {
  if (!document.body.classList.contains('cc-page')) return;
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    document.body.dataset.jpThemeLight = String(!dark.matches);
  };
  dark.addEventListener('change', follow);
  follow();
}
