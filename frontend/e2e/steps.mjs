// What several tests do on a page, or read from it.

export async function chartDrawn(page) {
  await page.locator('.plot canvas').waitFor();
  await page.waitForFunction(() => {
    const canvas = document.querySelector('.plot canvas');
    if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return false;
    return canvas
      .getContext('2d')
      ?.getImageData(0, 0, canvas.width, canvas.height)
      .data.some((part) => part !== 0);
  });
}

/** What identifies a view: the curves with whether they are shown, the zoom, and the table below. */
export async function viewOf(page) {
  await chartDrawn(page);
  return page.evaluate(() => ({
    curves: [...document.querySelectorAll('.legend .entry')].map((entry) => [
      entry.textContent.trim(),
      entry.getAttribute('aria-pressed'),
    ]),
    query: location.search,
    title: document.querySelector('.chart h2')?.textContent,
    rows: [...document.querySelectorAll('.table tbody tr')].map((row) => row.textContent.replace(/\s+/g, ' ')),
  }));
}

/** Scrolls to each, so that the browser loads it. */
export async function imagesLoaded(page, selector) {
  for (const image of await page.locator(selector).all()) await image.scrollIntoViewIfNeeded();
  await page.waitForFunction(
    (css) => [...document.querySelectorAll(css)].every((image) => image.complete && image.naturalWidth > 0),
    selector,
  );
}

/** Drops a file onto the page, as a person does. */
export function drop(page, name, text) {
  return page.evaluate(
    ([name, text]) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text], name, { type: 'text/plain' }));
      for (const type of ['dragenter', 'dragover', 'drop']) {
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
      }
    },
    [name, text],
  );
}

/** A file for an input of the page. */
export function fileOf(name, text) {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) };
}

/** Exactly so many rows, on the page of one run above all else, or on a page of their own. */
export async function rowsShown(page, count) {
  await page.waitForFunction((expected) => {
    const within =
      document.querySelector('section[aria-label="Linked measurements"]') ?? document.querySelector('main');
    return within?.querySelectorAll('.table tbody tr').length === expected;
  }, count);
}

/** Address of a view that no upload changes: bare Explore shows the latest upload. */
export const STUDY = '/explore?x=size&metric=busbw&library=nccl&placement=out_of_place&ranks=16&tool=study';
