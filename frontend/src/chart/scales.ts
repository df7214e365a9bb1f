// Ranges, ticks and tick labels of axes.

import { bytes } from '../format/bytes';
import { short, upTo } from '../format/numbers';
import { time, type Unit } from '../format/quantity';
import type { Axis, Scale } from './model';

export type Range = [number, number];

/**
 * The range that shows all values. A linear axis starts at zero, or includes another value instead; a logarithmic
 * axis includes that value too and has a small margin at both ends.
 */
export function fullRange(values: readonly number[], scale: Scale, isX: boolean, include = 0): Range {
  const added = scale !== 'linear' && include > 0 ? [include] : [];
  const shown = [...values, ...added].filter((value) => Number.isFinite(value) && (scale === 'linear' || value > 0));
  if (shown.length === 0) return scale === 'linear' ? [0, 1] : [1, 10];
  let [min, max] = [Infinity, -Infinity];
  for (const value of shown) {
    min = Math.min(min, value);
    max = Math.max(max, value);
  }
  if (scale === 'linear' && include !== 0) return around(Math.min(min, include), Math.max(max, include));
  if (scale === 'linear') return isX ? linearX(min, max) : [Math.min(0, min * 1.05), max > 0 ? max * 1.06 : 1];
  const air = isX ? Math.max(1.12, (max / min) ** 0.025) : Math.max(1.15, (max / min) ** 0.05);
  return [min / air, max * air];
}

function around(min: number, max: number): Range {
  const air = Math.max((max - min) * 0.08, Math.abs(max) * 0.01);
  return [min - air, max + air];
}

function linearX(min: number, max: number): Range {
  const air = min === max ? Math.max(1, Math.abs(min) * 0.1) : (max - min) * 0.04;
  return [min - air < 0 && min >= 0 ? 0 : min - air, max + air];
}

/** Maximum number of ticks, the same as in the server's pictures; a narrow page has fewer. */
export const MOST_TICKS = { x: 12, y: 9 } as const;

/**
 * About this number of ticks: the measured sizes or GPU counts, or else round values. The server's pictures follow
 * the same rule; both are tested against one list of cases.
 */
export function ticks(axis: Axis, [min, max]: Range, most: number, measured: readonly number[] = []): number[] {
  // A GPU count needs half the space of a size.
  const room = axis.unit === 'bytes' ? most : axis.unit === 'GPUs' ? 2 * most : 0;
  const found = room === 0 ? [] : spaced(measured, axis.scale, [min, max], room);
  if (found.length > 0) return found;
  switch (axis.scale) {
    case 'log2':
      return powersOfTwo(min, max, most) ?? linearTicks(axis.unit, min, max, most);
    case 'log10':
      return decades(min, max, most) ?? linearTicks(axis.unit, min, max, most);
    case 'linear':
      return linearTicks(axis.unit, min, max, most);
  }
}

/** Powers of two, every second, third, fifth or tenth of them where there are too many: 8 B, 1 KiB, 1 MiB. Null below two. */
export function powersOfTwo(min: number, max: number, most: number): number[] | null {
  const first = Math.ceil(Math.log2(min) - 1e-9);
  const last = Math.floor(Math.log2(max) + 1e-9);
  if (last - first < 1) return null;
  const step = [1, 2, 3, 5, 10, 20].find((each) => (last - first) / each + 1 <= most) ?? 20;
  const found: number[] = [];
  for (let power = Math.ceil(first / step) * step; power <= last; power += step) found.push(2 ** power);
  return found.length > 1 ? found : [2 ** first, 2 ** last];
}

/** Powers of ten, with 2 and 5 between them below three decades. Null when fewer than two lie in the range. */
export function decades(min: number, max: number, most: number): number[] | null {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(min)); power <= Math.log10(max); power++) {
    for (const step of max / min < 1000 ? [1, 2, 5] : [1]) {
      const value = step * 10 ** power;
      if (value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9)) found.push(Number(value.toPrecision(12)));
    }
  }
  const every = Math.ceil(found.length / most);
  return found.length > 1 ? found.filter((_, index) => index % every === 0) : null;
}

/** Multiples of 1, 2 or 5 × 10ᵏ; for bytes of 2ᵏ; of runs and GPUs whole ones. */
export function linearTicks(unit: Unit, min: number, max: number, most: number): number[] {
  const rough = unit === 'bytes' ? binaryStep(max - min, most) : roundStep(max - min, most);
  const step = unit === 'run' || unit === 'GPUs' ? Math.max(1, rough) : rough;
  const found: number[] = [];
  for (let index = Math.ceil(min / step - 1e-9); index * step <= max * (1 + 1e-12) + 1e-12; index++) {
    found.push(Number((index * step).toPrecision(12)));
  }
  return found;
}

function roundStep(span: number, most: number): number {
  const rough = span / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

function binaryStep(span: number, most: number): number {
  return 2 ** Math.max(0, Math.ceil(Math.log2(span / Math.max(1, most))));
}

/** Values within the range, from the largest down with a minimum distance, and the smallest. */
function spaced(values: readonly number[], scale: Scale, range: Range, most: number): number[] {
  const inside = [...new Set(values)].filter((value) => value >= range[0] && value <= range[1]).sort((a, b) => a - b);
  const [least] = inside;
  const isFar = (a: number, b: number, room: number): boolean =>
    along(scale, a, range) - along(scale, b, range) >= room / most;
  const chosen: number[] = [];
  for (const value of inside.toReversed()) {
    const above = chosen.at(-1);
    if (above === undefined || isFar(above, value, 1)) chosen.push(value);
  }
  const last = chosen.at(-1);
  if (least === undefined || last === undefined || last === least) return chosen.reverse();
  // Small numbers have short labels.
  if (!isFar(last, least, 0.7) && chosen.length > 1) chosen.pop();
  return isFar(chosen.at(-1) ?? least, least, 0.7) ? [least, ...chosen.reverse()] : chosen.reverse();
}

/** The label of a tick. On a linear axis all ticks have the decimals that their step needs. */
export function tickText(axis: Axis, value: number, all: readonly number[]): string {
  switch (axis.unit) {
    case 'bytes':
      return value === 0 ? '0' : bytes(value);
    case 'µs':
      return value === 0 ? '0' : time(value);
    default:
      return axis.scale === 'linear' ? linearText(value, all) : short(value);
  }
}

function linearText(value: number, all: readonly number[]): string {
  const [first, second] = all;
  const step = first !== undefined && second !== undefined ? Math.abs(second - first) : 1;
  const decimals = step >= 1 && Number.isInteger(step) ? 0 : Math.min(6, Math.max(1, -Math.floor(Math.log10(step))));
  return upTo(value, decimals);
}

/** `Bus bandwidth (GB/s)`; times and sizes carry their units at the ticks. */
export function axisTitle(axis: Axis): string {
  const bare =
    axis.unit === '' ||
    axis.unit === 'bytes' ||
    axis.unit === 'µs' ||
    axis.unit === 'GPUs' ||
    ['run', 'count'].includes(axis.unit);
  return bare ? axis.label : `${axis.label} (${axis.unit})`;
}

/** 0 to 1 along the axis. */
export function along(scale: Scale, value: number, [min, max]: Range): number {
  return scale === 'linear' ? (value - min) / (max - min) : Math.log(value / min) / Math.log(max / min);
}
