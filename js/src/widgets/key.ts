// Key to the line styles of the figures.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { svg } from '../layer/part.ts';
import { changeEvents } from '../wire/state.ts';
import { type KeyEntry, keyEntries, type StrokeKind } from '../words/figures.ts';
import { coalesce, LinkedModel, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';

const KEY_EVENTS = changeEvents(
  'show_hull',
  'show_lines',
  'show_bands',
  'show_expected',
  'show_answer',
  'show_roc',
  'show_cost',
  'names',
  'hidden',
  'bands',
  'box',
  'level',
  'pc',
  'pc_range',
  'in_use',
  'groups',
  'criterion',
  'folded',
  'conditions',
);

export class KeyModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...widgetIdentity('Key') };
  }
}

/** Key that explains each visible kind of line, by figure. */
export class KeyView extends DOMWidgetView {
  #shownJson = '';

  override render(): void {
    super.render();
    this.el.classList.add('cc-key-line');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'What the strokes mean');
    this.listenTo(
      this.#duality,
      KEY_EVENTS,
      coalesce(() => this.#fill()),
    );
    this.#fill();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  #fill(): void {
    const entries = keyEntries(this.#duality.attributes as Parameters<typeof keyEntries>[0]);
    const json = JSON.stringify(entries);
    if (json === this.#shownJson) return;
    this.#shownJson = json;
    this.el.replaceChildren(...PLACES.flatMap((place) => groupElement(place, entries)));
  }
}

const TITLES = { both: 'Both', roc: 'ROC', cost: 'Cost' } as const;
const PLACES = ['both', 'roc', 'cost'] as const;

/** Return the key entries of one figure, or of both. */
function groupElement(place: KeyEntry['place'], entries: KeyEntry[]): HTMLElement[] {
  const ofPlace = entries.filter((entry) => entry.place === place);
  if (ofPlace.length === 0) return [];
  const group = document.createElement('div');
  const title = document.createElement('b');
  const list = document.createElement('div');
  group.className = 'cc-key-group';
  title.textContent = `${TITLES[place]}:`;
  title.setAttribute('aria-hidden', 'true');
  list.setAttribute('role', 'list');
  list.setAttribute('aria-label', TITLES[place]);
  list.append(...ofPlace.map(entryElement));
  group.append(title, list);
  return [group];
}

function entryElement({ kind, words }: KeyEntry): HTMLElement {
  const entry = document.createElement('span');
  entry.className = 'cc-key-entry';
  entry.setAttribute('role', 'listitem');
  const sample = svg('svg', {
    class: `cc-sample ${KEY_SAMPLES[kind].look}`,
    viewBox: '0 0 26 12',
    'aria-hidden': 'true',
  });
  sample.append(...KEY_SAMPLES[kind].draw());
  entry.append(sample, words);
  return entry;
}

const stroke = () => [svg('path', { d: 'M1,6H25' })];
const area = () => [svg('rect', { x: 1, y: 1, width: 24, height: 10 })];

/** Samples by kind: CSS class and shapes. */
const KEY_SAMPLES: Record<StrokeKind, { look: string; draw: () => SVGElement[] }> = {
  line: { look: 'cc-sample-line', draw: stroke },
  best: { look: 'cc-sample-best', draw: stroke },
  rule: { look: 'cc-sample-rule', draw: stroke },
  limit: { look: 'cc-sample-limit', draw: stroke },
  band: { look: 'cc-sample-band', draw: area },
  rates: { look: 'cc-sample-rates', draw: area },
  expected: { look: 'cc-sample-expected', draw: stroke },
  spread: { look: 'cc-sample-spread', draw: area },
  range: {
    look: 'cc-sample-range',
    draw: () => [
      svg('rect', { x: 4, y: 0, width: 18, height: 12 }),
      svg('path', { d: 'M4,0V12M22,0V12' }),
    ],
  },
  operating: { look: 'cc-sample-operating', draw: () => [svg('path', { d: 'M13,0V12' })] },
  equal: { look: 'cc-sample-operating', draw: () => [svg('path', { d: 'M5,12L21,0' })] },
  ring: {
    look: 'cc-sample-ring',
    draw: () => [svg('path', { d: 'M1,4L25,8' }), svg('circle', { cx: 13, cy: 6, r: 4.2 })],
  },
  group: { look: 'cc-sample-group', draw: () => [svg('circle', { cx: 13, cy: 6, r: 4.2 })] },
  'in-use': { look: 'cc-sample-in-use', draw: () => [svg('path', { d: 'M9,2L17,10M17,2L9,10' })] },
};
