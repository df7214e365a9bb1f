// What the data says, and the rows behind it: on the page of an upload, in a chart, on the overview and beside a figure.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test as plain } from './fixtures.mjs';
import { ncclLog } from './logs.mjs';
import { assertCalm, countShifts } from './shift.mjs';
import { rowsShown } from './steps.mjs';

const test = plain.extend({
  /** An upload with wrong data, whose name is markup. */
  upload: async ({ send, stamp }, use) => use(await send(`<img src=x> ${stamp}.log`, ncclLog(`${stamp} findings`))),
});

test('an upload says what matters most first', async ({ page, base, out, upload }) => {
  assert.equal(upload.findings.wrong, 1, 'wrong data is what matters most');
  await page.goto(`${base}/uploads/${upload.id}`);
  const panel = page.getByRole('region', { name: 'Findings' });
  await panel.getByRole('listitem').first().waitFor();
  assert.equal(await page.locator('.headline').textContent(), upload.findings.headline);
  assert.match(upload.findings.headline, /^Wrong data: /, 'what matters first');
  assert.match(await panel.textContent(), /1 wrong/);
  assert.equal(await page.locator('img[src=x]').count(), 0, 'a name in a sentence is no markup');
  await page.screenshot({ path: join(out, 'findings.png'), fullPage: true });
});

test('every finding of an upload leads to the rows behind it', async ({ page, base, upload }) => {
  await page.goto(`${base}/uploads/${upload.id}`);
  const panel = page.getByRole('region', { name: 'Findings' });
  await panel.getByRole('listitem').first().waitFor();
  await panel.locator('summary').first().click();
  await panel.locator('details dd').first().waitFor();
  await everyLinkShowsItsRows(page, panel);
});

test('the chart of a run marks what its findings speak of, and the address says whether', async ({
  page,
  base,
  upload,
}) => {
  await page.goto(`${base}/runs/${upload.id}-1`);
  const marks = page.getByLabel('Annotate findings');
  await marks.waitFor();
  assert.equal(await marks.isChecked(), true);
  const svg = () => page.locator('.plot p').first().textContent();
  assert.match(await svg(), /Line: .*NVLink/, 'the limit is in the words of the chart too');
  await marks.click();
  await page.waitForURL('**marks=off*');
  await page.waitForFunction(() => !document.querySelector('.plot p')?.textContent.includes('NVLink'));
});

test('the overview says it below the name of the upload, without moving what is below', async ({
  page,
  base,
  out,
  upload,
}) => {
  await countShifts(page);
  await page.goto(`${base}/`);
  const latest = page.locator(`tr.hasHeadline:has(a[href$="${upload.id}"]) + tr.headline`);
  await latest.getByText(upload.findings.headline).waitFor();
  assert.match(
    await page.locator('.hasHeadline', { has: page.locator(`a[href$="${upload.id}"]`) }).textContent(),
    /<img/,
  );
  assert.equal(await latest.locator('.grave').count(), 1, 'wrong data is marked');
  await page.waitForFunction(() => document.querySelectorAll('tr.headline [aria-busy=true]').length === 0);
  await assertCalm(page, 'the overview with headlines');
  await page.screenshot({ path: join(out, 'overview-headlines.png') });
});

test('a figure says what its curves do', async ({ page, base }) => {
  await page.goto(`${base}/figures/alltoall_comparison`);
  await page
    .getByRole('region', { name: 'Findings' })
    .getByText('the fastest is NCCL on 16 to 256 GPUs')
    .first()
    .waitFor();
});

async function everyLinkShowsItsRows(page, panel) {
  const links = await panel
    .getByRole('link', { name: /measurements?$/ })
    .evaluateAll((all) => all.map((link) => ({ href: link.href, text: link.textContent })));
  assert.ok(links.length > 2, 'findings lead to their measurements');
  const back = page.url();
  for (const { href, text } of links) {
    await page.goto(href);
    await rowsShown(page, Number(text.split(' ')[0]));
  }
  await page.goto(back);
  await panel.getByRole('listitem').first().waitFor();
}
