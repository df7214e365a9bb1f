// Numbers with two to four significant digits; the title attribute has the full value.

// Created once: one per cell would take longer than the rest of a large table.
const GROUPED = new Intl.NumberFormat('en-US');
const FULL = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 17 });
const FIXED = [0, 1, 2, 3].map(
  (decimals) => new Intl.NumberFormat('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }),
);

const UP_TO = [0, 1, 2, 3, 4, 5, 6].map(
  (decimals) => new Intl.NumberFormat('en-US', { maximumFractionDigits: decimals }),
);

/** With at most this number of decimals, 0 to 6. */
export function upTo(value: number, decimals: number): string {
  return UP_TO[decimals]?.format(value) ?? value.toFixed(decimals);
}

/** `1234567` → `1,234,567`. */
export function count(value: number): string {
  return GROUPED.format(value);
}

/** `3 runs`, `1 run`, `no runs`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  if (value === 0) return `no ${many}`;
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** Four significant digits at most, and no decimals from 1000 up: `345.3`, `12.43`, `0.03125`, `12,689`. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  if (Math.abs(value) >= 1000) return GROUPED.format(Math.round(value));
  return String(Number(value.toPrecision(4)));
}

/** How many decimals a column needs so that its largest value shows four significant digits. */
export function decimalsFor(values: readonly number[]): number {
  const largest = values.reduce((max, value) => (Number.isFinite(value) ? Math.max(max, Math.abs(value)) : max), 0);
  if (largest >= 1000) return 0;
  if (largest >= 100) return 1;
  if (largest >= 10) return 2;
  return 3;
}

/** A value with this number of decimals, at most 3; small values have two significant digits instead of becoming 0. */
export function fixed(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return '–';
  if (value !== 0 && Math.abs(value) < 5 * 10 ** -decimals) return String(Number(value.toPrecision(2)));
  return FIXED[decimals]?.format(value) ?? value.toFixed(decimals);
}

/** The value with all its digits. */
export function full(value: number): string {
  return FULL.format(value);
}
