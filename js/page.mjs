// The one-file page: the modules that widgets need, and the explorers that are saved in it.

import '@lumino/widgets/style/index.css';
import '@jupyter-widgets/controls/css/widgets-base.css';
import './style/page.css';
import * as base from '@jupyter-widgets/base';
import { MessageLoop } from '@lumino/messaging';
import { Widget } from '@lumino/widgets';
import * as controls from './controls.mjs';
import { SavedManager, savedOf } from './lib/saved/manager.js';

// Now, as no script runs before this one: the words for pages without scripts never show up.
document.documentElement.classList.add('cc-scripted');

/** What bundles have brought that stand in the page as they are. */
const brought = {};

/** What a bundle calls in the place of a loader's function: all that it asks for is one module. */
globalThis.ccWidgets = {
  defineAs: (name) => (_asked, make) => {
    brought[name] = make(base);
  },
};

const modules = {
  '@jupyter-widgets/base': async () => base,
  '@jupyter-widgets/controls': async () => controls,
  bqplot: async () => brought.bqplot,
  // bqplot's file has a copy of the scales, and knows no others.
  bqscales: async () => brought.bqplot,
  cc_widgets: async () => brought.cc_widgets,
};

document.addEventListener('DOMContentLoaded', () => {
  followTheme();
  for (const script of document.querySelectorAll('script[data-cc-widgets]')) show(script);
});

/** Show the explorer that is saved in a script, in the place of that script. */
async function show(script) {
  const host = document.createElement('div');
  script.after(host);
  // In a notebook what stands around it gives paragraphs and tables the look of a text.
  script.closest('.jp-RenderedHTMLCommon')?.classList.remove('jp-RenderedHTMLCommon');
  try {
    const manager = new SavedManager(savedOf(JSON.parse(script.textContent)), modules, {
      isAlone: true,
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

/** A page of our own is light or dark as its reader likes it. */
function followTheme() {
  if (!document.body.classList.contains('cc-page')) return;
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    document.body.dataset.jpThemeLight = String(!dark.matches);
  };
  dark.addEventListener('change', follow);
  follow();
}
