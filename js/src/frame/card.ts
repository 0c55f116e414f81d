// Cards above the page: all gestures and keys, or what a figure or a panel is.

import { isPrintable, KEYS, keepKeys, POINTER, type Row } from '../cursor/keys.ts';
import { button } from '../layer/part.ts';
import { HELPS } from '../words/helps.ts';

/** Pixels between the card and the rim of the window. */
const RIM = 8;
const CARD = 'cc-gestures';

/** Show the card of all gestures in the explorer in which this element is, or close it. */
export function toggleHelp(source: Element): void {
  toggle(source, 'Gestures and keys', () => [list('Mouse and touch', POINTER), list('Keys', KEYS)]);
}

/** A button that tells what a figure or a panel is. */
export function explainer(name = ''): HTMLButtonElement {
  const made = button('cc-explain', '?');
  made.addEventListener('click', () => {
    const about = made.dataset.about ?? '';
    toggle(made, HELPS[about]?.title ?? '', () => [told(about)]);
  });
  keepKeys(made);
  explain(made, name);
  return made;
}

/** Let the button tell of something else. */
export function explain(made: HTMLButtonElement, name: string): void {
  const words = `What this is: ${HELPS[name]?.title ?? ''}`;
  made.dataset.about = name;
  made.title = words;
  made.setAttribute('aria-label', words);
}

function toggle(source: Element, title: string, make: () => HTMLElement[]): void {
  const root = source.closest('.cc-explorer') ?? source.parentElement;
  const shown = root?.querySelector<HTMLElement>(`.${CARD}`);
  shown?.dispatchEvent(new Event('cc:close'));
  if (root && shown?.getAttribute('aria-label') !== title) new Card(root, source, title, make());
}

/** Lies above everything, also where the explorer is cut off; the keys go to it until it closes. */
class Card {
  readonly #el = document.createElement('div');
  readonly #listens = new AbortController();
  readonly #source: Element;
  readonly #before: HTMLElement | SVGElement;

  constructor(root: Element, source: Element, title: string, parts: HTMLElement[]) {
    this.#source = source;
    const { activeElement } = document;
    this.#before = (root.contains(activeElement) ? activeElement : source) as HTMLElement;
    this.#el.className = CARD;
    this.#el.popover = 'manual';
    this.#el.tabIndex = -1;
    this.#el.setAttribute('role', 'dialog');
    this.#el.setAttribute('aria-label', title);
    this.#el.append(...parts, this.#button());
    root.append(this.#el);
    this.#el.showPopover();
    this.#place(root);
    this.#el.focus({ preventScroll: true });
    this.#listen();
  }

  #button(): HTMLButtonElement {
    const made = button('cc-gestures-close', '×');
    made.setAttribute('aria-label', 'Close');
    made.addEventListener('click', () => this.#close());
    return made;
  }

  #listen(): void {
    this.#el.addEventListener('cc:close', () => this.#close());
    this.#el.addEventListener('keydown', (event) => {
      const isEnd = event.key === 'Escape' || event.key === '?';
      if (!isEnd && !isPrintable(event) && event.key !== 'Enter') return;
      event.stopPropagation();
      if (!isEnd) return;
      event.preventDefault();
      this.#close();
    });
    const { signal } = this.#listens;
    const leave = (to: EventTarget | null) => {
      if (to instanceof Node && !this.#belongs(to)) this.#remove();
    };
    document.addEventListener('pointerdown', ({ target }) => leave(target), {
      capture: true,
      signal,
    });
    this.#el.addEventListener('focusout', ({ relatedTarget }) => leave(relatedTarget));
  }

  /** A button that has opened the card closes it by itself. */
  #belongs(node: Node): boolean {
    const isButton = this.#source instanceof HTMLButtonElement && this.#source.contains(node);
    return isButton || this.#el.contains(node);
  }

  /** In the middle of what is seen of the explorer. */
  #place(root: Element): void {
    const { left, right, top, bottom } = root.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.#el;
    const seen = { top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
    const x = Math.min((left + right - width) / 2, innerWidth - width - RIM);
    const y = Math.min((seen.top + seen.bottom - height) / 2, innerHeight - height - RIM);
    Object.assign(this.#el.style, { left: `${Math.max(RIM, x)}px`, top: `${Math.max(RIM, y)}px` });
  }

  #close(): void {
    this.#before.focus({ preventScroll: true });
    this.#remove();
  }

  #remove(): void {
    this.#listens.abort();
    this.#el.remove();
  }
}

function list(title: string, rows: readonly Row[]): HTMLElement {
  const table = document.createElement('dl');
  for (const { keys, does } of rows) table.append(withText('dt', keys), withText('dd', does));
  const section = document.createElement('section');
  section.append(withText('h4', title), table);
  return section;
}

function told(name: string): HTMLElement {
  const section = document.createElement('section');
  const help = HELPS[name];
  if (!help) return section;
  const formulas = help.formulas.split('\n').map((line) => withText('p', line, 'cc-formula'));
  section.className = 'cc-told';
  section.append(withText('h4', help.title), withText('p', help.words), ...formulas);
  if (help.assumes) section.append(withText('p', help.assumes));
  return section;
}

function withText(kind: 'h4' | 'p' | 'dt' | 'dd', words: string, name = ''): HTMLElement {
  const made = document.createElement(kind);
  made.className = name;
  made.textContent = words;
  return made;
}
