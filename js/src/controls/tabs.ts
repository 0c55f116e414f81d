import { keepKeys } from '../cursor/keys.ts';

let tabsMade = 0;

/** Where an arrow, Home or End leads from one of several tabs; null for other keys. */
export function nextTab(key: string, from: number, count: number): number | null {
  if (key === 'ArrowRight') return (from + 1) % count;
  if (key === 'ArrowLeft') return (from + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** A row of headings: arrows walk along it, Enter or a click chooses. */
export class Tabs {
  readonly el = document.createElement('div');
  readonly #tabs: HTMLButtonElement[];

  constructor(titles: string[], choose: (position: number) => void) {
    this.el.className = 'cc-tabs';
    this.el.setAttribute('role', 'tablist');
    this.el.setAttribute('aria-label', 'Controls');
    this.#tabs = titles.map((title) => tab(title));
    this.#tabs.forEach((one, position) => {
      one.addEventListener('click', () => choose(position));
    });
    this.el.append(...this.#tabs);
    this.el.addEventListener('keydown', (event) => this.#walk(event));
    keepKeys(this.el);
  }

  idOf(position: number): string {
    return this.#tabs[position]?.id ?? '';
  }

  mark(selected: number): void {
    this.#tabs.forEach((one, position) => {
      one.setAttribute('aria-selected', String(position === selected));
      one.tabIndex = position === selected ? 0 : -1;
    });
  }

  #walk(event: KeyboardEvent): void {
    const from = this.#tabs.indexOf(event.target as HTMLButtonElement);
    const to = nextTab(event.key, from, this.#tabs.length);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    this.#tabs[to]?.focus();
  }
}

function tab(title: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'cc-tab';
  made.id = `cc-tab-${tabsMade++}`;
  made.setAttribute('role', 'tab');
  made.textContent = title;
  return made;
}
