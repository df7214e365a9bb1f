import { expect, test } from 'vitest';
import type { Iterations } from '../../api/types';
import { bandsOf, spreadsOf, rangeOf, type Spread } from './spread';

const point = (x: number, min: number | null, p50: number, p99: number | null, max: number | null, n = 1): Spread => ({
  ...{ x, n, min, p50, p99, max },
  wrong: 0,
});
const answer = (...curves: [string, Spread[]][]): Iterations => ({
  common: [],
  data: { until: 1, pinned: false, latest: 1, newer: 0 },
  unknown: 0,
  truncated: false,
  series: curves.map(([label, points]) => ({
    id: `id of ${label}`,
    label,
    key: { operation: 'all_reduce' },
    runs: [],
    flagged: [],
    points,
  })),
});

test('median, shortest, 99th percentile and longest of each size are drawn as the server has them', () => {
  const curves = spreadsOf(
    answer(
      ['out-of-place', [point(8, 6, 7, null, 30), point(1024, 8, 10, 20, 90, 3)]],
      ['in-place', [point(8, null, 7.5, null, null)]],
    ),
  );
  const chart = bandsOf(curves);
  expect(
    chart?.curves.map(({ label, dashed, points }) => [
      label,
      dashed,
      points.map(({ x, y, n, min, max }) => [x, y, n, min, max]),
    ]),
  ).toEqual([
    [
      'out-of-place · median',
      false,
      [
        [8, 7, 1, 6, 30],
        [1024, 10, 3, 8, 20],
      ],
    ],
    [
      'out-of-place · longest',
      true,
      [
        [8, 30, 1, 30, 30],
        [1024, 90, 3, 90, 90],
      ],
    ],
    ['in-place · median', false, [[8, 7.5, 1, 7.5, 7.5]]],
  ]);
  expect(chart?.curves[0]?.ink.hue).not.toBe(chart?.curves[2]?.ink.hue);
  expect(chart?.curves[0]?.points.map(({ interval }) => interval)).toEqual([
    'shortest to longest',
    'shortest to 99th percentile',
  ]);
  expect(chart?.basis).toContain('several measurements of a size');
});

test('all boxes share one axis, from the shortest iteration to the longest', () => {
  const range = rangeOf(spreadsOf(answer(['a', [point(8, 1, 2, 3, 4)]], ['b', [point(16, 2, 90, null, null)]])));
  expect(range[0]).toBeLessThan(1);
  expect(range[0]).toBeGreaterThan(0.5);
  expect(range[1]).toBeGreaterThan(90);
  expect(range[1]).toBeLessThan(180);
});

test('draws nothing without data, and names a single curve by its operation', () => {
  expect(bandsOf(spreadsOf(answer()))).toBeNull();
  expect(spreadsOf(answer(['', []]))[0]?.label).toBe('All-Reduce');
});
