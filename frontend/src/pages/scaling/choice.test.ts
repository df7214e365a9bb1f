import { describe, expect, it } from 'vitest';
import type { ScalingCurve } from '../../api/types';
import { firstOf, fixesOf } from './choice';
import { chartOfScaling, linesOf } from './state';

const MiB = 2 ** 20;

function curveOf(series: string, bytes: number, ranks: number[], changes: Partial<ScalingCurve> = {}): ScalingCurve {
  return {
    series,
    title: 'All-Reduce with NCCL',
    operation: 'all_reduce',
    library: 'nccl',
    variant: '',
    placement: 'out_of_place',
    tool: 'nccl-tests',
    toolVersion: '',
    hardware: 'NVIDIA H100',
    libraryVersion: series,
    datatype: 'float',
    settings: '',
    environment: '',
    transport: '',
    timing: '',
    place: '',
    bytes,
    points: ranks.map((count) => ({
      ranks: count,
      nodes: count / 8,
      time: bytes / 1e5,
      algbw: 100,
      busbw: 180,
      efficiency: null,
      n: 1,
      checked: true,
    })),
    forecast: null,
    runCount: 1,
    runs: ['a-1'],
    ...changes,
  } as ScalingCurve;
}

const sizes = (count: number): number[] => Array.from({ length: count }, (_, at) => MiB * 2 ** at);
const lines = (curves: ScalingCurve[]) => linesOf(curves, 'busbw', 'message');

describe('which curves along GPUs are shown', () => {
  const many = lines([
    ...sizes(20).map((bytes) => curveOf('2.27.5', bytes, [16, 32])),
    ...sizes(20).map((bytes) => curveOf('2.28.3', bytes, [16, 32, 64])),
  ]);

  it('first those of the stack with the most GPU counts, at distinguishable sizes including the largest', () => {
    const first = firstOf(many, 12);
    expect(new Set(first.map(({ curve }) => curve.series))).toEqual(new Set(['2.28.3']));
    expect(first.length).toBe(10);
    expect(first.at(-1)?.size).toBe(MiB * 2 ** 19);
  });

  it('if there are too many, filters with the number of curves that they leave', () => {
    const fixes = fixesOf(many, 'message');
    expect(fixes.map(({ dimension }) => dimension)).toEqual(['bytes', 'libraryVersion']);
    for (const { dimension, values } of fixes) {
      for (const { value, curves } of values) {
        const left = many.filter(
          ({ curve }) => String(dimension === 'bytes' ? curve.bytes : curve.libraryVersion) === value,
        );
        expect(curves, `${dimension} ${value}`).toBe(left.length);
      }
    }
  });

  it('have all distinguishing properties in their names, and the size last', () => {
    const { curves } = chartOfScaling(many, 'busbw', 'message', 0.9);
    expect(curves.length).toBe(40);
    expect(curves[0]?.label).toBe('NCCL 2.27.5 · 1 MiB');
    expect(new Set(curves.map(({ label }) => label)).size).toBe(40);
  });

  it('are those that have the metric', () => {
    const without = curveOf('x', MiB, [16, 32]);
    without.points.forEach((point) => (point.busbw = null));
    expect(lines([without])).toEqual([]);
  });
});
