// Addresses that lead nowhere, and choices that nothing fits.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';

test.beforeEach(({ forgive }) => forgive(/status of 40[04]/));

for (const [path, text] of [
  ['/runs/0000000000000000-1', 'Not Found'],
  ['/uploads/0000000000000000', 'Not Found'],
  ['/figures/no-such-figure', 'No such figure'],
  ['/explore?x=size&metric=busbw&operation=get', 'No measurements match these filters'],
  ['/explore?x=size&metric=busbw&operation=no_such_operation', 'operation must be one of'],
])
  test(`${path} says: ${text}`, async ({ page, base }) => {
    await page.goto(base + path);
    await page.getByText(text, { exact: false }).first().waitFor();
  });

test('a page that is not there leads to those that are', async ({ page, base }) => {
  await page.goto(`${base}/no/such/page`);
  await page.getByText('Page not found', { exact: false }).first().waitFor();
  const named = await page.locator('main a').evaluateAll((links) => links.map((link) => link.textContent.trim()));
  for (const name of [
    'Home',
    'Runs',
    'Explore',
    'Compare',
    'Regressions',
    'Re-import',
    'Audit log',
    'Alerts',
    'Hardware',
  ])
    assert.ok(named.includes(name), `a page that is not there leads to ${name}: ${named}`);
});
