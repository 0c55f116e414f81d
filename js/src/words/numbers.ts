/** Rounded, with a real minus sign: for reading, not for copying. */
export function number(value: number, digits = 3): string {
  if (!Number.isFinite(value)) return value > 0 ? '∞' : '−∞';
  return String(Number(value.toPrecision(digits))).replaceAll('-', '−');
}

export function percent(rate: number): string {
  return `${number(100 * rate)} %`;
}

/** An amount with its unit: whole numbers grouped, small ones with three digits. */
export function amount(value: number, unit: string): string {
  const size = Math.abs(value);
  const words =
    size >= 1000 && Number.isFinite(value)
      ? Math.round(size).toLocaleString('en').replaceAll(',', '\u202f')
      : number(size);
  return `${value < 0 ? '−' : ''}${words}${unit ? ` ${unit}` : ''}`;
}
