// The interactive chart: uPlot handles axes, cursor and selection; curves.ts draws the curves.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { drawCurves, type Frame } from './curves';
import { drawMarks, linesIn } from './marks';
import { aligned, drawable } from './data';
import { drawEndLabels, endLabelsOf, labelRoom } from './endlabels';
import type { Axis, ChartModel, Curve, CurvePoint, Zoom } from './model';
import { FONT, Pen } from './pen';
import { inkColor, SURFACES, type Surface } from './palette';
import { axisTitle, fullRange, MOST_TICKS, ticks, tickText, type Range } from './scales';
import { pinchedTo, touchedLately, touchesOf } from './touch';
import type { Look } from '../theme.svelte';

export interface View {
  hidden: ReadonlySet<string>;
  zoom: Zoom | null;
  /** The highlighted curve, while the pointer is on its name. */
  focus: string | null;
}

/** Where the crosshair is: an index into the x values, with places in CSS pixels of the plotting area. */
export interface Crosshair {
  index: number;
  x: number;
  left: number;
  top: number;
  /** The curve nearest to the pointer. */
  nearest: string | null;
}

export interface PlotEvents {
  onCrosshair: (at: Crosshair | null) => void;
  onZoom: (zoom: Zoom | null) => void;
  onClick: () => void;
  /** A tap, which pins the values there. */
  onTap: () => void;
}

export interface Plot {
  /** Bounds of the plotting area within the chart, in CSS pixels. */
  over: HTMLElement;
  places: readonly number[];
  show(view: View): void;
  /** Where a value is along the x axis now, in CSS pixels of the plotting area. */
  leftOf(x: number): number;
  resize(width: number, height: number): void;
  /** Moves the crosshair by keyboard: to the measured x nearest to this index. */
  point(index: number): void;
  destroy(): void;
}

export function plotOf(
  target: HTMLElement,
  chart: ChartModel,
  first: View,
  look: Look,
  height: number,
  events: PlotEvents,
): Plot {
  let view = first;
  const surface = SURFACES[look];
  const data = aligned(chart.curves, chart.x.scale, chart.y.scale);
  const places = data[0];
  const shown = (): Curve[] => chart.curves.filter((curve) => !view.hidden.has(curve.id));
  const rangeX = (): Range => view.zoom?.x ?? fullRange(places, chart.x.scale, true);
  const rangeY = (): Range =>
    view.zoom?.y ?? fullRange(valuesOf(shown(), chart), chart.y.scale, false, chart.y.include);

  /** Whether labels at line ends are off because one of them does not fit; the legend has all names. */
  let unlabelled = false;
  const rightRoom = (self: uPlot): number => (unlabelled ? NO_LABELS : roomForNames(self, shown()));

  const plot = new uPlot(
    {
      width: Math.max(200, target.clientWidth),
      height,
      legend: { show: false },
      focus: { alpha: 1 },
      padding: [14, (self) => rightRoom(self), 0, 0],
      scales: {
        x: { time: false, ...distribution(chart.x), range: rangeX },
        y: { ...distribution(chart.y), range: rangeY },
      },
      axes: [axisOf(chart.x, 'x', surface, places), axisOf(chart.y, 'y', surface, [])],
      series: [
        {},
        ...chart.curves.map((curve) => ({
          label: curve.label,
          show: !view.hidden.has(curve.id),
          stroke: inkColor(curve.ink, look),
          paths: () => null,
          points: { show: false },
        })),
      ],
      cursor: {
        x: false,
        y: false,
        points: { size: 10, width: 2 },
        drag: { x: true, y: true, uni: 40, dist: 8, setScale: false },
        bind: {
          dblclick: () => () => (events.onZoom(null), null),
          // Browsers send mouse events after touch events, which were handled already.
          mousedown: (_self, _target, then) => unlessTouched(then),
          mouseup: (_self, _target, then) => unlessTouched(then),
          mousemove: (_self, _target, then) => unlessTouched(then),
          mouseleave: (_self, _target, then) => unlessTouched(then),
        },
      },
      hooks: {
        draw: [
          (self) => {
            const frame = frameOf(self, surface);
            const pen = new Pen(self.ctx);
            untouched(self, () => {
              drawMarks(pen, chart, shown(), frame);
              drawCurves(pen, chart, shown(), frame, view.focus);
              if (rightRoom(self) === NO_LABELS) return;
              const labels = endLabelsOf(pen, chart, shown(), frame);
              if (labels !== null) return drawEndLabels(pen, labels, frame, view.focus);
              unlabelled = true;
              queueMicrotask(() => plot.setSize({ width: self.width, height: self.height }));
            });
          },
        ],
        setCursor: [(self) => events.onCrosshair(crosshairOf(self, chart))],
        setSelect: [
          (self) => {
            const zoom = zoomOf(self);
            self.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
            if (zoom) events.onZoom(zoom);
          },
        ],
      },
    },
    data,
    target,
  );

  clicksOf(plot.over, events.onClick);
  const chooseX = (from: number, to: number): void =>
    events.onZoom({ x: [plot.posToVal(from, 'x'), plot.posToVal(to, 'x')], y: view.zoom?.y ?? null });
  touchesOf(plot.over, {
    onTap: (left, top) => {
      plot.setCursor({ left, top });
      events.onTap();
    },
    onSpan: (from, to) =>
      plot.setSelect(
        {
          left: Math.min(from, to),
          top: 0,
          width: Math.abs(to - from),
          height: from === to ? 0 : plot.over.clientHeight,
        },
        false,
      ),
    onChoose: (from, to) => chooseX(Math.min(from, to), Math.max(from, to)),
    onPinch: (before, after) => {
      const width = plot.over.clientWidth;
      const [from, to] = pinchedTo(before, after, width);
      if (from <= 0 && to >= width) events.onZoom(null);
      else chooseX(from, to);
    },
  });

  return {
    over: plot.over,
    places,
    show(next) {
      const previous = view;
      view = next;
      if (sameSet(previous.hidden, next.hidden) && sameZoom(previous.zoom, next.zoom)) {
        // Only a change of the highlighted curve needs another drawing.
        if (previous.focus !== next.focus) plot.redraw(false, false);
        return;
      }
      unlabelled = false;
      plot.batch(() => {
        chart.curves.forEach((curve, index) => {
          const show = !next.hidden.has(curve.id);
          if (plot.series[index + 1]?.show !== show) plot.setSeries(index + 1, { show }, false);
        });
        const [min, max] = rangeX();
        plot.setScale('x', { min, max });
      });
      plot.redraw(false, true);
    },
    leftOf: (x) => plot.valToPos(x, 'x'),
    resize: (width, tall) => {
      unlabelled = false;
      plot.setSize({ width, height: tall });
    },
    point(index) {
      const x = places[index];
      if (x !== undefined) plot.setCursor({ left: plot.valToPos(x, 'x'), top: plot.over.clientHeight / 3 });
    },
    destroy: () => plot.destroy(),
  };
}

/** A click ends where it began; a drag zooms, and a double-click resets the zoom. */
function clicksOf(over: HTMLElement, then: () => void): void {
  let from = { x: 0, y: 0, finger: false };
  over.addEventListener('pointerdown', ({ clientX, clientY, pointerType }) => {
    from = { x: clientX, y: clientY, finger: pointerType === 'touch' };
  });
  over.addEventListener('click', ({ clientX, clientY, detail }) => {
    if (!from.finger && detail < 2 && Math.hypot(clientX - from.x, clientY - from.y) < 5) then();
  });
}

function unlessTouched(then: uPlot.Cursor.MouseListener): uPlot.Cursor.MouseListener {
  return (event) => (touchedLately() ? null : then(event));
}

const NO_LABELS = 20;

/** uPlot remembers which colours and fonts it has set; what we set in between must be taken back. */
function untouched<T>(plot: uPlot, draw: () => T): T {
  plot.ctx.save();
  try {
    return draw();
  } finally {
    plot.ctx.restore();
  }
}

function roomForNames(plot: uPlot, curves: readonly Curve[]): number {
  const ratio = uPlot.pxRatio;
  const room = untouched(plot, () => labelRoom(new Pen(plot.ctx), curves, plot.width));
  return Math.max(NO_LABELS, room + (ratio > 0 && room > 0 ? 6 : 0));
}

function distribution({ scale }: Axis): { distr: uPlot.Scale.Distr; log?: uPlot.Scale.LogBase } {
  switch (scale) {
    case 'linear':
      return { distr: 1 };
    case 'log2':
      return { distr: 3, log: 2 };
    case 'log10':
      return { distr: 3, log: 10 };
  }
}

function axisOf(axis: Axis, side: 'x' | 'y', surface: Surface, measured: readonly number[]): uPlot.Axis {
  const room = side === 'x' ? 64 : 42;
  const all = (self: uPlot, min: number, max: number): number[] =>
    ticks(axis, [min, max], Math.max(2, Math.min(MOST_TICKS[side], Math.floor(lengthOf(self, side) / room))), measured);
  return {
    scale: side,
    side: side === 'x' ? 2 : 3,
    stroke: surface.muted,
    font: `12px ${FONT}`,
    label: axisTitle(axis),
    labelFont: `12px ${FONT}`,
    labelSize: 22,
    labelGap: side === 'x' ? 2 : 4,
    gap: 6,
    grid: { stroke: surface.grid, width: 1 },
    ticks: { show: false },
    border: { show: side === 'x', stroke: surface.axis, width: 1 },
    splits: (self, _axis, min, max) => all(self, min, max),
    filter: (_self, splits) => splits,
    values: (_self, splits) => splits.map((value) => tickText(axis, value, splits)),
    size: side === 'x' ? 30 : (self, values) => labelWidth(self, values),
  };
}

function lengthOf(plot: uPlot, side: 'x' | 'y'): number {
  return (
    (side === 'x' ? plot.bbox.width : plot.bbox.height) / uPlot.pxRatio || (side === 'x' ? plot.width : plot.height)
  );
}

/** `values` is null on the first of uPlot's passes. */
function labelWidth(plot: uPlot, values: readonly string[] | null): number {
  const pen = new Pen(plot.ctx);
  const widths = untouched(plot, () => (values ?? []).map((value) => pen.widthOf(value, 12, 400)));
  return Math.ceil(Math.max(24, ...widths)) + 12;
}

function valuesOf(curves: readonly Curve[], chart: ChartModel): number[] {
  const lines = linesIn(chart, curves).map((mark) => mark.from);
  const low = ({ min, y }: CurvePoint): number => (chart.y.scale === 'linear' ? min : Math.max(min, y / 1e3));
  const points = curves.flatMap((curve) =>
    drawable(curve, chart.x.scale, chart.y.scale).flatMap((point) =>
      chart.y.clipsBands ? [point.y] : [low(point), point.y, point.max],
    ),
  );
  return [...points, ...lines];
}

function frameOf(plot: uPlot, surface: Surface): Frame {
  return {
    box: plot.bbox,
    toX: (value) => plot.valToPos(value, 'x', true),
    toY: (value) => plot.valToPos(value, 'y', true),
    surface,
    ratio: uPlot.pxRatio,
  };
}

function crosshairOf(plot: uPlot, chart: ChartModel): Crosshair | null {
  const { idx: index, left, top } = plot.cursor;
  const x = typeof index === 'number' ? plot.data[0][index] : undefined;
  if (typeof index !== 'number' || x === undefined || left === undefined || top === undefined || left < 0) return null;
  let nearest: string | null = null;
  let distance = 40;
  chart.curves.forEach((curve, at) => {
    const y = plot.data[at + 1]?.[index];
    if (!plot.series[at + 1]?.show || y === null || y === undefined) return;
    const away = Math.abs(plot.valToPos(y, 'y') - top);
    if (away < distance) [distance, nearest] = [away, curve.id];
  });
  return { index, x, left: plot.valToPos(x, 'x'), top, nearest };
}

function zoomOf(plot: uPlot): Zoom | null {
  const { left, top, width, height } = plot.select;
  const whole = { width: plot.over.clientWidth, height: plot.over.clientHeight };
  const x: Range = [plot.posToVal(left, 'x'), plot.posToVal(left + width, 'x')];
  const y: Range = [plot.posToVal(top + height, 'y'), plot.posToVal(top, 'y')];
  if (width < 8 && height < 8) return null;
  const full: Range = [plot.scales['x']?.min ?? x[0], plot.scales['x']?.max ?? x[1]];
  return {
    x: width >= whole.width - 1 || width < 8 ? full : x,
    y: height >= whole.height - 1 || height < 8 ? null : y,
  };
}

function sameZoom(a: Zoom | null, b: Zoom | null): boolean {
  const parts = (zoom: Zoom | null): number[] => (zoom ? [...zoom.x, ...(zoom.y ?? [])] : []);
  const [of, other] = [parts(a), parts(b)];
  return of.length === other.length && of.every((each, index) => each === other[index]);
}

function sameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((each) => b.has(each));
}
