// Labels at the ends of the lines, as many as fit beside each other.

import { drawable } from './data';
import type { ChartModel, Curve } from './model';
import type { Frame } from './curves';
import { inkColor, readable } from './palette';
import type { Box, Pen, Place } from './pen';

export const LABEL_SIZE = 12;
const LINE_HEIGHT = 15;
const MOST = 14;
/** How far a label may stand from the end of its line. */
const REACH = 34;

export interface EndLabel {
  curve: Curve;
  /** The end of the line. */
  x: number;
  from: number;
  /** The middle of the label beside it. */
  y: number;
}

/** Whether labels are worth their room: curves that can be told apart and a drawing wide enough. */
export function labelRoom(pen: Pen, curves: readonly Curve[], width: number): number {
  const named = curves.filter((curve) => !curve.unnamed);
  if (named.length === 0 || named.length > MOST || width < 560) return 0;
  const longest = Math.max(...named.map((curve) => pen.widthOf(curve.label, LABEL_SIZE, 400)));
  const room = Math.ceil(longest) + 18;
  return room <= width * 0.3 ? room : 0;
}

/** Moves labels apart so that none covers another; one that would end up too far from its line is left out. */
export function placedLabels(ends: readonly EndLabel[], top: number, bottom: number, ratio = 1): EndLabel[] {
  const height = LINE_HEIGHT * ratio;
  const placed = ends.toSorted((a, b) => a.from - b.from).map((label) => ({ ...label, y: label.from }));
  for (let round = 0; round < 60; round++) {
    let moved = false;
    for (let index = 1; index < placed.length; index++) {
      const [above, below] = [placed[index - 1], placed[index]];
      if (!above || !below) continue;
      const overlap = above.y + height - below.y;
      if (overlap <= 0.01) continue;
      above.y -= overlap / 2;
      below.y += overlap / 2;
      moved = true;
    }
    for (const label of placed) label.y = Math.min(bottom - height / 2, Math.max(top + height / 2, label.y));
    if (!moved) break;
  }
  const near = placed.filter((label) => Math.abs(label.y - label.from) <= REACH * ratio);
  return near.filter((label, index) => index === 0 || label.y - (near[index - 1]?.y ?? 0) > height * 0.8);
}

export function drawEndLabels(
  pen: Pen,
  chart: ChartModel,
  curves: readonly Curve[],
  frame: Frame,
  focus: string | null,
): void {
  const { box, ratio, surface } = frame;
  const right = box.left + box.width;
  const lines = curves.map((curve) => lineOf(curve, chart, frame));
  const column: EndLabel[] = [];
  const beside: Box[] = [];
  curves.forEach((curve, index) => {
    const last = lines[index]?.at(-1);
    if (!last || curve.unnamed) return;
    const label = { curve, x: last.x, from: last.y, y: last.y };
    const width = pen.widthOf(curve.label, LABEL_SIZE * ratio, 400);
    const room = { left: last.x + 4 * ratio, top: last.y - 8 * ratio, width: width + 12 * ratio, height: 16 * ratio };
    // Where the zoom cuts a curve off, its own line runs on through that place.
    const ends = curve.points.at(-1)?.x === lastX(curve, chart, frame);
    const free =
      ends && room.left + room.width < right - 8 * ratio && ![...beside].some((each) => overlaps(each, room));
    if (!free || lines.some((line, other) => other !== index && crosses(line, room))) {
      column.push(label);
      return;
    }
    beside.push(room);
    write(pen, label, last.x + 10 * ratio, frame, focus);
  });
  for (const label of placedLabels(column, box.top - 6 * ratio, box.top + box.height + 6 * ratio, ratio)) {
    const color = inkColor(label.curve.ink, surface.look);
    // Beside the plot only: a line within it would look like data.
    const places = [
      { x: right + 2 * ratio, y: label.from },
      { x: right + 9 * ratio, y: label.y },
    ];
    pen.line(places, { color, width: ratio, dash: [], opacity: 0.35 });
    write(pen, label, right + 12 * ratio, frame, focus);
  }
}

function lastX(curve: Curve, chart: ChartModel, frame: Frame): number | undefined {
  return drawable(curve, chart.x.scale, chart.y.scale)
    .filter((point) => inside(frame, point.x, point.y))
    .at(-1)?.x;
}

/** The visible part of a curve, as places. */
function lineOf(curve: Curve, chart: ChartModel, frame: Frame): Place[] {
  return drawable(curve, chart.x.scale, chart.y.scale)
    .filter((point) => inside(frame, point.x, point.y))
    .map((point) => ({ x: frame.toX(point.x), y: frame.toY(point.y) }));
}

function overlaps(a: Box, b: Box): boolean {
  const apart = a.left + a.width < b.left || b.left + b.width < a.left;
  return !apart && a.top < b.top + b.height && b.top < a.top + a.height;
}

/** Whether a line runs through a box, looked at in small steps. */
function crosses(line: readonly Place[], box: Box): boolean {
  return line.some((from, index) => {
    const to = line[index + 1] ?? from;
    for (let part = 0; part <= 1; part += 0.05) {
      const x = from.x + (to.x - from.x) * part;
      const y = from.y + (to.y - from.y) * part;
      if (x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height) return true;
    }
    return false;
  });
}

function write(pen: Pen, label: EndLabel, x: number, { ratio, surface }: Frame, focus: string | null): void {
  const strong = focus === null || focus === label.curve.id;
  const color = strong ? readable(inkColor(label.curve.ink, surface.look), surface) : surface.axis;
  const at = { x, y: label.y + LABEL_SIZE * 0.35 * ratio };
  pen.text(label.curve.label, at, { color, size: LABEL_SIZE * ratio, weight: 400, align: 'start' });
}

function inside({ box, toX, toY }: Frame, x: number, y: number): boolean {
  const [px, py] = [toX(x), toY(y)];
  return px >= box.left - 1 && px <= box.left + box.width + 1 && py >= box.top - 1 && py <= box.top + box.height + 1;
}
