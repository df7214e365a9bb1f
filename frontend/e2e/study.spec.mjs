// The study's claims, each with the measurements behind it.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { rowsShown } from './steps.mjs';

test('a claim leads to its measurements', async ({ page, base, out }) => {
  await page.goto(`${base}/study`);
  const claims = page.locator('ol > li');
  await claims.first().waitFor();
  assert.equal(await claims.count(), 11);
  const link = claims.first().getByRole('link', { name: /measurements$/ });
  const count = Number((await link.textContent()).split(' ')[0]);
  await link.click();
  await page.waitForURL(/\/rows\?in=/);
  await rowsShown(page, count);
  await page.goBack();
  await page.getByRole('region', { name: 'Findings' }).locator('.next code').first().waitFor();
  await page.screenshot({ path: join(out, 'study.png'), fullPage: true });
});

test('an address without measurements says so', async ({ page, base }) => {
  await page.goto(`${base}/rows`);
  await page.getByText('This address lists no measurements').waitFor();
});
