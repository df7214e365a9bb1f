import { describe, expect, it } from 'vitest';
import type { Frame } from './curves';
import { drawEndLabels, endLabelsOf } from './endlabels';
import type { ChartModel, Curve } from './model';
import { SURFACES } from './palette';
import { Pen, type Box, type Place } from './pen';

const BOX: Box = { left: 50, top: 10, width: 600, height: 400 };

/** Along GPUs, from 16 on, doubling. */
function curveOf(label: string, ys: number[], unnamed = false): Curve {
  const points = ys.map((y, at) => ({ x: 16 * 2 ** at, y, n: 1, min: y, max: y, wrong: 0 }));
  return {
    id: label,
    label,
    ink: { hue: 'blue', depth: null },
    dashed: false,
    key: {},
    runs: [],
    flags: [],
    points,
    unnamed,
  };
}

function chartOf(curves: Curve[]): ChartModel {
  return {
    title: '',
    basis: '',
    x: { label: 'GPUs', unit: 'GPUs', scale: 'log2' },
    y: { label: '', unit: 'GB/s', scale: 'linear' },
    curves,
  };
}

/** @param last the largest number of GPUs that the frame shows */
function frameOf(last: number): Frame {
  return {
    box: BOX,
    toX: (x) => BOX.left + (BOX.width * Math.log2(x / 16)) / Math.log2(last / 16),
    toY: (y) => BOX.top + BOX.height - y,
    surface: SURFACES.light,
    ratio: 1,
  };
}

/** What was drawn: lines with all their corners, and where texts begin. */
class Recorder extends Pen {
  readonly lines: Place[][] = [];
  readonly texts: Place[] = [];

  constructor() {
    // What is recorded is never drawn.
    super(undefined as unknown as CanvasRenderingContext2D);
  }

  override line(places: readonly Place[]): void {
    this.lines.push([...places]);
  }

  override text(_text: string, at: Place): void {
    this.texts.push(at);
  }

  override widthOf(text: string, size: number): number {
    return 0.55 * size * text.length;
  }
}

function drawn(chart: ChartModel, frame: Frame): Recorder {
  const recorder = new Recorder();
  drawEndLabels(recorder, endLabelsOf(recorder, chart, chart.curves, frame) ?? [], frame, null);
  return recorder;
}

describe('no line of a label lies in the data area', () => {
  it('where labels had to move apart', () => {
    const curves = [50, 53, 56, 59, 200].map((y) => curveOf(`${y} MiB`, [y + 90, y + 40, y]));
    const { lines, texts } = drawn(chartOf(curves), frameOf(64));
    expect(texts).toHaveLength(5);
    expect(lines.length).toBeGreaterThan(0);
    for (const { x } of lines.flat()) expect(x).toBeGreaterThan(BOX.left + BOX.width);
  });

  it('where some curves end before the others, as those do that are not continued', () => {
    const continued = { ...curveOf('8 GiB forecast', [320, 300, 290, 280, 270]), continues: true };
    const curves = [curveOf('512 MiB', [160, 150, 140]), curveOf('8 GiB', [350, 330, 320], true), continued];
    const { lines, texts } = drawn(chartOf(curves), frameOf(256));
    expect(texts).toHaveLength(2);
    // The name of the curve that is not continued stands at its end, within the plot, and has no line.
    expect(texts.filter(({ x }) => x < BOX.left + BOX.width)).toHaveLength(1);
    for (const { x } of lines.flat()) expect(x).toBeGreaterThan(BOX.left + BOX.width);
  });

  it('where the plot is zoomed and curves go on beyond it', () => {
    const curves = [100, 104, 108].map((y) => curveOf(`${y} MiB`, [y, y, y, y + 30]));
    const { lines, texts } = drawn(chartOf(curves), frameOf(80));
    expect(texts).toHaveLength(3);
    for (const { x } of lines.flat()) expect(x).toBeGreaterThan(BOX.left + BOX.width);
  });

  it('and where one of them finds no place, there is none', () => {
    const curves = Array.from({ length: 12 }, (_, at) => curveOf(`${at} MiB`, [at / 10, at / 10]));
    expect(drawn(chartOf(curves), frameOf(32)).texts).toHaveLength(0);
  });
});
