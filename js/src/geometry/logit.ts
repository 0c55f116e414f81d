/** How an x scale counts: pc itself, or its log-odds. */
export type XMap = 'pc' | 'logit';

export function toScale(map: XMap, x: number): number {
  return map === 'pc' ? x : Math.log(x / (1 - x));
}

export function fromScale(map: XMap, u: number): number {
  return map === 'pc' ? u : 1 / (1 + Math.exp(-u));
}

/** Units of the scale per unit of pc at this place. */
export function stretchAt(map: XMap, x: number): number {
  return map === 'pc' ? 1 : 1 / Math.max(1e-12, x * (1 - x));
}
