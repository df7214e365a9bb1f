// Labels at the ends of the lines, for all curves or for none.

import { drawable } from './data';
import { READABLE, type ChartModel, type Curve } from './model';
import type { Frame } from './curves';
import { inkColor, readable } from './palette';
import type { Box, Pen, Place } from './pen';

export const LABEL_SIZE = 12;
const LINE_HEIGHT = 15;
const MOST = READABLE;
/** Maximum distance of a label from the end of its line. */
const REACH = 34;

export interface EndLabel {
  curve: Curve;
  /** Where its line ends, or leaves the plot. */
  from: Place;
  /** Where the name begins, and its middle. */
  x: number;
  y: number;
}

/** Whether labels are drawn: only for distinguishable curves and a wide enough drawing. */
export function labelRoom(pen: Pen, curves: readonly Curve[], width: number): number {
  const named = curves.filter((curve) => !curve.unnamed);
  if (named.length === 0 || named.length > MOST || width < 560) return 0;
  const longest = Math.max(...named.map((curve) => pen.widthOf(curve.label, LABEL_SIZE, 400)));
  const room = Math.ceil(longest) + 18;
  return room <= width * 0.3 ? room : 0;
}

/** Places all labels; null if one of them does not fit. */
export function endLabelsOf(
  pen: Pick<Pen, 'widthOf'>,
  chart: ChartModel,
  curves: readonly Curve[],
  frame: Frame,
): EndLabel[] | null {
  const { box, ratio } = frame;
  const right = box.left + box.width;
  const lines = curves.map((curve) => lineOf(curve, chart, frame));
  const farthest = Math.max(...lines.map((line) => exitOf(line, box)?.x ?? 0));
  const column: EndLabel[] = [];
  const occupied: Box[] = [];
  const labels: EndLabel[] = [];
  for (const [index, curve] of curves.entries()) {
    if (curve.unnamed) continue;
    const end = exitOf(lines[index] ?? [], box);
    if (!end) continue;
    if (end.x >= farthest - ratio) {
      column.push({ curve, from: end, x: right + 12 * ratio, y: end.y });
      continue;
    }
    const width = pen.widthOf(curve.label, LABEL_SIZE * ratio, 400);
    const room = { left: end.x + 4 * ratio, top: end.y - 8 * ratio, width: width + 12 * ratio, height: 16 * ratio };
    const taken = occupied.some((each) => overlaps(each, room)) || room.left + room.width > right;
    if (taken || lines.some((line, other) => other !== index && crosses(line, room))) return null;
    occupied.push(room);
    labels.push({ curve, from: end, x: end.x + 10 * ratio, y: end.y });
  }
  const placed = placedLabels(column, box.top - 6 * ratio, box.top + box.height + 6 * ratio, ratio);
  return placed === null ? null : [...labels, ...placed];
}

/** Moves labels apart so that none covers another; null if one would end up too far from its line. */
export function placedLabels(ends: readonly EndLabel[], top: number, bottom: number, ratio = 1): EndLabel[] | null {
  const height = LINE_HEIGHT * ratio;
  const placed = ends.toSorted((a, b) => a.from.y - b.from.y).map((label) => ({ ...label, y: label.from.y }));
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
  const fits = placed.every(
    (label, index) =>
      Math.abs(label.y - label.from.y) <= REACH * ratio &&
      (index === 0 || label.y - (placed[index - 1]?.y ?? 0) > height * 0.8),
  );
  return fits ? placed : null;
}

/** Draws labels, and outside the plot a thin line to each label that was moved. */
export function drawEndLabels(pen: Pen, labels: readonly EndLabel[], frame: Frame, focus: string | null): void {
  const { box, ratio, surface } = frame;
  const right = box.left + box.width;
  for (const label of labels) {
    if (label.x > right && Math.abs(label.y - label.from.y) > 2 * ratio) {
      const places = [
        { x: right + 1 * ratio, y: label.from.y },
        { x: right + 9 * ratio, y: label.y },
      ];
      const color = inkColor(label.curve.ink, surface.look);
      pen.line(places, { color, width: ratio, dash: [], opacity: 0.5 });
    }
    const strong = focus === null || focus === label.curve.id;
    const color = strong ? readable(inkColor(label.curve.ink, surface.look), surface) : surface.axis;
    const at = { x: label.x, y: label.y + LABEL_SIZE * 0.35 * ratio };
    pen.text(label.curve.label, at, { color, size: LABEL_SIZE * ratio, weight: 400, align: 'start' });
  }
}

/** The points of a curve in pixels, also outside the plot. */
function lineOf(curve: Curve, chart: ChartModel, frame: Frame): Place[] {
  return drawable(curve, chart.x.scale, chart.y.scale).map((point) => ({
    x: frame.toX(point.x),
    y: frame.toY(point.y),
  }));
}

/** Where a line ends within the plot, or where it leaves it on the right; nothing if it is outside there. */
function exitOf(line: readonly Place[], box: Box): Place | null {
  const right = box.left + box.width;
  const next = line.findIndex((place) => place.x > right);
  const [before, after] = next < 0 ? [line.at(-1), undefined] : [line[next - 1], line[next]];
  if (!before) return null;
  const end = after
    ? { x: right, y: before.y + ((after.y - before.y) * (right - before.x)) / (after.x - before.x) }
    : before;
  const inside = end.x >= box.left - 1 && end.y >= box.top - 1 && end.y <= box.top + box.height + 1;
  return inside ? end : null;
}

function overlaps(a: Box, b: Box): boolean {
  const apart = a.left + a.width < b.left || b.left + b.width < a.left;
  return !apart && a.top < b.top + b.height && b.top < a.top + a.height;
}

/** Whether a line crosses a box, checked in small steps. */
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
