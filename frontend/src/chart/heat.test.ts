import { describe, expect, it } from 'vitest';
import { cellWords, groupsOf, inverts, isUneven, longestFirst, nodeEnds, shareOf, ticksOf } from './heat';

describe('a heat map', () => {
  it('puts values between the ends of its scale', () => {
    expect(shareOf(300, { from: 300, to: 400 })).toBe(0);
    expect(shareOf(375, { from: 300, to: 400 })).toBe(0.75);
    expect(shareOf(500, { from: 300, to: 400 })).toBe(1);
    expect(shareOf(4, { from: 4, to: 4 })).toBe(1);
    expect(ticksOf({ from: 0, to: 8 })).toEqual([0, 2, 4, 6, 8]);
  });

  it('inverts numbers on cells close to the text colour', () => {
    expect([0, 0.6, 0.65, 1].map((share) => inverts(share, 'light'))).toEqual([false, false, true, true]);
    expect([0, 0.4, 0.5, 1].map((share) => inverts(share, 'dark'))).toEqual([false, false, true, true]);
  });

  it('separates nodes by their names', () => {
    expect([...nodeEnds(['0/0', '0/1', '1/2', '1/3', '2/4'])]).toEqual([2, 4]);
    expect([...nodeEnds(['0', '1', '2'])]).toEqual([]);
  });

  it('describes a cell', () => {
    const matrix = {
      number: 0,
      kind: 'pairs',
      group: 'Write',
      bytes: null,
      runs: 1,
      title: 'Write',
      metric: 'algbw',
      label: 'algorithm bandwidth',
      unit: 'GB/s',
      rows: ['0', '1'],
      columns: ['0', '1'],
      from: 300,
      to: 375,
      cells: [
        [null, { y: 375, n: 3, min: 370, max: 376, wrong: 0, time: null }],
        [{ y: 300, n: 1, min: 300, max: 300, wrong: null, time: null }, null],
      ],
    };
    expect(cellWords(matrix, 0, 1)).toBe(
      '0 → 1: 375 GB/s = 3,000 Gb/s, median of 3 from 370 to 376; data checked, no errors',
    );
    expect(cellWords(matrix, 1, 0)).toContain('data not checked');
    expect(cellWords(matrix, 0, 0)).toBe('0 → 0: not measured');
  });

  const ranks = {
    number: 1,
    kind: 'ranks_together',
    group: 'All-Reduce',
    bytes: null,
    runs: 1,
    title: 'All-Reduce',
    metric: 'over_median',
    label: 'time over the median of the ranks',
    unit: '×',
    rows: ['a/0', 'a/1'],
    columns: ['all', '1 MiB'],
    from: 0.8,
    to: 1.1,
    cells: [
      [{ y: 0.95, n: 2, min: 0.9, max: 1, wrong: null, time: null }, null],
      [
        { y: 1.05, n: 2, min: 1, max: 1.1, wrong: null, time: null },
        { y: 1.1, n: 3, min: 1, max: 2, wrong: null, time: 20.5 },
      ],
    ],
  };

  it('describes a rank', () => {
    expect(cellWords(ranks, 1, 1)).toBe(
      'rank a/1, 1 MiB: 1.100 times the median of the ranks, 20.5 µs, median of 3 from 1.000 to 2.000',
    );
    expect(cellWords(ranks, 1, 0)).toContain('geometric mean of 2 from 1.000 to 1.100');
    expect(cellWords(ranks, 0, 1)).toBe('rank a/0, 1 MiB: not timed');
  });

  it('sorts ranks by their times and frames what is uneven', () => {
    expect(longestFirst(ranks).rows).toEqual(['a/1', 'a/0']);
    expect(longestFirst(ranks).cells[0]?.[1]?.y).toBe(1.1);
    expect(ranks.cells.map((row) => row.map((cell) => isUneven(cell)))).toEqual([
      [false, false],
      [false, true],
    ]);
  });

  it('groups matrices of several sizes', () => {
    const of = (bytes: number, group: string) => ({ ...ranks, kind: 'pairs', bytes, group });
    const groups = groupsOf([of(8, 'Send'), of(4096, 'Put'), of(4, 'Send'), ranks]);
    expect(groups.map(({ title, ofSizes }) => [title, ...ofSizes.map(({ bytes }) => bytes)])).toEqual([
      ['Send', 4, 8],
      ['Put', 4096],
    ]);
  });
});
