import { describe, expect, it } from 'vitest';
import { cellWords, inverts, nodeEnds, shareOf, ticksOf } from './heat';

describe('a heat map', () => {
  it('puts values between the ends of its scale', () => {
    expect(shareOf(300, { from: 300, to: 400 })).toBe(0);
    expect(shareOf(375, { from: 300, to: 400 })).toBe(0.75);
    expect(shareOf(500, { from: 300, to: 400 })).toBe(1);
    expect(shareOf(4, { from: 4, to: 4 })).toBe(1);
    expect(ticksOf({ from: 0, to: 8 })).toEqual([0, 2, 4, 6, 8]);
  });

  it('has its numbers in the other colour where the scale is nearer to that of the text', () => {
    expect([0, 0.6, 0.65, 1].map((share) => inverts(share, 'light'))).toEqual([false, false, true, true]);
    expect([0, 0.4, 0.5, 1].map((share) => inverts(share, 'dark'))).toEqual([false, false, true, true]);
  });

  it('parts nodes where their names do', () => {
    expect([...nodeEnds(['0/0', '0/1', '1/2', '1/3', '2/4'])]).toEqual([2, 4]);
    expect([...nodeEnds(['0', '1', '2'])]).toEqual([]);
  });

  it('tells a cell in words', () => {
    const matrix = {
      number: 0,
      title: 'Write',
      metric: 'algbw',
      label: 'algorithm bandwidth',
      unit: 'GB/s',
      rows: ['0', '1'],
      columns: ['0', '1'],
      from: 300,
      to: 375,
      cells: [
        [null, { y: 375, n: 3, min: 370, max: 376, wrong: 0 }],
        [{ y: 300, n: 1, min: 300, max: 300, wrong: null }, null],
      ],
    };
    expect(cellWords(matrix, 0, 1)).toBe(
      '0 → 1: 375 GB/s = 3,000 Gb/s, median of 3 from 370 to 376; data checked and right',
    );
    expect(cellWords(matrix, 1, 0)).toContain('data not checked');
    expect(cellWords(matrix, 0, 0)).toBe('0 → 0: not measured');
  });
});
