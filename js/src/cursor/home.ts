/** The part of a scale's model that says what is shown. */
export interface Scale {
  get(name: 'min' | 'max'): number | null;
  set(limits: { min: number; max: number }): unknown;
  on(events: string, react: () => void): unknown;
}

/**
 * What a scale shows unzoomed.
 *
 * All views of a figure share its scales, and Python may move them while no view is on the page.
 * So this belongs to the scale and lives as long: who looks, and when, is of no account.
 */
export class Home {
  static readonly #of = new WeakMap<Scale, Home>();
  readonly #scale: Scale;
  #limits: [number, number];
  #isZooming = false;

  static of(scale: Scale): Home {
    let home = Home.#of.get(scale);
    if (!home) {
      home = new Home(scale);
      Home.#of.set(scale, home);
    }
    return home;
  }

  private constructor(scale: Scale) {
    this.#scale = scale;
    this.#limits = this.shown;
    scale.on('change:min', () => this.#adopt(0));
    scale.on('change:max', () => this.#adopt(1));
  }

  get limits(): [number, number] {
    return this.#limits;
  }

  get shown(): [number, number] {
    return [this.#scale.get('min') ?? 0, this.#scale.get('max') ?? 1];
  }

  /** Set without saving: how deep one looks is nobody else's business. */
  zoom([min, max]: [number, number]): void {
    this.#isZooming = true;
    try {
      this.#scale.set({ min, max });
    } finally {
      this.#isZooming = false;
    }
  }

  /** Python has moved an end: there it is at home from now on. */
  #adopt(end: 0 | 1): void {
    if (this.#isZooming) return;
    const limits = this.#limits;
    this.#limits = end === 0 ? [this.shown[0], limits[1]] : [limits[0], this.shown[1]];
  }
}
