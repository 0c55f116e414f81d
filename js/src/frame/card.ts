// Help cards: gestures and keys, or the explanation of a figure or panel.

import { type HelpRow, isPrintable, KEYS, keepKeysFromNotebook, POINTER } from '../cursor/keys.ts';
import { button } from '../layer/part.ts';
import { HELPS } from '../words/helps.ts';

/** Pixels between the card and the window border. */
const WINDOW_MARGIN = 8;
const CARD = 'cc-gestures';

/** Show the card of gestures and keys in the explorer of this element, or close it. */
export function toggleHelp(source: Element): void {
  toggle(source, 'Gestures and keys', () => [
    keyList('Mouse and touch', POINTER),
    keyList('Keys', KEYS),
  ]);
}

/** Return a button that shows the help of a figure or panel. */
export function explainer(name = ''): HTMLButtonElement {
  const helpButton = button('cc-explain', '?');
  helpButton.addEventListener('click', () => {
    const about = helpButton.dataset.about ?? '';
    toggle(helpButton, HELPS[about]?.title ?? '', () => [helpSection(about)]);
  });
  keepKeysFromNotebook(helpButton);
  setTopic(helpButton, name);
  return helpButton;
}

/** Set the figure or panel that a help button refers to. */
export function setTopic(helpButton: HTMLButtonElement, name: string): void {
  const words = `What this is: ${HELPS[name]?.title ?? ''}`;
  helpButton.dataset.about = name;
  helpButton.title = words;
  helpButton.setAttribute('aria-label', words);
}

function toggle(source: Element, title: string, make: () => HTMLElement[]): void {
  const root = source.closest('.cc-explorer') ?? source.parentElement;
  const openCard = root?.querySelector<HTMLElement>(`.${CARD}`);
  openCard?.dispatchEvent(new Event('cc:close'));
  if (root && openCard?.getAttribute('aria-label') !== title) new Card(root, source, title, make());
}

/** Popover that has the keyboard focus until it closes. */
class Card {
  readonly #el = document.createElement('div');
  readonly #listeners = new AbortController();
  readonly #source: Element;
  readonly #focusBefore: HTMLElement | SVGElement;

  constructor(root: Element, source: Element, title: string, parts: HTMLElement[]) {
    this.#source = source;
    const { activeElement } = document;
    this.#focusBefore = (root.contains(activeElement) ? activeElement : source) as HTMLElement;
    this.#el.className = CARD;
    this.#el.popover = 'manual';
    this.#el.tabIndex = -1;
    this.#el.setAttribute('role', 'dialog');
    this.#el.setAttribute('aria-label', title);
    this.#el.append(...parts, this.#closeButton());
    root.append(this.#el);
    this.#el.showPopover();
    this.#place(root);
    this.#el.focus({ preventScroll: true });
    this.#listen();
  }

  #closeButton(): HTMLButtonElement {
    const closeButton = button('cc-gestures-close', '×');
    closeButton.setAttribute('aria-label', 'Close');
    closeButton.addEventListener('click', () => this.#close());
    return closeButton;
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
    const { signal } = this.#listeners;
    const leave = (to: EventTarget | null) => {
      if (to instanceof Node && !this.#belongs(to)) this.#remove();
    };
    document.addEventListener('pointerdown', ({ target }) => leave(target), {
      capture: true,
      signal,
    });
    this.#el.addEventListener('focusout', ({ relatedTarget }) => leave(relatedTarget));
  }

  /** Return whether a node is in the card, or in the button that toggles it. */
  #belongs(node: Node): boolean {
    const isButton = this.#source instanceof HTMLButtonElement && this.#source.contains(node);
    return isButton || this.#el.contains(node);
  }

  /** Center the card in the visible part of the explorer. */
  #place(root: Element): void {
    const { left, right, top, bottom } = root.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.#el;
    const visible = { top: Math.max(top, 0), bottom: Math.min(bottom, innerHeight) };
    const x = Math.min((left + right - width) / 2, innerWidth - width - WINDOW_MARGIN);
    const y = Math.min(
      (visible.top + visible.bottom - height) / 2,
      innerHeight - height - WINDOW_MARGIN,
    );
    Object.assign(this.#el.style, {
      left: `${Math.max(WINDOW_MARGIN, x)}px`,
      top: `${Math.max(WINDOW_MARGIN, y)}px`,
    });
  }

  #close(): void {
    this.#focusBefore.focus({ preventScroll: true });
    this.#remove();
  }

  #remove(): void {
    this.#listeners.abort();
    this.#el.remove();
  }
}

function keyList(title: string, rows: readonly HelpRow[]): HTMLElement {
  const table = document.createElement('dl');
  for (const { keys, does } of rows) table.append(textElement('dt', keys), textElement('dd', does));
  const section = document.createElement('section');
  section.append(textElement('h4', title), table);
  return section;
}

function helpSection(name: string): HTMLElement {
  const section = document.createElement('section');
  const help = HELPS[name];
  if (!help) return section;
  const formulas = help.formulas.split('\n').map((line) => textElement('p', line, 'cc-formula'));
  section.className = 'cc-help-text';
  section.append(textElement('h4', help.title), textElement('p', help.words), ...formulas);
  if (help.assumes) section.append(textElement('p', help.assumes));
  return section;
}

function textElement(kind: 'h4' | 'p' | 'dt' | 'dd', words: string, name = ''): HTMLElement {
  const element = document.createElement(kind);
  element.className = name;
  element.textContent = words;
  return element;
}
