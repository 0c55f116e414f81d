// How much room words need.

/** Pixels around the letters of a halo. */
const HALO = 2;

/** Measures words without making the browser lay out the page. */
export class Letters {
  readonly #pen = new OffscreenCanvas(1, 1).getContext('2d') as OffscreenCanvasRenderingContext2D;
  #family = '';
  #size = 14;
  #rise = 0;
  #fall = 0;

  /** Take over the letters of an element. */
  follow(element: Element): void {
    const { fontFamily, fontSize } = getComputedStyle(element);
    this.#family = fontFamily;
    this.#size = Number.parseFloat(fontSize) || 14;
    this.#take(false);
    const { fontBoundingBoxAscent, fontBoundingBoxDescent } = this.#pen.measureText('');
    this.#rise = fontBoundingBoxAscent;
    this.#fall = fontBoundingBoxDescent;
  }

  /** Two that are alike measure alike. */
  get font(): string {
    return `${this.#size}px ${this.#family}`;
  }

  /** Of one line of words. */
  get height(): number {
    return this.#rise + this.#fall;
  }

  /** From the top of a line to where its letters stand. */
  get rise(): number {
    return this.#rise;
  }

  widthOf(words: string, isBold = false): number {
    this.#take(isBold);
    return this.#pen.measureText(words).width + HALO;
  }

  #take(isBold: boolean): void {
    this.#pen.font = `${isBold ? 600 : 400} ${this.font}`;
  }
}
