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

/** The middle of a range of shares: halfway between the log-odds of its ends, where they have any. */
export function middleShare([low, high]: readonly [number, number]): number {
  if (!(low > 0 && low < high && high < 1)) return (low + high) / 2;
  const odds = Math.sqrt((low / (1 - low)) * (high / (1 - high)));
  return Math.min(high, Math.max(low, odds / (1 + odds)));
}
