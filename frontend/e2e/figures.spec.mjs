// A figure of the study: its picture in two styles, the rows behind it, its files.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { imagesLoaded } from './steps.mjs';

test.beforeEach(async ({ page, base }) => {
  await page.goto(`${base}/figures`);
  await page.locator('a.card').first().click();
  await page.waitForURL('**/figures/*');
  await imagesLoaded(page, '.sheet img');
});

test('a figure lists the rows behind it', async ({ page }) => {
  await page.locator('.table tbody tr').first().waitFor();
  assert.ok((await page.locator('.table tbody tr').count()) >= 5, 'the rows behind the figure are listed');
});

test('a figure has the style that is chosen, and its files have the types that they say', async ({ page, base }) => {
  await page.getByRole('button', { name: 'study', exact: true }).click();
  await page.waitForURL('**style=study');
  await page.locator('.sheet img[src*="style=study"]').waitFor();
  await imagesLoaded(page, '.sheet img');
  const types = { PNG: 'image/png', SVG: 'image/svg+xml', CSV: 'text/csv', JSON: 'application/json' };
  for (const [name, type] of Object.entries(types)) {
    const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
    const answer = await page.request.get(base + href);
    assert.equal(answer.status(), 200, href);
    assert.ok(answer.headers()['content-type']?.startsWith(type), `${href} is ${answer.headers()['content-type']}`);
  }
  await page.goBack();
  await page.getByRole('button', { name: 'gpucomm', exact: true, pressed: true }).waitFor();
});
