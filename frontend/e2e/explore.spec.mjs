// Explore: its first view, the crosshair, metrics, files, the legend, zoom and link, axes, ready-made views, keys.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { ncclLog } from './logs.mjs';
import { STUDY, chartDrawn, viewOf } from './steps.mjs';

test.beforeEach(async ({ page, base }) => {
  await page.goto(base + STUDY);
  await chartDrawn(page);
});

test('the first view is the latest upload', async ({ page, base, send, stamp }) => {
  await send(`latest-${stamp}.log`, ncclLog(stamp));
  await page.goto(`${base}/explore`);
  // Another test may have sent one since.
  await page.waitForURL('**/explore?*run=*');
  await chartDrawn(page);
});

test('at most 20 controls stand above the chart', async ({ page }) => {
  const above = await page.evaluate(() => {
    const top = document.querySelector('.plot').getBoundingClientRect().top;
    const all = [...document.querySelectorAll('main :is(a, button, input, select, summary)')];
    return all.filter((each) => each.checkVisibility() && each.getBoundingClientRect().top < top).length;
  });
  assert.ok(above <= 20, `${above} controls`);
});

test('a view of the study has three collectives, and the crosshair their values', async ({ page }) => {
  const first = await viewOf(page);
  assert.equal(first.curves.length, 3, 'the three collectives of the study');
  await page.locator('.plot .u-over').hover();
  await page.locator('.tip').waitFor();
  const values = (await page.locator('.tip .value').allTextContents()).map((text) => parseFloat(text));
  assert.ok(values.length > 0, 'the crosshair names values');
  assert.deepEqual(
    values,
    values.toSorted((a, b) => b - a),
    'the values under the crosshair are sorted',
  );
});

test('another metric is drawn, and a step back returns to the one before', async ({ page }) => {
  await page.getByRole('button', { name: 'algbw', exact: true }).click();
  await page.getByRole('heading', { name: /algorithm bandwidth/i }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: /bus bandwidth/i }).waitFor();
});

const STARTS = { PNG: '\u0089PNG', SVG: '<svg', PDF: '%PDF', CSV: 'series,', JSON: '{' };
for (const [name, start] of Object.entries(STARTS))
  test(`the chart is saved as ${name}`, async ({ page, out }) => {
    await page.getByRole('button', { name: 'Export' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('group', { name: /Copy or download/ })
        .getByRole('link', { name, exact: true })
        .click(),
    ]);
    assert.match(file.suggestedFilename(), /^busbw-by-size_.*nccl/, 'the name says what is in it');
    const text = readFileSync(await file.path(), 'latin1');
    assert.ok(text.startsWith(start), `${file.suggestedFilename()} begins with ${text.slice(0, 12)}`);
    if (name === 'PNG' || name === 'SVG') await file.saveAs(join(out, `export.${name.toLowerCase()}`));
  });

test('the legend hides curves, a drag zooms, and the address alone shows the same', async ({ page, stranger, out }) => {
  const first = await viewOf(page);
  const [one] = await page.locator('.legend .entry').all();
  await one.click();
  await page.waitForURL('**hide=*');
  await curvesShown(page, [true, false, false]);
  await page
    .locator('.legend .entry')
    .nth(1)
    .click({ modifiers: ['Shift'] });
  await curvesShown(page, [true, true, false]);

  const area = await page.locator('.plot .u-over').boundingBox();
  await page.mouse.move(area.x + area.width * 0.3, area.y + area.height * 0.4);
  await page.mouse.down();
  await page.mouse.move(area.x + area.width * 0.5, area.y + area.height * 0.41, { steps: 4 });
  await page.mouse.move(area.x + area.width * 0.7, area.y + area.height * 0.42, { steps: 4 });
  await page.mouse.up();
  await page.waitForURL('**zoom=*');
  await page.waitForFunction((all) => {
    const shown = document.querySelectorAll('.table tbody tr').length;
    return shown > 0 && shown < all;
  }, first.rows.length);
  const zoomed = await viewOf(page);
  await page.screenshot({ path: join(out, 'explore-zoomed.png') });

  await stranger.goto(page.url());
  await chartDrawn(stranger);
  await stranger.waitForFunction(
    (count) => document.querySelectorAll('.table tbody tr').length === count,
    zoomed.rows.length,
  );
  assert.deepEqual(await viewOf(stranger), zoomed);

  await page.locator('.plot .u-over').dblclick();
  await page.waitForFunction(() => !location.search.includes('zoom='));
});

/** A click in the legend isolates a curve, with shift it toggles one; the page follows a moment later. */
function curvesShown(page, expected) {
  return page.waitForFunction((states) => {
    const entries = [...document.querySelectorAll('.legend .entry')];
    const shown = entries.map((entry) => entry.getAttribute('aria-pressed') === 'true');
    return JSON.stringify(shown) === JSON.stringify(states);
  }, expected);
}

test('the axes are chosen', async ({ page }) => {
  await page.getByRole('button', { name: 'GPUs', exact: true }).first().click();
  await page.waitForURL('**x=gpus*');
  await chartDrawn(page);
  await page.getByRole('button', { name: /^Options/ }).click();
  await page.getByRole('group', { name: 'Scale of the vertical axis' }).getByRole('button', { name: 'log₁₀' }).click();
  await page.waitForURL('**yscale=log*');
  await page.keyboard.press('Escape');
});

test('every ready-made view has curves', async ({ page }) => {
  await page.getByRole('button', { name: /^Views/ }).click();
  for (const view of await page.locator('.presets a').evaluateAll((links) => links.map((each) => each.href))) {
    await page.goto(view);
    await page.locator('.legend .entry').first().waitFor();
  }
});

test('keys open the search and the list of keys', async ({ page }) => {
  await page.keyboard.press('/');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'search');
  await page.keyboard.press('Tab');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'hidden' });
});

test('Tab reaches every control with a focus that can be seen', async ({ page }) => {
  const reached = new Set();
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      const style = getComputedStyle(element);
      const seen = style.outlineStyle !== 'none' || element.closest('.u-wrap') !== null;
      const name = element.getAttribute('aria-label') ?? element.textContent.trim().replace(/\s+/g, ' ');
      return { name: name.slice(0, 40), seen, body: element === document.body };
    });
    if (!at.body) assert.ok(at.seen, `focus can be seen on ${at.name}`);
    reached.add(at.name);
  }
  for (const name of [
    'Skip to content',
    'busbw',
    'Copy link',
    'Export',
    'All-Reduce',
    'Chart. Left and right arrow keys move al',
  ]) {
    assert.ok(reached.has(name), `Tab reaches ${name}; it reached ${[...reached].join(' | ')}`);
  }
});

test('arrow keys move the crosshair', async ({ page }) => {
  await page.locator('.plot').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal((await page.locator('.tip .at').textContent()).trim(), '64 MiB', 'arrow keys move the crosshair');
});
