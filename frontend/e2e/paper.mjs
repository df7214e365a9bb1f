// Paper: the chart is laid out for its width, tables are whole, and nothing is there to press.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

export async function printPages(page, base, out) {
  await page.goto(`${base}/explore`);
  await page.locator('.plot canvas').waitFor();
  await page.getByRole('heading', { name: 'Values' }).waitFor();
  const onScreen = await page.locator('.plot canvas').evaluate((canvas) => canvas.clientWidth);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await page.waitForFunction((before) => document.querySelector('.plot canvas').clientWidth < before, onScreen);
  const printed = await page.evaluate(() => ({
    canvas: document.querySelector('.plot canvas').clientWidth,
    buttons: [...document.querySelectorAll('button:not(.entry), .button, header, select')].filter(
      (each) => each.getClientRects().length > 0,
    ).length,
    ground: getComputedStyle(document.documentElement).backgroundColor,
    cut: [...document.querySelectorAll('.frame')].filter((frame) => frame.scrollHeight > frame.clientHeight + 1).length,
  }));
  assert.deepEqual(printed, { canvas: 680, buttons: 0, ground: 'rgb(255, 255, 255)', cut: 0 });
  await page.screenshot({ path: join(out, 'printed.png'), fullPage: true });
  writeFileSync(join(out, 'printed.pdf'), await page.pdf({ format: 'A4' }));
  await page.emulateMedia({ media: 'screen' });
  await page.waitForFunction((before) => document.querySelector('.plot canvas').clientWidth === before, onScreen);
}
