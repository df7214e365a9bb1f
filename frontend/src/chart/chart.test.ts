import { describe, expect, it } from 'vitest';
import type { Series, SeriesAnswer } from '../api/types';
import axes from './axes.json';
import cases from './inks.json';
import { contrast, shade } from './color';
import { aligned, chartOf, flagWords, gapsAfter, inksOf, shortId } from './data';
import { placedLabels } from './endlabels';
import { isThin, type Axis, type Scale } from './model';
import { unitOf } from '../format/quantity';
import { HUE_NAMES, inkColor, lineOf, readable, SURFACES } from './palette';
import { cornersOf } from './pen';
import { decades, fullRange, linearTicks, MOST_TICKS, powersOfTwo, ticks, tickText } from './scales';
import { summaryOf } from './summary';
import { tableOf } from './table';

const MiB = 2 ** 20;

function series(key: Series['key'], places: [number, number][], label = 'x'): Series {
  const points = places.map(([x, y]) => ({
    x,
    y,
    n: 1,
    min: y,
    low: y,
    high: y,
    max: y,
    wrong: null,
    runs: null,
  }));
  return { id: JSON.stringify(key), label, key, differs: [], runs: ['r-1'], flagged: [], byRank: false, points };
}

function answer(curves: Series[], metric = 'busbw'): SeriesAnswer {
  return {
    x: { name: 'size', label: 'Message size', unit: 'bytes' },
    y: { name: metric, label: 'Bus bandwidth', unit: 'GB/s' },
    combined: 'runs',
    aggregation: 'as reported',
    data: { until: 1, pinned: false, latest: 1, newer: 0 },
    common: [
      { name: 'operation', value: 'all_reduce', title: 'All-Reduce' },
      { name: 'ranks', value: 16, title: '16 GPUs' },
    ],
    differs: [],
    matching: { curves: curves.length, atLeast: false, runs: 1, measurements: 1, readable: 12 },
    fix: [],
    warnings: [],
    series: curves,
    truncated: false,
  };
}

const LOG = { x: 'log', y: 'linear' } as const;

describe('series as curves', () => {
  const out = series(
    { operation: 'all_reduce', placement: 'out_of_place', ranks: 16 },
    [
      [64 * MiB, 207],
      [32 * MiB, 147.32],
    ],
    'out',
  );
  const inside = series(
    { operation: 'all_reduce', placement: 'in_place', ranks: 16 },
    [
      [32 * MiB, 147.22],
      [128 * MiB, 300.29],
    ],
    'in',
  );
  const chart = chartOf(answer([out, inside]), LOG);

  it('align on every x once, with null where one was not measured', () => {
    expect(aligned(chart.curves, 'log2', 'linear')).toEqual([
      [32 * MiB, 64 * MiB, 128 * MiB],
      [147.32, 207, null],
      [147.22, null, 300.29],
    ]);
  });

  it('leave out what a logarithmic axis cannot show', () => {
    const zero = chartOf(
      answer([
        series({}, [
          [0, 5],
          [8, 0],
          [16, 2],
        ]),
      ]),
      LOG,
    );
    expect(aligned(zero.curves, 'log2', 'log10')).toEqual([[16], [2]]);
    expect(aligned(zero.curves, 'linear', 'linear')).toEqual([
      [0, 8, 16],
      [5, 0, 2],
    ]);
  });

  it('dash what is in place and say what all have in common', () => {
    expect(chart.curves.map((curve) => curve.dashed)).toEqual([false, true]);
    expect(chart.basis).toBe('All-Reduce · 16 GPUs · as reported');
  });

  it('are summed up in words', () => {
    expect(summaryOf(chart, new Set([shortId(inside.id)]))).toBe(
      'Line chart: Bus bandwidth against message size, 1 curve. out: from 147.3 GB/s at 32 MiB to 207 GB/s at 64 MiB.',
    );
  });

  it('become a table of the curves and the range that are shown', () => {
    const table = tableOf(chart, new Set(), [40 * MiB, 200 * MiB]);
    expect(table.rows.map((row) => [row.x, ...row.cells.map((point) => point?.y ?? null)])).toEqual([
      [64 * MiB, 207, null],
      [128 * MiB, null, 300.29],
    ]);
  });

  it('have a gap where a step is about the square of the usual one', () => {
    const points = (sizes: number[]) => sizes.map((x) => ({ x, y: 1, n: 1, min: 1, max: 1, wrong: null }));
    expect([...gapsAfter(points([8, 16, 32, 128, 256]), 'log2')]).toEqual([2]);
    expect([...gapsAfter(points([8, 32, 128, 512]), 'log2')]).toEqual([]);
    expect([...gapsAfter(points([8, 16, 24, 32, 64]), 'linear')]).toEqual([]);
  });
});

describe('colours', () => {
  it.each(cases)('$name, as in the pictures of the server', ({ keys, inks }) => {
    expect(inksOf(keys.map((key) => ({ key })))).toEqual(inks);
  });

  it('twelve kinds differ without their colours', () => {
    const inks = inksOf(Array.from({ length: 12 }, (_, index) => ({ key: { tool: `tool ${index}` } })));
    expect(new Set(inks.map(({ marker, broken }) => `${marker} ${broken}`)).size).toBe(12);
  });

  it('shades are those of the pictures of the server', () => {
    const shown = [
      inkColor({ hue: 'blue', depth: 0 }, 'light'),
      inkColor({ hue: 'blue', depth: 1 }, 'light'),
      inkColor({ hue: 'vermillion', depth: 0.5 }, 'dark'),
    ];
    expect(shown).toEqual(['#53acf0', '#02314f', '#ea7729']);
  });

  it('a curve among many is grey in the chart and its legend, unless it has the focus', () => {
    const ink = { hue: 'vermillion', depth: null } as const;
    expect(isThin('a', 12, null)).toBe(false);
    expect(isThin('a', 13, 'b')).toBe(true);
    expect(isThin('a', 13, 'a')).toBe(false);
    expect(lineOf(ink, 'light', true).color).toBe(SURFACES.light.axis);
    expect(lineOf(ink, 'light', false).color).toBe('#d55e00');
  });

  it('markers have their corners round their place', () => {
    for (const shape of ['square', 'triangle', 'diamond', 'wedge', 'star'] as const) {
      const corners = cornersOf(shape, { x: 10, y: 20 }, 3);
      const middle = corners.reduce((sum, corner) => sum + corner.x, 0) / corners.length;
      expect(middle, shape).toBeCloseTo(10, 9);
      expect(new Set(corners.map(({ x, y }) => `${x.toFixed(6)} ${y.toFixed(6)}`)).size, shape).toBe(corners.length);
    }
  });

  it('black on white has contrast 21, a colour on itself 1', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#0072b2', '#0072b2')).toBe(1);
  });

  it('lines stand out from the background, names next to them are readable', () => {
    for (const look of ['light', 'dark'] as const) {
      const surface = SURFACES[look];
      // Okabe and Ito's orange and sky are light by design; they come fifth and sixth and never stand alone.
      for (const hue of HUE_NAMES) {
        const least = hue === 'orange' || hue === 'sky' ? 2.2 : 3;
        expect(contrast(inkColor({ hue, depth: null }, look), surface.background), `${look} ${hue}`).toBeGreaterThan(
          least,
        );
        for (const depth of [null, 0, 0.25, 0.5, 0.75, 1]) {
          const text = readable(inkColor({ hue, depth }, look), surface);
          expect(contrast(text, surface.background), `${look} ${hue} ${depth}`).toBeGreaterThanOrEqual(4.5);
        }
      }
      expect(contrast(surface.text, surface.background)).toBeGreaterThan(7);
      expect(contrast(surface.muted, surface.background)).toBeGreaterThan(4.5);
      expect(contrast(surface.wrong, surface.background)).toBeGreaterThan(4.5);
    }
  });

  it('a shade of grey stays grey', () => {
    expect(shade('#7f7f7f', 0.9)).toMatch(/^#([0-9a-f]{2})\1\1$/);
  });
});

describe('scales', () => {
  const size: Axis = { label: 'Message size', unit: 'bytes', scale: 'log2' };

  it.each(axes)('$name: as in pictures of the server', ({ side, unit, scale, include, values, ends, ticks: texts }) => {
    const axis: Axis = { label: '', unit: unit === 'run' ? 'run' : unitOf(unit), scale: scale as Scale };
    const range = fullRange(values, axis.scale, side === 'x', include ?? 0);
    const found = ticks(axis, range, side === 'x' ? MOST_TICKS.x : MOST_TICKS.y, side === 'x' ? values : []);
    expect(found.map((tick) => tickText(axis, tick, found))).toEqual(texts);
    expect(range.map((end) => Number(end.toPrecision(6)))).toEqual(ends);
  });

  it('sizes have ticks where something was measured, the smallest and the largest among them', () => {
    const measured = [8, 32, 128, 512, 2048];
    expect(ticks(size, [5, 4000], 12, measured)).toEqual(measured);
    expect(ticks(size, [5, 4000], 3, measured)).toEqual([8, 128, 2048]);
    expect(ticks(size, [20, 100], 12, measured)).toEqual([32]);
  });

  it('a linear axis starts at zero, a logarithmic one near the smallest value', () => {
    expect(fullRange([20, 100], 'linear', false)).toEqual([0, 106]);
    const [min, max] = fullRange([8, 1024], 'log2', true);
    expect(min).toBeGreaterThan(7);
    expect(min).toBeLessThan(8);
    expect(max).toBeGreaterThan(1024);
  });

  it('no values make a range all the same', () => {
    expect(fullRange([], 'log10', false)).toEqual([1, 10]);
    expect(fullRange([], 'linear', false)).toEqual([0, 1]);
  });

  it('sizes have ticks at 8 B, 1 KiB, 1 MiB … when there are many', () => {
    expect(ticks(size, [8, 2 ** 33], 5).map((tick) => tickText(size, tick, []))).toEqual(['1 KiB', '1 MiB', '1 GiB']);
    expect(powersOfTwo(7, 70, 8)).toEqual([8, 16, 32, 64]);
  });

  it('a narrow zoom falls back on round steps', () => {
    expect(powersOfTwo(33, 60, 8)).toBeNull();
    expect(ticks(size, [33 * MiB, 60 * MiB], 4).map((tick) => tickText(size, tick, []))).toEqual([
      '40 MiB',
      '48 MiB',
      '56 MiB',
    ]);
  });

  it('GPU counts have ticks where something was measured, on a linear axis too', () => {
    const gpus: Axis = { label: 'GPUs', unit: 'GPUs', scale: 'linear' };
    expect(ticks(gpus, [4, 268], 12, [16, 32, 64, 128, 256])).toEqual([16, 32, 64, 128, 256]);
    expect(ticks({ ...gpus, scale: 'log2' }, [14, 280], 12, [16, 32, 64, 128, 256])).toEqual([16, 32, 64, 128, 256]);
  });

  it('linear ticks are multiples of 1, 2 or 5', () => {
    expect(linearTicks('GB/s', 0, 506, 6)).toEqual([0, 100, 200, 300, 400, 500]);
    expect(linearTicks('GB/s', 0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1]);
    expect(linearTicks('run', 0.8, 3.2, 12)).toEqual([1, 2, 3]);
  });

  it('decades get 2 and 5 where there is room', () => {
    expect(decades(1, 100, 10)).toEqual([1, 2, 5, 10, 20, 50, 100]);
    expect(decades(1, 1e6, 8)).toEqual([1, 10, 100, 1000, 10000, 100000, 1000000]);
  });

  it('ticks stay within the range, ascend, and are no more than twice what fits', () => {
    for (const scale of ['linear', 'log2', 'log10'] as const) {
      for (const [min, max] of [
        [1, 3],
        [0.5, 900],
        [8, 2 ** 34],
        [100, 101],
      ] as const) {
        const axis: Axis = { label: '', unit: scale === 'log2' ? 'bytes' : 'µs', scale };
        const found = ticks(axis, [min, max], 8);
        expect(found.length).toBeLessThanOrEqual(16);
        expect(found.every((tick) => tick >= min * 0.999999 && tick <= max * 1.000001)).toBe(true);
        expect(found).toEqual(found.toSorted((a, b) => a - b));
      }
    }
  });
});

describe('labels at line ends', () => {
  const curve = chartOf(answer([series({}, [[1, 1]])]), LOG).curves[0];
  if (!curve) throw new Error('no curve');

  const ends = (ys: number[]) => ys.map((y) => ({ curve, from: { x: 0, y }, x: 0, y }));

  it('move apart until none covers another', () => {
    const placed = placedLabels(ends([100, 102, 104]), 0, 300)?.map((label) => label.y) ?? [];
    expect(placed.length).toBe(3);
    expect(Math.min(...placed.slice(1).map((y, index) => y - (placed[index] ?? 0)))).toBeGreaterThan(12);
  });

  it('label all curves or none', () => {
    expect(placedLabels(ends(Array.from({ length: 30 }, () => 50)), 0, 100)).toBeNull();
  });
});

describe('ids of curves in addresses', () => {
  it('are those that the server knows', () => {
    expect(shortId('all_reduce-r16n2')).toBe('5hufwb');
  });
});

describe('flags', () => {
  const incomplete = { id: 'incomplete', title: 'incomplete', detail: 'the table has no footer' };
  const wrong = { id: 'wrong_data', title: 'wrong data', detail: '1 of 4 measurements' };

  it('names each flag of a curve of one run', () => {
    expect(flagWords({ runs: ['a-1'], flagged: [{ run: 'a-1', flags: [incomplete, wrong] }] })).toEqual([
      'incomplete',
      'wrong data',
    ]);
  });

  it('counts the runs where a curve has several', () => {
    const flagged = [
      { run: 'a-1', flags: [incomplete, wrong] },
      { run: 'b-1', flags: [incomplete] },
    ];
    expect(flagWords({ runs: ['a-1', 'b-1', 'c-1'], flagged })).toEqual([
      '2 of 3 runs: incomplete',
      '1 of 3 runs: wrong data',
    ]);
  });

  it('is part of the text summary', () => {
    const flagged = { ...series({}, [[8, 1]]), flagged: [{ run: 'r-1', flags: [incomplete] }] };
    const chart = chartOf(answer([flagged]), { x: 'log', y: 'linear' });
    expect(summaryOf(chart, new Set())).toContain('Flags: incomplete.');
  });
});
