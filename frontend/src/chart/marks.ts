// Annotations of findings in a chart: shaded ranges of x and horizontal lines, each with a label.

import type { Frame } from './curves';
import type { ChartModel, Curve, Mark } from './model';
import type { Pen } from './pen';

/** As the server gives them: a range of `size` or `gpus`, a line at a value of a metric. */
export interface ServerMark {
  axis: string;
  from: number;
  to: number;
  label: string;
}

/** A line further above the points than this factor would flatten the curves. */
const HIGHEST_LINE = 2.5;
const MOST = 12;

/** Marks that fit this chart's axes; equal places are merged under all their labels. */
export function marksFor(all: readonly ServerMark[], x: 'size' | 'gpus', metric: string): Mark[] {
  const places = new Map<string, Mark>();
  for (const { axis, from, to, label } of all) {
    if (axis !== x && axis !== metric) continue;
    const key = `${axis} ${from} ${to}`;
    const known = places.get(key);
    if (!known) places.set(key, { axis: axis === x ? 'x' : 'y', from, to, label });
    else if (!known.label.split(', ').includes(label)) known.label += `, ${label}`;
  }
  return [...places.values()].slice(0, MOST);
}

/** Lines near the points, and those that the axis must include; they extend the axis. */
export function linesIn(chart: ChartModel, shown: readonly Curve[]): Mark[] {
  const highest = Math.max(0, ...shown.flatMap((curve) => curve.points.map((point) => point.y)));
  return (chart.marks ?? []).filter(
    (mark) => mark.axis === 'y' && (mark.from <= HIGHEST_LINE * highest || mark.from === chart.y.include),
  );
}

export function drawMarks(pen: Pen, chart: ChartModel, shown: readonly Curve[], frame: Frame): void {
  const { box, ratio } = frame;
  pen.within(box, () => {
    drawRanges(pen, chart, frame);
    for (const mark of linesIn(chart, shown)) {
      const y = frame.toY(mark.from);
      pen.line(
        [
          { x: box.left, y },
          { x: box.left + box.width, y },
        ],
        { color: frame.surface.muted, width: 1.2 * ratio, dash: [7 * ratio, 4 * ratio] },
      );
      write(pen, mark.label, startOfName(pen, mark.label, y, shown, frame), y - 5 * ratio, frame);
    }
  });
}

/** At the left, or as little further right as the points allow. */
function startOfName(pen: Pen, label: string, y: number, shown: readonly Curve[], frame: Frame): number {
  const { box, ratio } = frame;
  const wide = pen.widthOf(label, 11 * ratio, 400);
  const left = box.left + 6 * ratio;
  const isFree = (from: number): boolean =>
    !shown.some((curve) =>
      curve.points.some((point) => {
        const [x, height] = [frame.toX(point.x), y - frame.toY(point.y)];
        return x > from - 6 * ratio && x < from + wide + 6 * ratio && height > -6 * ratio && height < 18 * ratio;
      }),
    );
  const last = box.left + box.width - wide - 6 * ratio;
  for (let start = left; start <= last; start += 12 * ratio) if (isFree(start)) return start;
  return left;
}

function drawRanges(pen: Pen, chart: ChartModel, frame: Frame): void {
  const { box, ratio, surface } = frame;
  const rows: number[] = [];
  const ranges = (chart.marks ?? []).filter((mark) => mark.axis === 'x').sort((a, b) => a.from - b.from);
  for (const mark of ranges) {
    const [left, right] = [frame.toX(mark.from), frame.toX(mark.to)];
    if (right < box.left || left > box.left + box.width) continue;
    const [top, bottom] = [box.top, box.top + box.height];
    pen.area(
      [
        { x: left, y: top },
        { x: right, y: top },
        { x: right, y: bottom },
        { x: left, y: bottom },
      ],
      surface.muted,
      0.13,
    );
    for (const x of [left, right]) {
      pen.line(
        [
          { x, y: top },
          { x, y: bottom },
        ],
        { color: surface.muted, width: ratio, dash: [2 * ratio, 3 * ratio], opacity: 0.7 },
      );
    }
    // Labels that would overlap are stacked.
    const wide = pen.widthOf(mark.label, 11 * ratio, 400) + 8 * ratio;
    const start = Math.max(box.left + 2 * ratio, Math.min(left + 3 * ratio, box.left + box.width - wide));
    let row = rows.findIndex((end) => end <= start);
    if (row < 0) row = rows.length;
    rows[row] = start + wide;
    write(pen, mark.label, start, top + (12 + 13 * row) * ratio, frame);
  }
}

function write(pen: Pen, text: string, x: number, y: number, { surface, ratio }: Frame): void {
  pen.text(text, { x, y }, { color: surface.muted, size: 11 * ratio, weight: 400, align: 'start' });
}
