// Scaling: curves of sizes, forecasts on request, and the runs behind them.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';

test('curves are those that somebody asked for, and a forecast leads to its run', async ({ page, base, out }) => {
  await page.goto(`${base}/scaling?tool=study&operation=all_gather&placement=out_of_place`);
  await page.locator('.plot canvas').waitFor();
  const entries = page.locator('.legend .entry');
  assert.equal(await entries.count(), 7, 'one curve a message size, and no forecast that nobody asked for');
  await page.getByRole('checkbox', { name: 'forecasts' }).click();
  await page.waitForURL('**forecast=on*');
  await page.waitForFunction(() => document.querySelectorAll('.legend .entry').length > 7);
  const forecasts = page.getByRole('region', { name: 'Forecasts' });
  assert.doesNotMatch(await forecasts.textContent(), /2048 GPUs/, 'none beyond four times what was measured');
  await page.screenshot({ path: join(out, 'scaling.png'), fullPage: true });
  await page.getByRole('button', { name: 'Fixed size per rank' }).click();
  await page.waitForURL('**fixed=rank*');
  await entries.filter({ hasText: '2 MiB a rank' }).first().waitFor();
  await page.goBack();
  await forecasts.getByRole('link', { name: '1 run' }).first().click();
  await page.waitForURL('**/runs/*');
});
