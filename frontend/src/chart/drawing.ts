// A whole chart on one sheet, for PNG and SVG: title, basis, axes, curves, their names, and where it comes from.

import { drawCurves, type Frame } from './curves';
import { drawMarks, linesIn } from './marks';
import { drawEndLabels, labelRoom } from './endlabels';
import type { ChartModel, Curve, Zoom } from './model';
import { CanvasPen, SvgPen, type Box, type Pen } from './pen';
import { inkColor, SURFACES, type Surface } from './palette';
import { along, axisTitle, fullRange, ticks, tickText, type Range } from './scales';

export interface Sheet {
  width: number;
  height: number;
  surface: Surface;
  hidden: ReadonlySet<string>;
  zoom: Zoom | null;
  /** Printed at the foot: the address that shows this chart. */
  source: string;
}

/** White, of a size that fits a paper's column or a slide. */
export function sheet(hidden: ReadonlySet<string>, zoom: Zoom | null, source: string): Sheet {
  return { width: 1000, height: 600, surface: SURFACES.light, hidden, zoom, source };
}

export function svgOf(chart: ChartModel, page: Sheet): string {
  const pen = new SvgPen(measured);
  draw(pen, chart, page);
  return pen.document(page.width, page.height, chart.title);
}

/** A PNG at twice the sheet's size, so that it stays sharp in print. */
export function pngOf(chart: ChartModel, page: Sheet): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = page.width * 2;
  canvas.height = page.height * 2;
  const context = canvas.getContext('2d');
  if (!context) return Promise.reject(new Error('This browser gives no canvas to draw on.'));
  context.scale(2, 2);
  draw(new CanvasPen(context), chart, page);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be encoded.'))),
      'image/png',
    );
  });
}

function measured(text: string, size: number, weight: 400 | 600): number {
  const context = document.createElement('canvas').getContext('2d');
  return context ? new CanvasPen(context).widthOf(text, size, weight) : text.length * size * 0.56;
}

const MARGIN = 24;

/** Public for its test, which draws with a pen of its own. */
export function draw(pen: Pen, chart: ChartModel, page: Sheet): void {
  const { width, height, surface } = page;
  pen.area(cornersOf({ left: 0, top: 0, width, height }), surface.background, 1);
  const curves = chart.curves.filter((curve) => !page.hidden.has(curve.id));
  pen.text(chart.title, { x: MARGIN, y: 36 }, { color: surface.text, size: 18, weight: 600, align: 'start' });
  const lines = wrapped(pen, chart.basis, 12.5, width - 2 * MARGIN).slice(0, 3);
  lines.forEach((line, index) =>
    pen.text(
      line,
      { x: MARGIN, y: 58 + 17 * index },
      { color: surface.muted, size: 12.5, weight: 400, align: 'start' },
    ),
  );
  const footer = { color: surface.muted, size: 11, weight: 400, align: 'start' } as const;
  pen.text(cut(pen, page.source, 11, width - 2 * MARGIN), { x: MARGIN, y: height - 12 }, footer);

  const room = labelRoom(pen, curves, width);
  const top = 72 + 17 * lines.length;
  const legendHeight = room === 0 ? drawLegend(pen, curves, page, height - 34) : 0;
  const box = {
    left: 76,
    top,
    width: width - 76 - (room > 0 ? room + 14 : 28),
    height: height - top - 92 - legendHeight,
  };
  const frame = framed(pen, chart, curves, page, box);
  drawMarks(pen, chart, frame);
  drawCurves(pen, chart, curves, frame, null);
  if (room > 0) drawEndLabels(pen, chart, curves, frame, null);
}

function framed(pen: Pen, chart: ChartModel, curves: readonly Curve[], page: Sheet, box: Box): Frame {
  const points = curves.flatMap((curve) => curve.points);
  const xs = points.map((point) => point.x);
  const rangeX: Range = page.zoom?.x ?? fullRange(xs, chart.x.scale, true);
  const ys = points.flatMap((point) => (point.n > 1 && !chart.y.clipsBands ? [point.min, point.max] : [point.y]));
  ys.push(...linesIn(chart).map((mark) => mark.from));
  const rangeY: Range = page.zoom?.y ?? fullRange(ys, chart.y.scale, false, chart.y.include);
  const frame: Frame = {
    box,
    toX: (value) => box.left + box.width * along(chart.x.scale, value, rangeX),
    toY: (value) => box.top + box.height * (1 - along(chart.y.scale, value, rangeY)),
    surface: page.surface,
    ratio: 1,
  };
  drawAxes(pen, chart, frame, rangeX, rangeY, xs);
  return frame;
}

function drawAxes(pen: Pen, chart: ChartModel, frame: Frame, rangeX: Range, rangeY: Range, xs: number[]): void {
  const { box, surface, toX, toY } = frame;
  const [right, bottom] = [box.left + box.width, box.top + box.height];
  const grid = { color: surface.grid, width: 1, dash: [] };
  const text = { color: surface.muted, size: 12, weight: 400 } as const;
  const ticksX = ticks(chart.x, rangeX, Math.floor(box.width / 72), xs);
  for (const tick of ticksX) {
    pen.line(
      [
        { x: toX(tick), y: box.top },
        { x: toX(tick), y: bottom },
      ],
      grid,
    );
    pen.text(tickText(chart.x, tick, ticksX), { x: toX(tick), y: bottom + 18 }, { ...text, align: 'middle' });
  }
  const ticksY = ticks(chart.y, rangeY, Math.floor(box.height / 44));
  for (const tick of ticksY) {
    pen.line(
      [
        { x: box.left, y: toY(tick) },
        { x: right, y: toY(tick) },
      ],
      grid,
    );
    pen.text(tickText(chart.y, tick, ticksY), { x: box.left - 8, y: toY(tick) + 4 }, { ...text, align: 'end' });
  }
  pen.line(
    [
      { x: box.left, y: bottom },
      { x: right, y: bottom },
    ],
    { color: surface.axis, width: 1, dash: [] },
  );
  const title = { color: surface.text, size: 12.5, weight: 400, align: 'middle' } as const;
  pen.text(axisTitle(chart.x), { x: box.left + box.width / 2, y: bottom + 40 }, title);
  pen.text(axisTitle(chart.y), { x: 22, y: box.top + box.height / 2 }, { ...title, upwards: true });
}

/** Names below the chart, where there is no room beside the lines. Returns the height that it took. */
function drawLegend(pen: Pen, curves: readonly Curve[], { width, surface }: Sheet, bottom: number): number {
  const rows: { curve: Curve; x: number; row: number }[] = [];
  let [x, row] = [MARGIN, 0];
  for (const curve of curves.slice(0, 40)) {
    const wide = pen.widthOf(curve.label, 12, 400) + 52;
    if (x > MARGIN && x + wide > width - MARGIN) [x, row] = [MARGIN, row + 1];
    rows.push({ curve, x, row });
    x += wide;
  }
  const height = (row + 1) * 18;
  for (const entry of rows) {
    const y = bottom - height + 18 * entry.row + 12;
    const color = inkColor(entry.curve.ink, surface.look);
    const dash = entry.curve.dashed ? [6, 4] : [];
    pen.line(
      [
        { x: entry.x, y: y - 4 },
        { x: entry.x + 24, y: y - 4 },
      ],
      { color, width: 2, dash },
    );
    pen.text(entry.curve.label, { x: entry.x + 30, y }, { color: surface.text, size: 12, weight: 400, align: 'start' });
  }
  return curves.length === 0 ? 0 : height;
}

function cornersOf({ left, top, width, height }: Box): { x: number; y: number }[] {
  return [
    { x: left, y: top },
    { x: left + width, y: top },
    { x: left + width, y: top + height },
    { x: left, y: top + height },
  ];
}

function wrapped(pen: Pen, text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && pen.widthOf(longer, size, 400) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return line === '' ? lines : [...lines, line];
}

function cut(pen: Pen, text: string, size: number, width: number): string {
  if (pen.widthOf(text, size, 400) <= width) return text;
  let short = text;
  while (short.length > 8 && pen.widthOf(`${short}…`, size, 400) > width) short = short.slice(0, -4);
  return `${short}…`;
}
