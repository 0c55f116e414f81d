import type { Point } from '../geometry/shapes.ts';

interface Touch {
  pointerId: number;
  pointerType: string;
}

/** Two fingers on one figure: how much further apart they are, and about which place. */
export class Pinch {
  readonly #fingers = new Map<number, Point>();

  add({ pointerId, pointerType }: Touch, pixel: Point): void {
    if (pointerType === 'touch') this.#fingers.set(pointerId, pixel);
  }

  drop({ pointerId }: Touch): void {
    this.#fingers.delete(pointerId);
  }

  get isOn(): boolean {
    return this.#fingers.size === 2;
  }

  /** The factor by which what is shown becomes larger: below 1 when fingers move apart. */
  move({ pointerId }: Touch, pixel: Point): { factor: number; about: Point } | null {
    if (!this.isOn || !this.#fingers.has(pointerId)) return null;
    const before = this.#distance();
    this.#fingers.set(pointerId, pixel);
    const after = this.#distance();
    const [a, b] = [...this.#fingers.values()] as [Point, Point];
    const about = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
    return after > 0 && before > 0 ? { factor: before / after, about } : null;
  }

  #distance(): number {
    const [a, b] = [...this.#fingers.values()] as [Point, Point];
    return Math.hypot(a.x - b.x, a.y - b.y);
  }
}
