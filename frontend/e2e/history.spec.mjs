// The history of runs: no change, too few runs to tell, and a change with what differs and the comparison of both sides.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { nightLog, repeatedLog } from './logs.mjs';

const query = (ids) => ids.map((id) => `run=${id}-1`).join('&');

test('runs of two versions in turns show no change', async ({ page, base, send, stamp }) => {
  // Stored in turns, so the order of time has no change.
  const ids = [];
  for (let i = 0; i < 6; i++) {
    ids.push((await send(`before-${stamp}-${i}.log`, repeatedLog(i + 1, 1, '22907', stamp))).id);
    ids.push((await send(`after-${stamp}-${i}.log`, repeatedLog(i + 101, 1.06, '23004', stamp))).id);
  }
  await page.goto(`${base}/history?${query(ids)}`);
  await page.locator('.headline').waitFor();
  assert.match(await page.locator('.headline').textContent(), /No change in 12 runs/);
});

test('few runs cannot tell', async ({ page, base, send, stamp }) => {
  const ids = [];
  for (let i = 0; i < 4; i++) ids.push((await send(`few-${stamp}-${i}.log`, repeatedLog(i + 1, 1, '22907', stamp))).id);
  await page.goto(`${base}/history?${query(ids)}`);
  await page.locator('.headline').getByText('4 runs are too few: 2 more are needed').waitFor();
});

test('histories with too few runs are hidden where others have enough', async ({ page, base, send, stamp }) => {
  const ids = [];
  for (let i = 0; i < 8; i++) {
    const log = repeatedLog(i + 1, 1, '22907', stamp);
    ids.push((await send(`short-${stamp}-${i}.log`, i < 6 ? log : log.replaceAll(' float ', ' int32 '))).id);
  }
  await page.goto(`${base}/history?${query(ids)}`);
  await page.getByText('1 more history has too few runs').waitFor();
  assert.equal(await page.locator('.table tbody tr').count(), 1);
  await page.getByRole('link', { name: 'Show it' }).click();
  await page.getByText('needs 4 more runs').last().waitFor();
  assert.equal(await page.locator('.table tbody tr').count(), 2);
});

test('a change is found where it is, with what differs, and leads to a comparison', async ({
  page,
  base,
  send,
  out,
  stamp,
}) => {
  const ids = [];
  for (let i = 0; i < 16; i++) ids.push((await send(`night-${stamp}-${i}.log`, nightLog(i, stamp))).id);
  await page.goto(`${base}/history?${query(ids)}`);
  await page.getByRole('heading', { name: /^Change 1: .* slower .*from run 9 on/ }).waitFor();
  await page.getByRole('region', { name: 'Change 1' }).getByText('2.30.4').first().waitFor();
  await page.screenshot({ path: join(out, 'history.png'), fullPage: true });
  await page.getByRole('link', { name: 'compare the runs before and after' }).click();
  await page.waitForURL('**/compare?*');
  await page.locator('.headline').waitFor();
});
