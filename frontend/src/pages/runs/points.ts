// Columns of a run's table of points: those that are neither empty nor constant, with display names.

import type { PointTable } from '../../api/types';
import { bytes, exactBytes } from '../../format/bytes';
import * as words from '../../format/words';

export interface PointColumn {
  name: string;
  title: string;
  index: number;
  number: boolean;
}

type Cell = string | number | null;

const TITLES: Record<string, string> = {
  operation: 'Operation',
  variant: 'Variant',
  placement: 'Placement',
  nodes: 'Nodes',
  ranks: 'GPUs',
  message_bytes: 'Size',
  time_us: 'Time (µs)',
  time_min_us: 'Min (µs)',
  time_p50_us: 'p50 (µs)',
  time_p99_us: 'p99 (µs)',
  time_max_us: 'Max (µs)',
  algbw_GBps: 'algbw (GB/s)',
  busbw_GBps: 'busbw (GB/s)',
  wrong: 'Wrong',
  baseline_us: 'Baseline (µs)',
  efficiency_pct: 'Efficiency (%)',
  speedup: 'Speedup',
  iterations: 'Iterations',
  datatype: 'Type',
  redop: 'Op',
};

/** Shown even if all rows have the same value. */
const ALWAYS = ['message_bytes', 'ranks', 'time_us', 'algbw_GBps', 'busbw_GBps', 'wrong'];

export function shownColumns({ columns, rows }: PointTable): PointColumn[] {
  return columns
    .map((name, index) => ({
      name,
      title: TITLES[name] ?? name,
      index,
      number: rows.every((row) => isNumber(row[index] ?? null)),
    }))
    .filter(({ name, index }) => {
      const values = new Set(rows.map((row) => row[index] ?? ''));
      if (values.size === 1 && values.has('')) return false;
      return values.size > 1 || ALWAYS.includes(name);
    });
}

function isNumber(value: Cell): boolean {
  return value === null || value === '' || Number.isFinite(Number(value));
}

export function pointCell({ name }: PointColumn, value: Cell): { text: string; title?: string; bad: boolean } {
  if (value === null || value === '') return { text: '–', bad: false };
  const text = String(value);
  switch (name) {
    case 'message_bytes':
      return { text: bytes(Number(text)), title: exactBytes(Number(text)), bad: false };
    case 'operation':
      return { text: words.operation(text), bad: false };
    case 'placement':
      return { text: words.placement(text), bad: false };
    case 'library':
      return { text: words.library(text), bad: false };
    case 'wrong':
      return { text, bad: Number(text) > 0 };
    default:
      return { text, bad: false };
  }
}
