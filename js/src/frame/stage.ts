// In front of a class: the explorer fills the window, and while something is lit all else is pale.

import type { DualityModel } from '../widgets/duality.ts';
import { changes } from '../wire/state.ts';

const PRESENTING = 'cc-presenting';
const LIT = 'cc-lit';
/** Where keys type something, and Escape means something else. */
const TYPED = 'input:not([type="range"]), textarea, select, [contenteditable="true"]';
/** What lies above the explorer, and closes by Escape itself. */
const ABOVE = '.cc-gestures, .cc-save-card, .cc-typing';

/** Puts one explorer on stage, and takes it back, by key and as `presenting` says. */
export class Stage {
  /** The view that fills the window, of each explorer: there may be several views of one. */
  static readonly #chosen = new WeakMap<DualityModel, Stage>();
  readonly #root: HTMLElement;
  readonly #duality: DualityModel;
  /** Has the keys where nothing else of the explorer has. */
  readonly #button: HTMLElement;
  readonly #pale = document.createElement('style');
  readonly #listens = new AbortController();
  readonly #show = () => this.#follow();
  readonly #light = () => this.#dim();
  #isOver = false;
  #before: Element | null = null;

  constructor(root: HTMLElement, duality: DualityModel, button: HTMLElement) {
    this.#root = root;
    this.#duality = duality;
    this.#button = button;
    const { signal } = this.#listens;
    root.addEventListener('pointerenter', () => this.#point(true), { signal });
    root.addEventListener('pointerleave', () => this.#point(false), { signal });
    // Before a page takes a key for one of its own.
    const hear = (event: KeyboardEvent) => this.#press(event);
    window.addEventListener('keydown', hear, { capture: true, signal });
    duality.on(changes('presenting'), this.#show);
    duality.on(changes('hover', 'pointed'), this.#light);
    this.#follow();
  }

  close(): void {
    this.#listens.abort();
    this.#duality.off(changes('presenting'), this.#show);
    this.#duality.off(changes('hover', 'pointed'), this.#light);
    this.#leave();
  }

  /** Let this view fill the window, or leave it. */
  toggle(): void {
    const isPresenting = this.#duality.get('presenting');
    if (!isPresenting) Stage.#chosen.set(this.#duality, this);
    this.#duality.present(!isPresenting);
  }

  get #isOn(): boolean {
    return this.#root.classList.contains(PRESENTING);
  }

  #point(isOver: boolean): void {
    this.#isOver = isOver;
  }

  #press(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const isOurs = this.#isOn || this.#isOver || this.#root.contains(target);
    if (!isOurs || !isMeant(event, this.#isOn) || target?.closest(TYPED)) return;
    if (event.key === 'Escape' && this.#root.querySelector(ABOVE)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.toggle();
  }

  #follow(): void {
    if (this.#duality.get('presenting')) this.#enter();
    else this.#leave();
  }

  /** Above all else on the page: what holds the explorer may be small, or cut it off. */
  #enter(): void {
    const root = this.#root;
    const chosen = Stage.#chosen.get(this.#duality) ?? this;
    if (this.#isOn || !root.isConnected || chosen !== this) return;
    Stage.#chosen.set(this.#duality, this);
    // What stands below it stays where it is.
    root.parentElement?.style.setProperty('min-height', `${root.offsetHeight}px`);
    root.classList.add(PRESENTING);
    root.popover = 'manual';
    root.showPopover();
    root.append(this.#pale);
    this.#dim();
    const { activeElement } = document;
    if (root.contains(activeElement)) return;
    this.#before = activeElement;
    this.#button.focus({ preventScroll: true });
  }

  #leave(): void {
    const root = this.#root;
    if (!this.#isOn) return;
    Stage.#chosen.delete(this.#duality);
    if (root.isConnected) root.hidePopover();
    root.removeAttribute('popover');
    root.classList.remove(PRESENTING, LIT);
    root.parentElement?.style.removeProperty('min-height');
    this.#pale.remove();
    if (this.#before instanceof HTMLElement) this.#before.focus({ preventScroll: true });
    this.#before = null;
  }

  /** One rule for all that belongs to other classifiers, whatever is drawn later. */
  #dim(): void {
    if (!this.#isOn) return;
    const { hover, pointed } = this.#duality;
    this.#root.classList.toggle(LIT, hover !== null || pointed !== null);
    // A place that is nobody's is seen against the curves of all.
    const others = `[data-owner]:not([data-owner="${pointed}"])`;
    const rule = pointed === null ? '' : `.${PRESENTING} ${others} { opacity: 0.15; }`;
    if (this.#pale.textContent !== rule) this.#pale.textContent = rule;
  }
}

/** Shift + P turns it on and off, Escape only off. */
function isMeant(event: KeyboardEvent, isOn: boolean): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return false;
  return (key === 'P' && shiftKey) || (key === 'Escape' && isOn);
}
