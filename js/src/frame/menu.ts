// Menu buttons, with a popover of items.

import { button } from '../layer/part.ts';

/** Pixels between the menu and the window border. */
const WINDOW_MARGIN = 8;

/** Items of a menu, and elements below them. */
export interface MenuContent {
  items: HTMLButtonElement[];
  below?: HTMLElement[];
}

/** Return a menu item; the role says whether it is a checkbox. */
export function menuItem(words: string, role: 'menuitem' | 'menuitemcheckbox'): HTMLButtonElement {
  const element = button('cc-save-item', words);
  element.tabIndex = -1;
  element.setAttribute('role', role);
  return element;
}

/** A button with a popover that exists only while it is open. */
export class MenuButton {
  readonly el = document.createElement('div');
  readonly #button: HTMLButtonElement;
  readonly #make: () => MenuContent;
  #card = document.createElement('div');
  #items: HTMLButtonElement[] = [];
  #listeners = new AbortController();

  constructor(words: string, title: string, make: () => MenuContent) {
    this.#button = button('cc-switch', words, title);
    this.#make = make;
    this.el.className = 'cc-save';
    this.el.append(this.#button);
    this.#listenToButton();
  }

  close(): void {
    this.#listeners.abort();
  }

  get card(): HTMLElement {
    return this.#card;
  }

  get items(): readonly HTMLButtonElement[] {
    return this.#items;
  }

  get isOpen(): boolean {
    return this.#button.getAttribute('aria-expanded') === 'true';
  }

  #listenToButton(): void {
    const button = this.#button;
    button.setAttribute('aria-haspopup', 'menu');
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', () => (this.isOpen ? this.#collapse() : this.#expand()));
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' || this.isOpen) return;
      event.preventDefault();
      event.stopPropagation();
      this.#expand();
    });
  }

  #createCard(): HTMLDivElement {
    const menu = document.createElement('div');
    const { items, below = [] } = this.#make();
    this.#card = document.createElement('div');
    this.#items = items;
    menu.setAttribute('role', 'menu');
    menu.setAttribute('aria-label', this.#button.textContent ?? '');
    menu.append(...items);
    this.#card.className = 'cc-save-card';
    this.#card.popover = 'manual';
    this.#card.append(menu, ...below);
    this.#card.addEventListener('keydown', (event) => this.#press(event));
    this.#card.addEventListener('focusout', ({ relatedTarget }) => this.#leave(relatedTarget));
    return this.#card;
  }

  // ---- Opening and closing

  #expand(): void {
    this.show();
    this.#items[0]?.focus({ preventScroll: true });
  }

  /** Open the popover without moving the keyboard focus. */
  show(): void {
    if (this.isOpen) return;
    this.#button.setAttribute('aria-expanded', 'true');
    this.el.append(this.#createCard());
    this.#card.showPopover();
    this.place();
    this.#listeners = new AbortController();
    const { signal } = this.#listeners;
    const away = ({ target }: Event) => this.#leave(target);
    document.addEventListener('pointerdown', away, { capture: true, signal });
    // Notebooks scroll when their layout changes: the popover moves along with its button.
    document.addEventListener('scroll', () => this.#follow(), { capture: true, signal });
    window.addEventListener('resize', () => this.place(), { signal });
  }

  /** Close the popover and return the focus to the button. */
  #collapse(): void {
    this.#button.focus({ preventScroll: true });
    this.#hide();
  }

  #hide(): void {
    this.#listeners.abort();
    this.#button.setAttribute('aria-expanded', 'false');
    this.#card.remove();
  }

  #leave(to: EventTarget | null): void {
    const isOutside = to instanceof Node && !this.el.contains(to) && this.isOpen;
    if (isOutside) this.#hide();
  }

  /** Follow the button; close when it is scrolled out of sight. */
  #follow(): void {
    const { top, bottom } = this.#button.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) this.#hide();
    else this.place();
  }

  /** Place the popover below the button, or where there is room. */
  place(): void {
    const { left, bottom } = this.#button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.#card;
    const end = this.el.closest('.cc-explorer')?.getBoundingClientRect().right ?? innerWidth;
    const x = Math.max(
      WINDOW_MARGIN,
      Math.min(left, end - width - WINDOW_MARGIN, innerWidth - width - WINDOW_MARGIN),
    );
    const y = Math.max(WINDOW_MARGIN, Math.min(bottom + 4, innerHeight - height - WINDOW_MARGIN));
    Object.assign(this.#card.style, { left: `${x}px`, top: `${y}px` });
  }

  #press(event: KeyboardEvent): void {
    const last = this.#items.length - 1;
    const at = this.#items.indexOf(document.activeElement as HTMLButtonElement);
    const next: Record<string, number> = {
      ArrowDown: at === last ? 0 : at + 1,
      ArrowUp: at <= 0 ? last : at - 1,
      Home: 0,
      End: last,
    };
    const to = next[event.key];
    const isMoved = at >= 0 && to !== undefined;
    if (event.key === 'Escape') this.#collapse();
    else if (isMoved) this.#items[to]?.focus({ preventScroll: true });
    else if (event.key === 'Tab' && at >= 0) this.#hide();
    if (event.key === 'Escape' || isMoved) event.preventDefault();
    if (event.key !== 'Tab') event.stopPropagation();
  }
}
