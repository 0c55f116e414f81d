// The card that shows all gestures and keys.

import { isPrintable, KEYS, POINTER, type Row } from './keys.ts';

/** Pixels between the card and the rim of the window. */
const RIM = 8;

/** Show the card of the explorer in which this element is, or close it. */
export function toggleHelp(source: Element): void {
  const root = source.closest('.cc-explorer') ?? source.parentElement;
  const shown = root?.querySelector<HTMLElement>('.cc-gestures');
  if (shown) shown.dispatchEvent(new Event('cc:close'));
  else if (root) new Help(root, source);
}

/** Lies above everything, also where the explorer is cut off; the keys go to it until it closes. */
class Help {
  readonly #el = document.createElement('div');
  readonly #listens = new AbortController();
  readonly #source: Element;
  readonly #before: HTMLElement | SVGElement;

  constructor(root: Element, source: Element) {
    this.#source = source;
    const { activeElement } = document;
    this.#before = (root.contains(activeElement) ? activeElement : source) as HTMLElement;
    this.#el.className = 'cc-gestures';
    this.#el.popover = 'manual';
    this.#el.tabIndex = -1;
    this.#el.setAttribute('role', 'dialog');
    this.#el.setAttribute('aria-label', 'Gestures and keys');
    this.#el.append(list('Mouse and touch', POINTER), list('Keys', KEYS), this.#button());
    root.append(this.#el);
    this.#el.showPopover();
    this.#place(root);
    this.#el.focus({ preventScroll: true });
    this.#listen();
  }

  #button(): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cc-gestures-close';
    button.textContent = '×';
    button.setAttribute('aria-label', 'Close');
    button.addEventListener('click', () => this.#close());
    return button;
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
  const heading = document.createElement('h4');
  heading.textContent = title;
  const table = document.createElement('dl');
  for (const { keys, does } of rows) {
    const [term, words] = [document.createElement('dt'), document.createElement('dd')];
    term.textContent = keys;
    words.textContent = does;
    table.append(term, words);
  }
  const section = document.createElement('section');
  section.append(heading, table);
  return section;
}
