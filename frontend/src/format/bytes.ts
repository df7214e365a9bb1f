// Message sizes, in binary units as benchmarks count them.

import { count as grouped } from './numbers';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** 134217728 → `128 MiB`; other values have four significant digits. */
export function bytes(count: number): string {
  let value = count;
  let unit = 0;
  while (Math.abs(value) >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit++;
  }
  const digits = Number.isInteger(value) ? String(value) : String(Number(value.toPrecision(4)));
  return `${digits} ${UNITS[unit]}`;
}

/** The count in full: `134,217,728 bytes`. */
export function exactBytes(count: number): string {
  return `${grouped(count)} ${count === 1 ? 'byte' : 'bytes'}`;
}

/** `32 MiB to 2 GiB`, one size when both are equal, a dash when there are none. */
export function byteRange(min: number | null, max: number | null): string {
  if (min === null || max === null) return '–';
  return min === max ? bytes(min) : `${bytes(min)} – ${bytes(max)}`;
}
