// Menus: a button, and what lies above the page while it is pressed.

import { button } from '../layer/part.ts';

/** Pixels between the menu and the rim of the window. */
const RIM = 8;

/** What a menu offers, and what stands below that. */
export interface Filling {
  items: HTMLButtonElement[];
  below?: HTMLElement[];
}

/** Something to choose; `role` says whether it stays chosen. */
export function item(words: string, role: 'menuitem' | 'menuitemcheckbox'): HTMLButtonElement {
  const made = button('cc-save-item', words);
  made.tabIndex = -1;
  made.setAttribute('role', role);
  return made;
}

/** A card below a button; it is there only while it is open. */
export class Menu {
  readonly el = document.createElement('div');
  readonly #button: HTMLButtonElement;
  readonly #make: () => Filling;
  #card = document.createElement('div');
  #items: HTMLButtonElement[] = [];
  #listens = new AbortController();

  constructor(words: string, title: string, make: () => Filling) {
    this.#button = button('cc-switch', words, title);
    this.#make = make;
    this.el.className = 'cc-save';
    this.el.append(this.#button);
    this.#hear();
  }

  close(): void {
    this.#listens.abort();
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

  #hear(): void {
    const button = this.#button;
    button.setAttribute('aria-haspopup', 'menu');
    button.setAttribute('aria-expanded', 'false');
    button.addEventListener('click', () => (this.isOpen ? this.#fold() : this.#unfold()));
    button.addEventListener('keydown', (event) => {
      if (event.key !== 'ArrowDown' || this.isOpen) return;
      event.preventDefault();
      event.stopPropagation();
      this.#unfold();
    });
  }

  /** The card as it is at first. */
  #filled(): HTMLDivElement {
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

  // ---- Open and closed

  #unfold(): void {
    this.show();
    this.#items[0]?.focus({ preventScroll: true });
  }

  /** Lie above the page, with the keys where they are. */
  show(): void {
    if (this.isOpen) return;
    this.#button.setAttribute('aria-expanded', 'true');
    this.el.append(this.#filled());
    this.#card.showPopover();
    this.place();
    this.#listens = new AbortController();
    const { signal } = this.#listens;
    const away = ({ target }: Event) => this.#leave(target);
    document.addEventListener('pointerdown', away, { capture: true, signal });
    // A notebook that is laid out anew scrolls by itself: the card goes along with its button.
    document.addEventListener('scroll', () => this.#follow(), { capture: true, signal });
    window.addEventListener('resize', () => this.place(), { signal });
  }

  /** Close; the keys go back to the button. */
  #fold(): void {
    this.#button.focus({ preventScroll: true });
    this.#hide();
  }

  #hide(): void {
    this.#listens.abort();
    this.#button.setAttribute('aria-expanded', 'false');
    this.#card.remove();
  }

  #leave(to: EventTarget | null): void {
    const isOutside = to instanceof Node && !this.el.contains(to) && this.isOpen;
    if (isOutside) this.#hide();
  }

  /** Stay with the button; close when it has been scrolled out of sight. */
  #follow(): void {
    const { top, bottom } = this.#button.getBoundingClientRect();
    if (bottom < 0 || top > innerHeight) this.#hide();
    else this.place();
  }

  /** Below the button, or wherever there is room. */
  place(): void {
    const { left, bottom } = this.#button.getBoundingClientRect();
    const { offsetWidth: width, offsetHeight: height } = this.#card;
    const end = this.el.closest('.cc-explorer')?.getBoundingClientRect().right ?? innerWidth;
    const x = Math.max(RIM, Math.min(left, end - width - RIM, innerWidth - width - RIM));
    const y = Math.max(RIM, Math.min(bottom + 4, innerHeight - height - RIM));
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
    if (event.key === 'Escape') this.#fold();
    else if (isMoved) this.#items[to]?.focus({ preventScroll: true });
    else if (event.key === 'Tab' && at >= 0) this.#hide();
    if (event.key === 'Escape' || isMoved) event.preventDefault();
    if (event.key !== 'Tab') event.stopPropagation();
  }
}
