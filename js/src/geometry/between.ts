import { at } from './shapes.ts';

type Values = Float64Array | Float32Array;

/** The value of a broken line over rising x, on elements `from` to `to`; NaN outside. */
export function between(x: Values, y: Values, place: number, from = 0, to = x.length): number {
  if (to <= from || !(place >= at(x, from) && place <= at(x, to - 1))) return Number.NaN;
  let low = from;
  let high = to - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (at(x, middle) <= place) low = middle;
    else high = middle;
  }
  const run = at(x, high) - at(x, low);
  const share = run > 0 ? (place - at(x, low)) / run : 0;
  return at(y, low) + share * (at(y, high) - at(y, low));
}
