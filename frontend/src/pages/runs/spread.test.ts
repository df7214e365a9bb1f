import { expect, test } from 'vitest';
import type { PointTable } from '../../api/types';
import { bandsOf, spreadsOf } from './spread';

const columns = [
  'operation',
  'placement',
  'message_bytes',
  'time_us',
  'time_min_us',
  'time_p50_us',
  'time_p99_us',
  'time_max_us',
  'wrong',
];
const table = (...rows: (string | null)[][]): PointTable => ({ total: rows.length, columns, rows });

test('median, shortest, 99th percentile and longest of each size are drawn as they were printed', () => {
  const curves = spreadsOf(
    table(
      ['all_reduce', 'out_of_place', '1024', '9', '8', '10', '20', '90', '0'],
      ['all_reduce', 'out_of_place', '8', '7', '6', '7', null, '30', '0'],
      ['all_reduce', 'in_place', '8', '7', null, '7.5', null, null, null],
    ),
  );
  expect(curves.map(({ label }) => label)).toEqual(['out-of-place', 'in-place']);
  const chart = bandsOf(curves);
  expect(
    chart?.curves.map(({ label, dashed, points }) => [
      label,
      dashed,
      points.map(({ x, y, min, max }) => [x, y, min, max]),
    ]),
  ).toEqual([
    [
      'out-of-place · median',
      false,
      [
        [8, 7, 6, 30],
        [1024, 10, 8, 20],
      ],
    ],
    [
      'out-of-place · longest',
      true,
      [
        [8, 30, 30, 30],
        [1024, 90, 90, 90],
      ],
    ],
    ['in-place · median', false, [[8, 7.5, 7.5, 7.5]]],
  ]);
  expect(chart?.curves[0]?.ink.hue).not.toBe(chart?.curves[2]?.ink.hue);
  expect(chart?.curves[0]?.points.map(({ interval }) => interval)).toEqual([
    'shortest to longest',
    'shortest to 99th percentile',
  ]);
});

test('of two measurements of one place the first is drawn, and the other counted', () => {
  const row = ['all_reduce', '', '8', '7', '6', '7', '9', '30', '0'];
  const [curve] = spreadsOf(table(row, row.with(5, '8')));
  expect([curve?.spreads.length, curve?.spreads[0]?.p50, curve?.repeated]).toEqual([1, 7, 1]);
});

test('where no median is known nothing is said of iterations', () => {
  expect(bandsOf(spreadsOf(table(['all_reduce', '', '8', '7', '6', null, null, '30', '0'])))).toBeNull();
});
