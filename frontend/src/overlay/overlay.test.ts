import { expect, test } from 'vitest';
import type { Overlay } from '../api/types';
import type { ChartModel } from '../chart/model';
import { fragmentOf, overlaysIn } from './fragment';
import { overlaidOn } from './overlay';

const chart = (x: 'size' | 'gpus', metric: 'busbw' | 'time'): ChartModel => ({
  title: '',
  basis: '',
  x: { label: '', unit: x === 'size' ? 'bytes' : 'GPUs', scale: 'log2' },
  y: { label: '', unit: 'GB/s', scale: 'linear' },
  curves: [],
  over: { x, metric },
});

const key = (placement: string, ranks: number): Overlay['curves'][number]['key'] => ({
  section: 1,
  operation: 'all_reduce',
  library: 'nccl',
  variant: null,
  placement,
  datatype: 'float',
  problem: null,
  ranks,
  nodes: 1,
  settings: '',
});

const point = (
  bytes: number,
  busbw: number | null,
  wrong: number | null = 0,
): Overlay['curves'][number]['points'][number] => ({
  bytes,
  busbw,
  algbw: null,
  time: 10,
  wrong,
});

const overlay: Overlay = {
  filename: 'mine.log',
  formats: ['nccl-tests'],
  lines: 9,
  problems: 0,
  truncated: false,
  curves: [
    {
      key: key('out_of_place', 8),
      points: [point(2048, 5), point(1024, 1), point(1024, 9), point(1024, 2), point(4096, null)],
    },
    { key: key('in_place', 8), points: [point(1024, 3, null)] },
    { key: key('in_place', 16), points: [point(1024, 4)] },
  ],
};

test('measurements of one size are combined to their median, and those without the metric are omitted', () => {
  const [first, second] = overlaidOn(chart('size', 'busbw'), overlay);
  expect(first?.points.map(({ x, y, n, min, max }) => [x, y, n, min, max])).toEqual([
    [1024, 2, 3, 1, 9],
    [2048, 5, 1, 5, 5],
  ]);
  expect(first?.label).toBe('⌁ mine.log · All-Reduce · out-of-place · 8 GPUs');
  expect(second?.points[0]?.wrong).toBeNull();
});

test('along GPUs there is one curve per size and placement', () => {
  const curves = overlaidOn(chart('gpus', 'busbw'), overlay);
  const inPlace = curves.find(({ label }) => label.includes('in-place'));
  expect(inPlace?.points.map(({ x, y }) => [x, y])).toEqual([
    [8, 3],
    [16, 4],
  ]);
});

test('a link carries a whole overlay, and damaged or foreign ones are ignored', async () => {
  const fragment = await fragmentOf([overlay]);
  expect(await overlaysIn(`#${fragment}`)).toEqual([overlay]);
  expect(await overlaysIn(`#${fragment.slice(0, 40)}`)).toEqual([]);
  expect(await overlaysIn('#main')).toEqual([]);
  const hostile = await fragmentOf([{ filename: 'a', curves: [{ key: {}, points: 'x' }] } as unknown as Overlay]);
  expect(await overlaysIn(`#${hostile}`)).toEqual([]);
});

test('an overlay too long for a link is left out', async () => {
  const points = Array.from({ length: 20_000 }, (_, index) => point(index, Math.random()));
  expect(await fragmentOf([{ ...overlay, curves: [{ key: key('in_place', 8), points }] }])).toBe('');
});
