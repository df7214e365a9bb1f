// Drawing on a canvas: the few strokes that charts are made of.

import type { Hex } from './color';
import type { Marker } from './palette';

export interface Place {
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface Stroke {
  color: Hex;
  width: number;
  /** Lengths of dashes and the spaces between them; empty for a solid line. */
  dash: readonly number[];
  opacity?: number;
}

export interface Lettering {
  color: Hex;
  size: number;
  weight: 400 | 600;
  align: 'start' | 'middle' | 'end';
  /** Rotated by 90° to the left, as the title of a y axis. */
  upwards?: boolean;
}

export const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';

export class Pen {
  readonly #canvas: CanvasRenderingContext2D;

  constructor(canvas: CanvasRenderingContext2D) {
    this.#canvas = canvas;
  }

  line(places: readonly Place[], stroke: Stroke): void {
    this.#path(places);
    this.#stroke(stroke);
  }

  /** A closed shape without a border. */
  area(places: readonly Place[], color: Hex, opacity: number): void {
    this.#path(places);
    this.#canvas.globalAlpha = opacity;
    this.#canvas.fillStyle = color;
    this.#canvas.fill();
    this.#canvas.globalAlpha = 1;
  }

  /** A marker of about this radius around a point. */
  mark(at: Place, shape: Marker, radius: number, fill: Hex, border: Stroke): void {
    this.marks([at], shape, radius, fill, border);
  }

  /** Markers at all these points, filled and stroked in one call: a chart has a thousand of them. */
  marks(places: readonly Place[], shape: Marker, radius: number, fill: Hex, border: Stroke): void {
    const canvas = this.#canvas;
    if (places.length === 0) return;
    canvas.beginPath();
    for (const at of places) {
      if (shape === 'circle') {
        canvas.moveTo(at.x + radius, at.y);
        canvas.arc(at.x, at.y, radius, 0, 2 * Math.PI);
        continue;
      }
      cornersOf(shape, at, radius).forEach(({ x, y }, index) =>
        index === 0 ? canvas.moveTo(x, y) : canvas.lineTo(x, y),
      );
      canvas.closePath();
    }
    canvas.globalAlpha = border.opacity ?? 1;
    canvas.fillStyle = fill;
    canvas.fill();
    this.#stroke(border);
  }

  text(text: string, at: Place, { color, size, weight, align, upwards }: Lettering): void {
    const canvas = this.#canvas;
    canvas.save();
    canvas.font = `${weight} ${size}px ${FONT}`;
    canvas.fillStyle = color;
    canvas.textAlign = align === 'middle' ? 'center' : align;
    canvas.textBaseline = 'alphabetic';
    canvas.translate(at.x, at.y);
    if (upwards) canvas.rotate(-Math.PI / 2);
    canvas.fillText(text, 0, 0);
    canvas.restore();
  }

  /** Draws only within the box. */
  within(box: Box, draw: () => void): void {
    this.#canvas.save();
    this.#canvas.beginPath();
    this.#canvas.rect(box.left, box.top, box.width, box.height);
    this.#canvas.clip();
    draw();
    this.#canvas.restore();
  }

  widthOf(text: string, size: number, weight: 400 | 600): number {
    this.#canvas.font = `${weight} ${size}px ${FONT}`;
    return this.#canvas.measureText(text).width;
  }

  #path(places: readonly Place[]): void {
    this.#canvas.beginPath();
    places.forEach(({ x, y }, index) => (index === 0 ? this.#canvas.moveTo(x, y) : this.#canvas.lineTo(x, y)));
  }

  #stroke({ color, width, dash, opacity }: Stroke): void {
    const canvas = this.#canvas;
    canvas.globalAlpha = opacity ?? 1;
    canvas.strokeStyle = color;
    canvas.lineWidth = width;
    canvas.lineJoin = 'round';
    canvas.setLineDash([...dash]);
    canvas.stroke();
    canvas.setLineDash([]);
    canvas.globalAlpha = 1;
  }
}

/** Corners of a marker, the first above its middle; of a square the upper right one. */
export function cornersOf(shape: Exclude<Marker, 'circle'>, { x, y }: Place, radius: number): Place[] {
  const [corners, reach, turn] = {
    square: [4, 1.25, Math.PI / 4] as const,
    triangle: [3, 1.35, 0] as const,
    diamond: [4, 1.3, 0] as const,
    wedge: [3, 1.35, Math.PI] as const,
    star: [10, 1.5, 0] as const,
  }[shape];
  return Array.from({ length: corners }, (_, index) => {
    const angle = turn + (2 * Math.PI * index) / corners;
    const far = radius * reach * (shape === 'star' && index % 2 === 1 ? 0.45 : 1);
    return { x: x + far * Math.sin(angle), y: y - far * Math.cos(angle) };
  });
}
