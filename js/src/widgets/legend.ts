// The chips that name the classifiers.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeys } from '../cursor/keys.ts';
import { dotsOf } from '../geometry/labels.ts';
import { type Sample, setAll, svg, swatch } from '../layer/part.ts';
import { changes } from '../wire/state.ts';
import { LinkedModel, ours, together } from './base.ts';
import type { DualityModel } from './duality.ts';

const NAMED = changes('names', 'looks', 'points', 'hull', 'hidden');

interface Entry extends Sample {
  name: string;
}

export class LegendModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...ours('Legend') };
  }
}

/**
 * One chip per classifier: colour, dash, marker and name.
 *
 * A click hides or shows its classifier, a double click or one with Alt shows no other.
 */
export class LegendView extends DOMWidgetView {
  /** What stands on each chip. */
  readonly #shown: string[] = [];

  override render(): void {
    super.render();
    this.el.classList.add('cc-legend');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'Classifiers shown');
    keepKeys(this.el);
    this.listenTo(
      this.#duality,
      NAMED,
      together(() => this.#fill()),
    );
    this.listenTo(this.#duality, changes('hidden'), () => this.#mark());
    this.#fill();
    this.#mark();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  #fill(): void {
    const entries = entriesOf(this.#duality);
    // A chip that is there stays: somebody may be about to press it once more.
    while (this.el.children.length > entries.length) this.el.lastElementChild?.remove();
    this.#shown.length = Math.min(this.#shown.length, entries.length);
    const count = this.el.children.length;
    entries.forEach((entry, position) => {
      if (position >= count) this.el.append(this.#chip(position));
      const said = JSON.stringify(entry);
      if (said === this.#shown[position]) return;
      this.#shown[position] = said;
      describe(this.el.children[position] as HTMLElement, entry);
    });
    if (entries.length > count) this.#mark();
  }

  #chip(position: number): HTMLElement {
    const chip = document.createElement('button');
    chip.type = 'button';
    chip.className = 'cc-chip';
    chip.dataset.owner = String(position);
    const name = document.createElement('span');
    name.className = 'cc-chip-name';
    chip.append(eye(), document.createElement('i'), name);
    chip.addEventListener('click', ({ altKey }) => {
      if (altKey) this.#duality.showOnly(position);
      else this.#duality.toggleHidden(position);
    });
    chip.addEventListener('dblclick', ({ altKey }) => {
      if (!altKey) this.#duality.showOnly(position);
    });
    // Browsers make no click of this.
    chip.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter' || !event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      this.#duality.showOnly(position);
    });
    for (const event of ['pointerenter', 'focus']) {
      chip.addEventListener(event, () => this.#point(position));
    }
    for (const event of ['pointerleave', 'blur']) {
      chip.addEventListener(event, () => this.#point(null));
    }
    return chip;
  }

  #point(position: number | null): void {
    this.#duality.pointed = position;
  }

  #mark(): void {
    const hidden = this.#duality.get('hidden') ?? [];
    [...this.el.children].forEach((chip, position) => {
      setAll(chip, { 'aria-pressed': !hidden.includes(position) });
    });
  }
}

/** How each classifier looks; without a marker if it is visible and no point of it has one. */
function entriesOf(duality: DualityModel): Entry[] {
  const { scene } = duality;
  const looks = duality.get('looks');
  return duality.get('names').flatMap((name, owner): Entry[] => {
    const look = looks[owner];
    const isMarked = !scene.own.has(owner) || dotsOf(scene, owner).length > 0;
    return look ? [{ ...look, name, marker: isMarked ? look.marker : '' }] : [];
  });
}

/** A name is text, never markup. */
function describe(chip: HTMLElement, entry: Entry): void {
  chip.title = `${entry.name}: click to hide or show, double-click to show no other`;
  chip.children[1]?.replaceWith(swatch(entry));
  (chip.lastElementChild as HTMLElement).textContent = entry.name;
}

/** An eye, open or struck out as the style has it. */
function eye(): SVGSVGElement {
  const root = svg('svg', { class: 'cc-chip-eye', viewBox: '0 0 16 12', 'aria-hidden': 'true' });
  root.append(
    svg('path', { d: 'M1,6C4,1 12,1 15,6C12,11 4,11 1,6Z' }),
    svg('circle', { cx: 8, cy: 6, r: 2 }),
    svg('path', { class: 'cc-chip-stroke', d: 'M2,11L14,1' }),
  );
  return root;
}
