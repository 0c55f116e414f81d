// Lines that change under a hand, read aloud when they have come to rest.

/** Milliseconds: words that change faster than this are read aloud only when they have rested. */
const CALM = 500;

/** A line: the class of its element, and its words. */
export type Line = readonly [name: string, words: string];

/** The lines of a region that is read aloud. */
export class Spoken {
  readonly #region: HTMLElement;
  #said = '';
  #timer = 0;

  constructor(region: HTMLElement) {
    this.#region = region;
  }

  say(lines: readonly Line[]): void {
    const said = JSON.stringify(lines);
    if (said === this.#said) return;
    this.#said = said;
    this.#region.setAttribute('aria-busy', 'true');
    this.#write(lines);
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#speak(lines), CALM);
  }

  stop(): void {
    window.clearTimeout(this.#timer);
  }

  /** A text made anew is what a screen reader takes for news; what is selected stays. */
  #speak(lines: readonly Line[]): void {
    this.#region.setAttribute('aria-busy', 'false');
    const isSelected = document.getSelection()?.containsNode(this.#region, true) ?? false;
    if (!isSelected) this.#write(lines);
  }

  #write(lines: readonly Line[]): void {
    const made = lines.map(([name, words]) => {
      const line = document.createElement('p');
      line.className = name;
      line.textContent = words;
      return line;
    });
    this.#region.replaceChildren(...made);
  }
}
