// An upload of what the study measured, beside the study: the way there, and what the page says of its rows.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { json } from './measured.mjs';
import { rowsOf } from './files.mjs';

/** Medians nearer to each other than this are called alike. */
const ALIKE = 1.03;

test('the page of an upload leads to its report beside the study', async ({ page, base, send, out }) => {
  const text = readFileSync(new URL('../../data/h200/h200_study.csv', import.meta.url), 'utf8');
  const { id } = await send('mine.csv', text);
  await page.goto(`${base}/uploads/${id}`);
  const [report] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Compare with the study' }).click(),
  ]);
  await report.getByRole('heading', { level: 1, name: 'Your measurements beside the EFA study' }).waitFor();
  await report.waitForLoadState();
  const said = (claim) => report.locator(`#claim-${claim} .pair > div`).nth(1);
  const badge = async (claim) => (await said(claim).locator('.badge').textContent()).trim();

  // Every ratio of Jacobi's ways, from the rows of the repository.
  const rows = rowsOf(text);
  const time = (variant) => {
    const times = rows.filter((row) => row.operation === 'jacobi' && row.variant === variant);
    return times.map((row) => Number(row.time_us)).toSorted((a, b) => a - b)[(times.length - 1) / 2];
  };
  const best = 'nvshmem+block+overlap+sync';
  const others = ['nccl', 'nccl+overlap', 'nccl+overlap+graph', 'nccl+overlap+graph+buffer', 'nvshmem+block'];
  const ratios = others.map((other) => time(other) / time(best));
  assert.deepEqual(
    await said('9b').locator('li').allTextContents(),
    others.map((other, at) => `${other} takes ${ratios[at].toFixed(3)} times the time of ${best} on 2 GPUs.`),
  );
  const slower = ratios.filter((ratio) => ratio > ALIKE).length;
  assert.ok(slower > 0 && slower < others.length, 'some are slower than the study’s best and some are not');
  assert.equal(await badge('9b'), 'In part', 'what is alike is not best');
  assert.equal(await badge('2'), 'Not measured');
  const pictures = await report
    .locator('img')
    .evaluateAll((all) => Promise.all(all.map((each) => each.decode().then(() => each.naturalWidth))));
  assert.equal(pictures.length, 10);
  assert.ok(pictures.every((width) => width > 0));
  await report.screenshot({ path: join(out, 'beside.png'), fullPage: true });
});

test('an upload with nothing of the study has no report', async ({ page, base }) => {
  const { items } = await json(page.request, `${base}/api/v1/uploads?size=500`);
  const other = items.find(({ filename }) => filename.startsWith('h200_nvlink_pairs.'));
  await page.goto(`${base}/uploads/${other.id}`);
  await page.getByRole('link', { name: 'Raw log' }).waitFor();
  assert.equal(
    await page.getByRole('link', { name: 'Compare with the study' }).count(),
    0,
    'it has nothing of the study',
  );
  const refused = await page.request.get(`${base}/api/v1/study/report?of=${other.id}`);
  assert.equal(refused.status(), 400);
  assert.match((await refused.json()).detail, /none of the measurements, 108 in all, is of what the study measured/);
});
