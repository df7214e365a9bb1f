// Where a window on very many lines stands. Browsers lay out some ten million pixels at most, so beyond that the
// scroll bar stands for lines and not for pixels.

export const ROW = 20;
const TALLEST = 8_000_000;

export interface Extent {
  /** How many lines there are, and how many fit. */
  total: number;
  fits: number;
}

/** Height in pixels of what scrolls. */
export function tall({ total }: Extent): number {
  return Math.min(total * ROW, TALLEST);
}

/** Index of the line at the top, from the scroll bar. */
export function topAt(scrollTop: number, extent: Extent): number {
  const last = Math.max(0, extent.total - extent.fits);
  const share = last === 0 ? 0 : scrollTop / (tall(extent) - extent.fits * ROW);
  return Math.min(last, Math.max(0, Math.round(share * last)));
}

/** Where the scroll bar stands with that line at the top. */
export function scrollFor(top: number, extent: Extent): number {
  const last = Math.max(0, extent.total - extent.fits);
  return last === 0 ? 0 : (Math.min(top, last) / last) * (tall(extent) - extent.fits * ROW);
}

/** The top that shows a line: the present one if the line is in sight, else one that has it in the middle. */
export function topShowing(index: number, top: number, { total, fits }: Extent): number {
  if (index >= top && index < top + fits) return top;
  const near = index === top - 1 ? index : index === top + fits ? top + 1 : index - Math.floor(fits / 2);
  return Math.min(Math.max(0, total - fits), Math.max(0, near));
}
