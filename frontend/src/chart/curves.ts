// Draws curves: lines, dotted where nothing was measured, bands where there are repetitions, and a mark for each point.

import { drawable, gapsAfter } from './data';
import { isThin, type ChartModel, type Curve, type CurvePoint } from './model';
import type { Box, Pen, Place, Stroke } from './pen';
import { inkColor, lineOf, type Ink, type Surface } from './palette';
import type { Hex } from './color';

export interface Frame {
  /** The plotting area. */
  box: Box;
  /** Maps values to pixels. */
  toX: (value: number) => number;
  toY: (value: number) => number;
  surface: Surface;
  /** Pixels of the drawing per CSS pixel. */
  ratio: number;
}

const IN_PLACE_DASH = [6, 4];
const BROKEN_DASH = [10, 3, 2, 3];
const GAP_DASH = [1.5, 4];
/** With more curves than this bands would hide each other; the curve in focus always has its band. */
const BANDED = 8;

/** The curve named in `focus` is highlighted; the others are faint. */
export function drawCurves(
  pen: Pen,
  chart: ChartModel,
  curves: readonly Curve[],
  frame: Frame,
  focus: string | null,
): void {
  pen.within(grown(frame.box, 6 * frame.ratio), () => {
    const ordered =
      focus === null ? curves : [...curves].sort((a, b) => Number(a.id === focus) - Number(b.id === focus));
    for (const curve of ordered) {
      if (isThin(curve.id, curves.length, focus)) {
        drawThin(pen, chart, curve, frame);
        continue;
      }
      const strong = focus === null || curve.id === focus;
      const banded = strong && (curve.id === focus || curve.continues === true || curves.length <= BANDED);
      drawCurve(pen, chart, curve, frame, strong ? 1 : 0.2, banded);
    }
    for (const curve of curves) drawWrongPoints(pen, chart, curve, frame);
  });
}

/** One of many curves: a line without points. */
function drawThin(pen: Pen, chart: ChartModel, curve: Curve, { toX, toY, surface, ratio }: Frame): void {
  const places = drawable(curve, chart.x.scale, chart.y.scale).map(({ x, y }) => ({ x: toX(x), y: toY(y) }));
  const { color, width, opacity } = lineOf(curve.ink, surface.look, true);
  const stroke: Stroke = { color, width: width * ratio, dash: [], opacity };
  if (places.length > 1) pen.line(places, stroke);
  else pen.marks(places, 'circle', 2 * ratio, color, stroke);
}

/** Above all curves, so that no other hides them. */
function drawWrongPoints(pen: Pen, chart: ChartModel, curve: Curve, frame: Frame): void {
  for (const point of drawable(curve, chart.x.scale, chart.y.scale)) {
    if (point.wrong !== null && point.wrong > 0)
      drawWrong(pen, { x: frame.toX(point.x), y: frame.toY(point.y) }, frame);
  }
}

function drawCurve(pen: Pen, chart: ChartModel, curve: Curve, frame: Frame, opacity: number, banded: boolean): void {
  const points = drawable(curve, chart.x.scale, chart.y.scale);
  const line = lineOf(curve.ink, frame.surface.look, false);
  if (banded) drawBand(pen, points, curve.continues === true, line.color, chart, frame);
  drawLine(pen, curve, points, { ...line, opacity }, chart, frame);
  // A forecast has no points: nothing was measured there.
  if (curve.continues) return;
  drawPoints(pen, points, curve.ink, frame, opacity);
}

/** @param whole whether the band starts at the first point, as a wedge, although that has no spread */
function drawBand(
  pen: Pen,
  points: CurvePoint[],
  whole: boolean,
  color: Hex,
  chart: ChartModel,
  { toX, toY }: Frame,
): void {
  const spread = whole ? points : points.filter((point) => point.max > point.min);
  if (spread.length < 2) return;
  const low = (point: CurvePoint): number =>
    chart.y.scale === 'linear' ? point.min : Math.max(point.min, point.y / 1e3);
  const upper = spread.map((point) => ({ x: toX(point.x), y: toY(point.max) }));
  const lower = spread.map((point) => ({ x: toX(point.x), y: toY(low(point)) })).reverse();
  pen.area([...upper, ...lower], color, 0.14);
}

function drawLine(
  pen: Pen,
  curve: Curve,
  points: CurvePoint[],
  line: Omit<Stroke, 'dash'>,
  chart: ChartModel,
  { toX, toY, ratio }: Frame,
): void {
  const scaled = (lengths: readonly number[]): number[] => lengths.map((length) => length * ratio);
  const dash = curve.dashed ? IN_PLACE_DASH : curve.ink.broken === true ? BROKEN_DASH : [];
  const stroke: Stroke = { ...line, width: line.width * ratio, dash: scaled(dash) };
  // Run numbers are consecutive: nothing is missing between two of them.
  const gaps = chart.x.unit === 'run' ? new Set<number>() : gapsAfter(points, chart.x.scale);
  const places = points.map((point): Place => ({ x: toX(point.x), y: toY(point.y) }));
  let start = 0;
  for (let index = 0; index < places.length; index++) {
    if (!gaps.has(index) && index < places.length - 1) continue;
    if (index > start) pen.line(places.slice(start, index + 1), stroke);
    if (gaps.has(index)) pen.line(places.slice(index, index + 2), { ...stroke, dash: scaled(GAP_DASH) });
    start = index + 1;
  }
}

/** Filled: checked and correct. Hollow: not checked by the tool. Red, on top of all others: wrong data. */
function drawPoints(pen: Pen, points: CurvePoint[], ink: Ink, frame: Frame, opacity: number): void {
  const { toX, toY, surface, ratio } = frame;
  const radius = (points.length > 40 ? 2 : 3) * ratio;
  const color = inkColor(ink, surface.look);
  const border: Stroke = { color, width: 1.4 * ratio, dash: [], opacity };
  for (const [fill, some] of [
    [color, points.filter((point) => point.wrong === 0)],
    [surface.background, points.filter((point) => point.wrong === null)],
  ] as const) {
    const places = some.map((point) => ({ x: toX(point.x), y: toY(point.y) }));
    pen.marks(places, ink.marker ?? 'circle', radius, fill, border);
  }
}

function drawWrong(pen: Pen, { x, y }: Place, { surface, ratio }: Frame): void {
  const arm = 4.5 * ratio;
  const stroke: Stroke = { color: surface.wrong, width: 2.2 * ratio, dash: [] };
  pen.mark({ x, y }, 'circle', 6 * ratio, surface.background, { ...stroke, width: 1.2 * ratio });
  pen.line(
    [
      { x: x - arm * 0.7, y: y - arm * 0.7 },
      { x: x + arm * 0.7, y: y + arm * 0.7 },
    ],
    stroke,
  );
  pen.line(
    [
      { x: x - arm * 0.7, y: y + arm * 0.7 },
      { x: x + arm * 0.7, y: y - arm * 0.7 },
    ],
    stroke,
  );
}

function grown(box: Box, by: number): Box {
  return { left: box.left - by, top: box.top - by, width: box.width + 2 * by, height: box.height + 2 * by };
}
