// Labels at the ends of the lines, as many as fit beside each other.

import { drawable } from './data';
import type { ChartModel, Curve } from './model';
import type { Frame } from './curves';
import { inkColor, readable, type Surface } from './palette';
import type { Pen } from './pen';

export const LABEL_SIZE = 12;
const LINE_HEIGHT = 15;
const MOST = 14;
/** How far a label may stand from the end of its line. */
const REACH = 34;

export interface EndLabel {
  curve: Curve;
  /** The end of the line, and the middle of the label beside it. */
  x: number;
  from: number;
  y: number;
}

/** Whether labels are worth their room: curves that can be told apart and a drawing wide enough. */
export function labelRoom(pen: Pen, curves: readonly Curve[], width: number): number {
  if (curves.length === 0 || curves.length > MOST || width < 560) return 0;
  const longest = Math.max(...curves.map((curve) => pen.widthOf(curve.label, LABEL_SIZE, 400)));
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
  const ends: EndLabel[] = [];
  for (const curve of curves) {
    const last = drawable(curve, chart.x.scale, chart.y.scale)
      .filter((point) => inside(frame, point.x, point.y))
      .at(-1);
    if (last) ends.push({ curve, x: frame.toX(last.x), from: frame.toY(last.y), y: 0 });
  }
  const column = box.left + box.width + 12 * ratio;
  for (const label of placedLabels(ends, box.top - 6 * ratio, box.top + box.height + 6 * ratio, ratio)) {
    drawLabel(pen, label, column, ratio, surface, focus === null || focus === label.curve.id);
  }
}

function drawLabel(pen: Pen, label: EndLabel, column: number, ratio: number, surface: Surface, strong: boolean): void {
  const color = inkColor(label.curve.ink, surface.look);
  const places = [
    { x: label.x + 6 * ratio, y: label.from },
    { x: column - 3 * ratio, y: label.y },
  ];
  pen.line(places, { color, width: ratio, dash: [], opacity: 0.35 });
  const text = strong ? readable(color, surface) : surface.axis;
  const at = { x: column, y: label.y + LABEL_SIZE * 0.35 * ratio };
  pen.text(label.curve.label, at, { color: text, size: LABEL_SIZE * ratio, weight: 400, align: 'start' });
}

function inside({ box, toX, toY }: Frame, x: number, y: number): boolean {
  const [px, py] = [toX(x), toY(y)];
  return px >= box.left - 1 && px <= box.left + box.width + 1 && py >= box.top - 1 && py <= box.top + box.height + 1;
}
