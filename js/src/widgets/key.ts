// What each kind of stroke in the figures means.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { svg } from '../layer/part.ts';
import { changes } from '../wire/state.ts';
import { type Entry, entriesOf, type Kind } from '../words/figures.ts';
import { LinkedModel, ours, together } from './base.ts';
import type { DualityModel } from './duality.ts';

const TOLD = changes(
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
    return { ...super.defaults(), ...ours('Key') };
  }
}

/** Names every kind of stroke that is to be seen, by figures. */
export class KeyView extends DOMWidgetView {
  #said = '';

  override render(): void {
    super.render();
    this.el.classList.add('cc-key-line');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'What the strokes mean');
    this.listenTo(
      this.#duality,
      TOLD,
      together(() => this.#fill()),
    );
    this.#fill();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  #fill(): void {
    const entries = entriesOf(this.#duality.attributes as Parameters<typeof entriesOf>[0]);
    const said = JSON.stringify(entries);
    if (said === this.#said) return;
    this.#said = said;
    this.el.replaceChildren(...PLACES.flatMap((place) => groupOf(place, entries)));
  }
}

const TITLES = { both: 'Both', roc: 'ROC', cost: 'Cost' } as const;
const PLACES = ['both', 'roc', 'cost'] as const;

/** The strokes of one figure, or those that both have. */
function groupOf(place: Entry['place'], entries: Entry[]): HTMLElement[] {
  const mine = entries.filter((one) => one.place === place);
  if (mine.length === 0) return [];
  const group = document.createElement('div');
  const title = document.createElement('b');
  const list = document.createElement('div');
  group.className = 'cc-key-group';
  title.textContent = `${TITLES[place]}:`;
  title.setAttribute('aria-hidden', 'true');
  list.setAttribute('role', 'list');
  list.setAttribute('aria-label', TITLES[place]);
  list.append(...mine.map(entryOf));
  group.append(title, list);
  return [group];
}

function entryOf({ kind, words }: Entry): HTMLElement {
  const entry = document.createElement('span');
  entry.className = 'cc-key-entry';
  entry.setAttribute('role', 'listitem');
  const sample = svg('svg', {
    class: `cc-sample ${SAMPLES[kind].look}`,
    viewBox: '0 0 26 12',
    'aria-hidden': 'true',
  });
  sample.append(...SAMPLES[kind].draw());
  entry.append(sample, words);
  return entry;
}

const stroke = () => [svg('path', { d: 'M1,6H25' })];
const area = () => [svg('rect', { x: 1, y: 1, width: 24, height: 10 })];

/** A sample of each kind: its look, and what is drawn in it. */
const SAMPLES: Record<Kind, { look: string; draw: () => SVGElement[] }> = {
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
