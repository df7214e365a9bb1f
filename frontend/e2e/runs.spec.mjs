// The list of runs: found, sorted, chosen, opened.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { chartDrawn } from './steps.mjs';

test.beforeEach(async ({ page, base }) => {
  await page.goto(`${base}/runs`);
  await page.locator('.table tbody tr').first().waitFor();
});

test('runs are found by a word and sorted by a column', async ({ page }) => {
  const all = await page.locator('.table tbody tr').count();
  await page.getByPlaceholder('Host, GPU, version').fill('jacobi');
  await page.waitForURL('**q=jacobi*');
  await page.waitForFunction((count) => document.querySelectorAll('.table tbody tr').length < count, all);
  await page.getByRole('link', { name: 'Clear' }).click();
  await page.waitForFunction((count) => document.querySelectorAll('.table tbody tr').length === count, all);
  await page.getByRole('link', { name: 'Measured' }).click();
  await page.waitForURL('**sort=-points*');
  await page.locator('th[aria-sort=descending]').waitFor();
  // Sorted by measurements, most first. The mark in the header is there before the rows have come.
  await page.waitForFunction(() => {
    const cells = [...document.querySelectorAll('.table tbody td:nth-child(10)')];
    const numbers = cells.map((cell) => Number(cell.textContent.replaceAll(',', '')));
    return numbers.length > 1 && numbers.every((n, i) => i === 0 || numbers[i - 1] >= n);
  });
});

test('chosen runs go where they are looked at together', async ({ page, base }) => {
  const rows = page.locator('.table tbody tr');
  await rows.nth(0).getByRole('checkbox').check();
  await rows.nth(1).getByRole('checkbox').check();
  const together = page.getByRole('group', { name: 'Selected runs' });
  await together.getByText('2 runs selected').waitFor();
  const compare = new URL(await together.getByRole('link', { name: 'Compare' }).getAttribute('href'), base);
  assert.equal(compare.searchParams.getAll('a').length + compare.searchParams.getAll('b').length, 2);
  const explore = new URL(await together.getByRole('link', { name: 'Draw together' }).getAttribute('href'), base);
  assert.equal(explore.searchParams.getAll('run').length, 2);
  await together.getByRole('button', { name: 'Clear' }).click();
  await together.waitFor({ state: 'hidden' });
});

test('a run has a chart, a fingerprint and its measurements, and is opened in Explore', async ({ page }) => {
  await page.getByRole('link', { name: 'Measured' }).click();
  await page.waitForURL('**sort=-points*');
  await page.locator('th[aria-sort=descending]').waitFor();
  await page.locator('.table tbody tr').first().getByRole('link').first().click();
  await page.waitForURL('**/runs/*');
  await chartDrawn(page);
  await page.getByRole('heading', { name: 'Environment' }).waitFor();
  await page.getByRole('heading', { name: 'Measurements', exact: true }).waitFor();
  await page.getByRole('link', { name: 'Open in Explore' }).click();
  await page.waitForURL('**/explore?*run=*');
  await chartDrawn(page);
});
