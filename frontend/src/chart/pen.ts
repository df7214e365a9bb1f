// Drawing, on a canvas or into SVG: the same few strokes, so that the screen, the PNG and the SVG show the same picture.

import type { Hex } from './color';

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
  /** Turned a quarter to the left, as the title of a y axis. */
  upwards?: boolean;
}

export interface Pen {
  line(places: readonly Place[], stroke: Stroke): void;
  /** A closed shape without a border. */
  area(places: readonly Place[], color: Hex, opacity: number): void;
  dot(at: Place, radius: number, fill: Hex, border: Stroke | null): void;
  text(text: string, at: Place, lettering: Lettering): void;
  /** Draws only within the box. */
  within(box: Box, draw: () => void): void;
  widthOf(text: string, size: number, weight: 400 | 600): number;
}

export const FONT =
  'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Liberation Sans", Arial, sans-serif';

export class CanvasPen implements Pen {
  readonly #canvas: CanvasRenderingContext2D;

  constructor(canvas: CanvasRenderingContext2D) {
    this.#canvas = canvas;
  }

  line(places: readonly Place[], stroke: Stroke): void {
    this.#path(places);
    this.#stroke(stroke);
  }

  area(places: readonly Place[], color: Hex, opacity: number): void {
    this.#path(places);
    this.#canvas.globalAlpha = opacity;
    this.#canvas.fillStyle = color;
    this.#canvas.fill();
    this.#canvas.globalAlpha = 1;
  }

  dot(at: Place, radius: number, fill: Hex, border: Stroke | null): void {
    this.#canvas.beginPath();
    this.#canvas.arc(at.x, at.y, radius, 0, 2 * Math.PI);
    this.#canvas.globalAlpha = border?.opacity ?? 1;
    this.#canvas.fillStyle = fill;
    this.#canvas.fill();
    if (border) this.#stroke(border);
    this.#canvas.globalAlpha = 1;
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

export class SvgPen implements Pen {
  readonly #measure: (text: string, size: number, weight: 400 | 600) => number;
  readonly #parts: string[] = [];
  #clips = 0;

  /** SVG cannot measure text before it is shown, so measuring comes from elsewhere. */
  constructor(measure: (text: string, size: number, weight: 400 | 600) => number) {
    this.#measure = measure;
  }

  document(width: number, height: number, title: string): string {
    const head = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family='${FONT}'>`;
    return [head, `<title>${escaped(title)}</title>`, ...this.#parts, '</svg>', ''].join('\n');
  }

  line(places: readonly Place[], stroke: Stroke): void {
    this.#parts.push(`<path d="${pathOf(places)}" fill="none" ${strokeOf(stroke)}/>`);
  }

  area(places: readonly Place[], color: Hex, opacity: number): void {
    this.#parts.push(`<path d="${pathOf(places)}Z" fill="${color}" fill-opacity="${opacity}"/>`);
  }

  dot(at: Place, radius: number, fill: Hex, border: Stroke | null): void {
    const rest = border ? ` ${strokeOf(border)}` : '';
    this.#parts.push(`<circle cx="${short(at.x)}" cy="${short(at.y)}" r="${short(radius)}" fill="${fill}"${rest}/>`);
  }

  text(text: string, at: Place, { color, size, weight, align, upwards }: Lettering): void {
    const turn = upwards ? ` transform="rotate(-90 ${short(at.x)} ${short(at.y)})"` : '';
    const style = `font-size="${size}" font-weight="${weight}" text-anchor="${align}" fill="${color}"`;
    this.#parts.push(`<text x="${short(at.x)}" y="${short(at.y)}" ${style}${turn}>${escaped(text)}</text>`);
  }

  within(box: Box, draw: () => void): void {
    const id = `within${++this.#clips}`;
    const rect = `x="${short(box.left)}" y="${short(box.top)}" width="${short(box.width)}" height="${short(box.height)}"`;
    this.#parts.push(`<clipPath id="${id}"><rect ${rect}/></clipPath>`, `<g clip-path="url(#${id})">`);
    draw();
    this.#parts.push('</g>');
  }

  widthOf(text: string, size: number, weight: 400 | 600): number {
    return this.#measure(text, size, weight);
  }
}

function pathOf(places: readonly Place[]): string {
  return places.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${short(x)} ${short(y)}`).join('');
}

function strokeOf({ color, width, dash, opacity }: Stroke): string {
  const dashes = dash.length > 0 ? ` stroke-dasharray="${dash.join(' ')}"` : '';
  const see = opacity !== undefined && opacity < 1 ? ` stroke-opacity="${opacity}"` : '';
  return `stroke="${color}" stroke-width="${short(width)}" stroke-linejoin="round"${dashes}${see}`;
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** Text as XML: what came out of a log stays text, and control characters that XML forbids are left out. */
export function escaped(text: string): string {
  return text
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
