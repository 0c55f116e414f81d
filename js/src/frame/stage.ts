// Presentation mode: the explorer fills the window and dims all but the highlight.

import type { DualityModel } from '../widgets/duality.ts';
import { changeEvents } from '../wire/state.ts';

const PRESENTING = 'cc-presenting';
const HIGHLIGHTED = 'cc-highlighted';
/** Elements in which keys enter text and Escape has another meaning. */
const TEXT_FIELDS = 'input:not([type="range"]), textarea, select, [contenteditable="true"]';
/** Overlays that handle Escape themselves. */
const OVERLAYS = '.cc-gestures, .cc-save-card, .cc-typing';

/** Switches presentation mode on and off, by key or with the trait `presenting`. */
export class PresentationMode {
  /** The view of each explorer that fills the window; an explorer may have several views. */
  static readonly #activeView = new WeakMap<DualityModel, PresentationMode>();
  readonly #root: HTMLElement;
  readonly #duality: DualityModel;
  /** Receives the keyboard focus if no element of the explorer has it. */
  readonly #button: HTMLElement;
  readonly #dimStyle = document.createElement('style');
  readonly #listeners = new AbortController();
  readonly #onPresenting = () => this.#update();
  readonly #onHighlight = () => this.#dim();
  #isOver = false;
  #focusBefore: Element | null = null;

  constructor(root: HTMLElement, duality: DualityModel, button: HTMLElement) {
    this.#root = root;
    this.#duality = duality;
    this.#button = button;
    const { signal } = this.#listeners;
    root.addEventListener('pointerenter', () => this.#setOver(true), { signal });
    root.addEventListener('pointerleave', () => this.#setOver(false), { signal });
    // Listen in the capture phase, so that the page does not handle the key first.
    const handler = (event: KeyboardEvent) => this.#press(event);
    window.addEventListener('keydown', handler, { capture: true, signal });
    duality.on(changeEvents('presenting'), this.#onPresenting);
    duality.on(changeEvents('hover', 'pointedClassifier'), this.#onHighlight);
    this.#update();
  }

  close(): void {
    this.#listeners.abort();
    this.#duality.off(changeEvents('presenting'), this.#onPresenting);
    this.#duality.off(changeEvents('hover', 'pointedClassifier'), this.#onHighlight);
    this.#leave();
  }

  /** Fill the window with this view, or leave presentation mode. */
  toggle(): void {
    const isPresenting = this.#duality.get('presenting');
    if (!isPresenting) PresentationMode.#activeView.set(this.#duality, this);
    this.#duality.present(!isPresenting);
  }

  get #isOn(): boolean {
    return this.#root.classList.contains(PRESENTING);
  }

  #setOver(isOver: boolean): void {
    this.#isOver = isOver;
  }

  #press(event: KeyboardEvent): void {
    const target = event.target instanceof Element ? event.target : null;
    const isOurs = this.#isOn || this.#isOver || this.#root.contains(target);
    if (!isOurs || !isToggleKey(event, this.#isOn) || target?.closest(TEXT_FIELDS)) return;
    if (event.key === 'Escape' && this.#root.querySelector(OVERLAYS)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.toggle();
  }

  #update(): void {
    if (this.#duality.get('presenting')) this.#enter();
    else this.#leave();
  }

  /** Show the explorer in the top layer, as containers may clip it. */
  #enter(): void {
    const root = this.#root;
    const chosen = PresentationMode.#activeView.get(this.#duality) ?? this;
    if (this.#isOn || !root.isConnected || chosen !== this) return;
    PresentationMode.#activeView.set(this.#duality, this);
    // Keep the position of the content below.
    root.parentElement?.style.setProperty('min-height', `${root.offsetHeight}px`);
    root.classList.add(PRESENTING);
    root.popover = 'manual';
    root.showPopover();
    root.append(this.#dimStyle);
    this.#dim();
    const { activeElement } = document;
    if (root.contains(activeElement)) return;
    this.#focusBefore = activeElement;
    this.#button.focus({ preventScroll: true });
  }

  #leave(): void {
    const root = this.#root;
    if (!this.#isOn) return;
    PresentationMode.#activeView.delete(this.#duality);
    if (root.isConnected) root.hidePopover();
    root.removeAttribute('popover');
    root.classList.remove(PRESENTING, HIGHLIGHTED);
    root.parentElement?.style.removeProperty('min-height');
    this.#dimStyle.remove();
    if (this.#focusBefore instanceof HTMLElement) this.#focusBefore.focus({ preventScroll: true });
    this.#focusBefore = null;
  }

  /** Dim all other classifiers with one rule, which also applies to elements drawn later. */
  #dim(): void {
    if (!this.#isOn) return;
    const { hover, pointedClassifier } = this.#duality;
    this.#root.classList.toggle(HIGHLIGHTED, hover !== null || pointedClassifier !== null);
    // A free point is compared with all curves.
    const otherOwners = `[data-owner]:not([data-owner="${pointedClassifier}"])`;
    const rule =
      pointedClassifier === null ? '' : `.${PRESENTING} ${otherOwners} { opacity: 0.15; }`;
    if (this.#dimStyle.textContent !== rule) this.#dimStyle.textContent = rule;
  }
}

/** Return whether a key toggles presentation mode: Shift + P, or Escape to leave it. */
function isToggleKey(event: KeyboardEvent, isOn: boolean): boolean {
  const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return false;
  return (key === 'P' && shiftKey) || (key === 'Escape' && isOn);
}
