// A job that failed before its first result: a flagged run with its headline in every list, found by its file's name and host.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';

const FAILING = 'Test NCCL failure common.cu:1006';

function failedLog(host, stamp) {
  return [
    `# nccl-tests version 2.17.6 nccl-headers=22803 nccl-library=22803 ${stamp}`,
    '# Collective test starting: all_reduce_perf',
    '# nThread 1 nGpus 1 minBytes 8 maxBytes 134217728 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0',
    '#',
    '# Using devices',
    `#  Rank  0 Group  0 Pid  40001 on ${host}-3 device  0 [0000:07:00] NVIDIA A100-SXM4-40GB`,
    `#  Rank  1 Group  0 Pid  40002 on ${host}-4 device  0 [0000:07:00] NVIDIA A100-SXM4-40GB`,
    `${host}-4: ${FAILING} 'unhandled system error (run with NCCL_DEBUG=INFO for details) / '`,
    ` .. ${host}-4 pid 40002: Test failure common.cu:844`,
    `srun: error: ${host}-4: task 1: Exited with exit code 3`,
    '',
  ].join('\n');
}

test('a job that failed is a flagged run with its headline, found by file and host', async ({
  page,
  out,
  stamp,
  send,
}) => {
  const host = `tarn${stamp}`;
  const name = `failing-${stamp}.log`;
  const upload = await send(name, failedLog(host, stamp));
  assert.equal(upload.rows, 0);
  assert.equal(upload.runs, 1, 'what failed is a run');
  const headline = upload.findings.headline;
  assert.match(headline, /^Failed: .*system error/);

  for (const path of ['/', '/uploads']) {
    await page.goto(path);
    const row = page
      .locator('tr', { has: page.getByRole('link', { name, exact: true }) })
      .filter({ hasText: 'failed' });
    await row.first().waitFor();
    await page.getByText(headline).first().waitFor();
    assert.notEqual((await row.first().locator('td.number.bad').textContent()).trim(), '0', `${path}: problems`);
    await page.screenshot({ path: join(out, `failed-${path.slice(1) || 'home'}.png`) });
  }
  for (const words of [name, `${host}-4`]) {
    await page.goto(`/runs?q=${encodeURIComponent(words)}`);
    const row = page.locator('.table tbody tr', { hasText: name });
    await row.getByText('⚑ aborted').waitFor();
    assert.equal(await row.count(), 1, `found by ${words}`);
  }
  await page.screenshot({ path: join(out, 'failed-runs.png') });
  await page.locator('.table tbody a', { hasText: name }).click();
  await page.getByText(headline).first().waitFor();
  await page.screenshot({ path: join(out, 'failed-run.png'), fullPage: true });

  await page.goto(`/uploads/${upload.id}`);
  await page.getByText(headline).first().waitFor();
  await page.locator('.line.failing', { hasText: FAILING }).waitFor();
  await page.screenshot({ path: join(out, 'failed-upload.png'), fullPage: true });
});
