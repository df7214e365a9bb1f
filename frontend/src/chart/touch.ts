// Touch gestures on a chart: a tap shows values, a horizontal drag or two fingers select a range; vertical drags scroll.

/** Callbacks of gestures, with positions in CSS pixels of the plotting area. */
export interface Touches {
  /** A tap with one finger. */
  onTap: (x: number, y: number) => void;
  /** The range spanned so far; 0 to 0 removes it. */
  onSpan: (from: number, to: number) => void;
  /** The end of a drag, which zooms to the range. */
  onChoose: (from: number, to: number) => void;
  /** The end of a two-finger gesture, which moves the first range to the second. */
  onPinch: (before: readonly [number, number], after: readonly [number, number]) => void;
}

const STILL = 8;
/** Time after a touch in which browsers send emulated mouse events. */
const MOUSE_AFTER_MS = 800;
let lastTouch = -Infinity;

export function touchedLately(): boolean {
  return performance.now() - lastTouch < MOUSE_AFTER_MS;
}

export function touchesOf(over: HTMLElement, touches: Touches): void {
  const began = new Map<number, { x: number; y: number }>();
  const now = new Map<number, { x: number; y: number }>();
  let pinched = false;
  over.style.touchAction = 'pan-y';

  const place = (event: PointerEvent): { x: number; y: number } => {
    const box = over.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const sides = (places: Map<number, { x: number }>): [number, number] => {
    const all = [...places.values()].map(({ x }) => x).sort((a, b) => a - b);
    return [all[0] ?? 0, all.at(-1) ?? 0];
  };
  const forget = (): void => {
    began.clear();
    now.clear();
    touches.onSpan(0, 0);
  };

  over.addEventListener('pointerdown', (event) => {
    if (event.pointerType !== 'touch') return;
    lastTouch = performance.now();
    if (began.size === 0) pinched = false;
    began.set(event.pointerId, place(event));
    now.set(event.pointerId, place(event));
    pinched ||= began.size > 1;
  });
  over.addEventListener('pointermove', (event) => {
    if (!began.has(event.pointerId)) return;
    now.set(event.pointerId, place(event));
    const [from] = began.values();
    const [to] = now.values();
    if (!pinched && from && to && Math.abs(to.x - from.x) > STILL) touches.onSpan(from.x, to.x);
  });
  over.addEventListener('pointerup', (event) => {
    const from = began.get(event.pointerId);
    if (!from) return;
    lastTouch = performance.now();
    const to = place(event);
    now.set(event.pointerId, to);
    if (began.size > 1) {
      const [before, after] = [sides(began), sides(now)];
      forget();
      touches.onPinch(before, after);
      return;
    }
    forget();
    if (pinched) return;
    if (Math.hypot(to.x - from.x, to.y - from.y) <= STILL) touches.onTap(to.x, to.y);
    else if (Math.abs(to.x - from.x) > 2 * STILL) touches.onChoose(from.x, to.x);
  });
  // The browser uses the gesture to scroll the page.
  over.addEventListener('pointercancel', forget);
}

/** The part of 0 to `width` that is visible after the range `before` has moved to `after`. */
export function pinchedTo(
  before: readonly [number, number],
  after: readonly [number, number],
  width: number,
): [number, number] {
  const spread = after[1] - after[0];
  const scale = spread < 1 ? 1 : (before[1] - before[0]) / spread;
  const from = before[0] - after[0] * scale;
  return [Math.max(0, from), Math.min(width, from + width * scale)];
}
