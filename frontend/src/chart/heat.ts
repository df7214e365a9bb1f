// What heat maps have in common: places on the scale, nodes, and a cell in words.

import type { Matrix } from '../api/types';
import { exactly, unitOf } from '../format/quantity';
import type { Look } from '../theme.svelte';

/** Where a value stands between the ends of the scale, 0 to 1. */
export function shareOf(value: number, { from, to }: Pick<Matrix, 'from' | 'to'>): number {
  return to > from ? Math.min(Math.max((value - from) / (to - from), 0), 1) : 1;
}

/** Where black and white stand out alike from the colour of the scale; beyond it the text is of the other one. */
const INVERTS: Record<Look, number> = { light: 0.62, dark: 0.45 };

/** Whether a cell is too far up the scale for text of the colour that the page's text has. */
export function inverts(share: number, look: Look): boolean {
  return share > INVERTS[look];
}

/** The places before which another node begins; names tell it as `node/rank`. */
export function nodeEnds(names: readonly string[]): Set<number> {
  const ends = new Set<number>();
  names.forEach((name, at) => {
    const before = names[at - 1];
    if (before !== undefined && nodeOf(before) !== nodeOf(name)) ends.add(at);
  });
  return ends;
}

function nodeOf(name: string): string {
  return name.slice(0, Math.max(0, name.lastIndexOf('/')));
}

/** Five numbers beside the scale, the least first. */
export function ticksOf({ from, to }: Pick<Matrix, 'from' | 'to'>): number[] {
  return to > from ? [0, 1, 2, 3, 4].map((step) => from + ((to - from) * step) / 4) : [to];
}

/** `0 → 3: 371.6 GB/s = 2,973 Gb/s, median of 3 from 371.2 to 372, checked`. */
export function cellWords(matrix: Matrix, row: number, column: number): string {
  const place = `${matrix.rows[row] ?? ''} → ${matrix.columns[column] ?? ''}`;
  const cell = matrix.cells[row]?.[column];
  if (!cell) return `${place}: not measured`;
  const unit = unitOf(matrix.unit ?? '');
  const spread = cell.n > 1 ? `, median of ${cell.n} from ${cell.min} to ${cell.max}` : '';
  const check =
    cell.wrong === null || cell.wrong === undefined
      ? 'data not checked'
      : cell.wrong > 0
        ? `${cell.wrong} wrong elements`
        : 'data checked and right';
  return `${place}: ${exactly(cell.y, unit)}${spread}; ${check}`;
}
