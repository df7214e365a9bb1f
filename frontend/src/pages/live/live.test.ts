import { expect, test } from 'vitest';
import type { Live, LiveRow } from '../../api/types';
import { about, chartOf, joined, metricsOf } from './live';

const row = (section: number, bytes: number, busbw: number | null, settings = ''): LiveRow => ({
  key: {
    section,
    operation: 'all_reduce',
    library: 'nccl',
    variant: null,
    placement: null,
    datatype: 'float',
    problem: null,
    ranks: 8,
    nodes: 1,
    settings,
  },
  point: { bytes, busbw, algbw: null, time: 10, wrong: 0 },
});

const live = (from: number, rows: LiveRow[]): Live => ({
  id: 'a',
  name: 'plan x',
  state: 'running',
  upload: null,
  begunAt: '2026-01-01T00:00:00Z',
  newsAt: '2026-01-01T00:00:00Z',
  progress: null,
  truncated: false,
  count: from + rows.length,
  from,
  rows,
});

test('new measurements are appended, or replace dropped ones', () => {
  const first = joined(null, live(0, [row(1, 8, 1), row(1, 16, 2)]));
  const second = joined(first, live(2, [row(1, 32, 3)]));
  expect(second.rows.map(({ point }) => point.bytes)).toEqual([8, 16, 32]);
  expect(joined(second, live(1, [row(1, 64, 4)])).rows.map(({ point }) => point.bytes)).toEqual([8, 64]);
});

test('each step of a plan is a curve, named by its settings', () => {
  const of = live(0, [row(1, 8, 1, 'NCCL_ALGO=Ring'), row(2, 8, 2, 'NCCL_ALGO=Tree'), row(3, 8, 3, 'NCCL_ALGO=Tree')]);
  const chart = chartOf(of, 'busbw');
  expect(chart?.curves.map(({ label, points }) => [label, points.map(({ y }) => y)])).toEqual([
    ['All-Reduce · NCCL_ALGO=Ring', [1]],
    ['All-Reduce · NCCL_ALGO=Tree · run 2', [2]],
    ['All-Reduce · NCCL_ALGO=Tree · run 3', [3]],
  ]);
  expect(new Set(chart?.curves.map(({ ink }) => `${ink.hue} ${ink.marker}`)).size).toBe(3);
  expect(chartOf(live(0, [row(1, 8, null)]), 'busbw')).toBeNull();
  expect(metricsOf(of.rows)).toEqual(['busbw', 'time']);
});

test('the remaining time is rounded', () => {
  expect([0, 89, 90, 3600, 7200].map(about)).toEqual([
    'about 0 s',
    'about 89 s',
    'about 2 min',
    'about 60 min',
    'about 2 h',
  ]);
});
