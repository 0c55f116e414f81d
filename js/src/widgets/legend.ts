// Legend of the classifiers.

import { DOMWidgetView } from '@jupyter-widgets/base';
import { keepKeysFromNotebook } from '../cursor/keys.ts';
import { dotsOf } from '../geometry/labels.ts';
import { type SwatchLook, setAttributes, svg, swatch } from '../layer/part.ts';
import { changeEvents } from '../wire/state.ts';
import { coalesce, LinkedModel, widgetIdentity } from './base.ts';
import type { DualityModel } from './duality.ts';

const CHIP_EVENTS = changeEvents('names', 'looks', 'points', 'hull', 'hidden');

interface ChipLook extends SwatchLook {
  name: string;
}

export class LegendModel extends LinkedModel {
  override defaults() {
    return { ...super.defaults(), ...widgetIdentity('Legend') };
  }
}

/**
 * One entry per classifier: color, dash pattern, marker and name.
 *
 * A click toggles the classifier; a double click or Alt + click shows it alone.
 */
export class LegendView extends DOMWidgetView {
  /** Content of each entry as JSON. */
  readonly #shownJson: string[] = [];

  override render(): void {
    super.render();
    this.el.classList.add('cc-legend');
    this.el.setAttribute('role', 'group');
    this.el.setAttribute('aria-label', 'Classifiers shown');
    keepKeysFromNotebook(this.el);
    this.listenTo(
      this.#duality,
      CHIP_EVENTS,
      coalesce(() => this.#fill()),
    );
    this.listenTo(this.#duality, changeEvents('hidden'), () => this.#mark());
    this.#fill();
    this.#mark();
  }

  get #duality(): DualityModel {
    return this.model.get('duality');
  }

  #fill(): void {
    const entries = chipLooks(this.#duality);
    // Keep existing entries, because the user may be about to click one.
    while (this.el.children.length > entries.length) this.el.lastElementChild?.remove();
    this.#shownJson.length = Math.min(this.#shownJson.length, entries.length);
    const count = this.el.children.length;
    entries.forEach((entry, position) => {
      if (position >= count) this.el.append(this.#chip(position));
      const json = JSON.stringify(entry);
      if (json === this.#shownJson[position]) return;
      this.#shownJson[position] = json;
      updateChip(this.el.children[position] as HTMLElement, entry);
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
    chip.append(eyeIcon(), document.createElement('i'), name);
    chip.addEventListener('click', ({ altKey }) => {
      if (altKey) this.#duality.showOnly(position);
      else this.#duality.toggleHidden(position);
    });
    chip.addEventListener('dblclick', ({ altKey }) => {
      if (!altKey) this.#duality.showOnly(position);
    });
    // Browsers trigger no click for Alt + Enter.
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
    this.#duality.pointedClassifier = position;
  }

  #mark(): void {
    const hidden = this.#duality.get('hidden') ?? [];
    [...this.el.children].forEach((chip, position) => {
      setAttributes(chip, { 'aria-pressed': !hidden.includes(position) });
    });
  }
}

/** Return the appearance of each classifier; no marker if none of its points has one. */
function chipLooks(duality: DualityModel): ChipLook[] {
  const { scene } = duality;
  const looks = duality.get('looks');
  return duality.get('names').flatMap((name, owner): ChipLook[] => {
    const look = looks[owner];
    const isMarked = !scene.own.has(owner) || dotsOf(scene, owner).length > 0;
    return look ? [{ ...look, name, marker: isMarked ? look.marker : '' }] : [];
  });
}

/** Update a legend entry; names are text, never markup. */
function updateChip(chip: HTMLElement, entry: ChipLook): void {
  chip.title = `${entry.name}: click to hide or show, double-click to show no other`;
  chip.children[1]?.replaceWith(swatch(entry));
  (chip.lastElementChild as HTMLElement).textContent = entry.name;
}

/** Return an eye icon; the style sheet strikes it out. */
function eyeIcon(): SVGSVGElement {
  const root = svg('svg', { class: 'cc-chip-eye', viewBox: '0 0 16 12', 'aria-hidden': 'true' });
  root.append(
    svg('path', { d: 'M1,6C4,1 12,1 15,6C12,11 4,11 1,6Z' }),
    svg('circle', { cx: 8, cy: 6, r: 2 }),
    svg('path', { class: 'cc-chip-stroke', d: 'M2,11L14,1' }),
  );
  return root;
}
