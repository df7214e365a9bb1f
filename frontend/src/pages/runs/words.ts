import { count } from '../../format/numbers';

/** `16`, `16 – 256` for several, a dash for none. */
export function numberRange(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined || last === undefined) return '–';
  return first === last ? count(first) : `${count(first)} – ${count(last)}`;
}
