// Paper: the chart is laid out for its width, tables are whole, and nothing is there to press.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { STUDY } from './steps.mjs';

test('a chart is laid out for paper, tables are whole, and nothing is there to press', async ({ page, base, out }) => {
  await page.goto(base + STUDY);
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
});

test('every line of a log is on paper, in its order', async ({ page, base, send, out }) => {
  const text = ['# nccl-tests', ...Array.from({ length: 1400 }, (_, at) => `line ${at} of a log to print`)].join('\n');
  const { id, lines } = await send('to-print.log', `${TABLE}\n${text}\n`);
  await page.goto(`${base}/uploads/${id}`);
  await page.locator('pre.printed').waitFor({ state: 'attached' });
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('pre.printed').innerText();
  const raw = (await (await page.request.get(`${base}/api/v1/uploads/${id}/raw`)).text()).trimEnd().split('\n');
  assert.equal(raw.length, lines, 'the log came whole');
  assert.deepEqual(
    printed.split('\n').map((line) => line.slice(String(lines).length + 3)),
    raw,
    'every line is printed',
  );
  assert.equal(await page.locator('.view').isVisible(), false, 'what is in sight is not printed twice');
  writeFileSync(join(out, 'printed-log.pdf'), await page.pdf({ format: 'A4' }));
  await page.emulateMedia({ media: 'screen' });
  assert.equal(await page.locator('pre.printed').isVisible(), false, 'on the screen it is not there');
});

const TABLE = `# OSU MPI Latency Test v5.8
# Size          Latency (us)
8                      10.00
16                     11.00`;
