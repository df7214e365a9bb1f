// Values with their unit. Units are those of the HTTP interface: GB/s (10⁹ bytes/s), µs, percent, or none. A unit of '' is a ratio.

import { bytes, exactBytes } from './bytes';
import { full, short } from './numbers';

export type Unit = 'GB/s' | 'µs' | '%' | 'bytes' | 'GPUs' | 'run' | 'count' | '';

/** 31506300 → `31.51 s`, 12689 → `12.69 ms`, 8.43 → `8.43 µs`. */
export function time(us: number): string {
  const size = Math.abs(us);
  if (size >= 1e6) return `${short(us / 1e6)} s`;
  if (size >= 1e3) return `${short(us / 1e3)} ms`;
  return `${short(us)} µs`;
}

/** A value as the tooltip and the tables show it. */
export function quantity(value: number, unit: Unit): string {
  switch (unit) {
    case 'µs':
      return time(value);
    case 'bytes':
      return bytes(value);
    case 'GPUs':
      return `${short(value)} ${value === 1 ? 'GPU' : 'GPUs'}`;
    case '%':
      return `${short(value)} %`;
    case 'GB/s':
      return `${short(value)} GB/s`;
    case 'run':
      return `run ${short(value)}`;
    case 'count':
      return short(value);
    case '':
      return `${short(value)}×`;
  }
}

/** The full value; bandwidths also in Gb/s, as usual for networks. */
export function exactly(value: number, unit: Unit): string {
  switch (unit) {
    case 'bytes':
      return exactBytes(value);
    case 'GB/s':
      return `${full(value)} GB/s = ${full(Number((value * 8).toPrecision(12)))} Gb/s`;
    case 'run':
    case 'count':
    case '':
      return full(value);
    default:
      return `${full(value)} ${unit}`;
  }
}

/** The unit of a name from the server; none if it is unknown. */
export function unitOf(name: string): Unit {
  switch (name) {
    case 'GB/s':
    case 'µs':
    case '%':
    case 'bytes':
    case 'GPUs':
      return name;
    case 'us':
      return 'µs';
    case 'percent':
      return '%';
    case 'B':
    case 'byte':
      return 'bytes';
    case 'ranks':
      return 'GPUs';
    default:
      return '';
  }
}
