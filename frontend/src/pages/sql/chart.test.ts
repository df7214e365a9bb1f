import { describe, expect, it } from 'vitest';
import { chartOf } from './chart';

const columns = [
  { name: 'tool', type: 'VARCHAR' },
  { name: 'message_bytes', type: 'BIGINT' },
  { name: 'best_GBps', type: 'DOUBLE' },
];

describe('a query with two columns of numbers', () => {
  it('is drawn with a curve for each text', () => {
    const rows = [
      ['osu', 1048576, 40.5],
      ['osu', 1024, 0.5],
      ['imb', 1024, 0.25],
      ['imb', null, 7],
    ];
    const chart = chartOf({ columns, rows, more: false });
    expect(chart?.title).toBe('best_GBps against message_bytes');
    expect(chart?.x).toEqual({ label: 'message_bytes', unit: 'bytes', scale: 'log2' });
    expect(chart?.y).toEqual({ label: 'best_GBps', unit: 'GB/s', scale: 'linear' });
    expect(chart?.curves.map(({ label, points }) => [label, points.map(({ x, y }) => [x, y])])).toEqual([
      [
        'osu',
        [
          [1024, 0.5],
          [1048576, 40.5],
        ],
      ],
      ['imb', [[1024, 0.25]]],
    ]);
  });

  it('is not drawn if no curve has two points', () => {
    expect(chartOf({ columns, rows: [['osu', 8, 1]], more: false })).toBeNull();
    expect(chartOf({ columns: columns.slice(0, 2), rows: [['osu', 8]], more: false })).toBeNull();
  });
});
