// What one does with what is there: runs of one file are told apart, deleted and put back; alerts are turned off; profiles are dropped.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { ncclLog } from './logs.mjs';

/** With a line of numbers below both that belongs to none. */
test('two runs of one file are told apart, deleted and put back', async ({ page, base, send, stamp }) => {
  const filename = `twice-${stamp}.log`;
  const twice = `$ all_reduce_perf -b 8 -g 8\n${ncclLog(`a${stamp}`)}$ all_reduce_perf -b 8 -g 8 -c 1\n${ncclLog(`b${stamp}`)}`;
  const upload = await send(filename, `${twice}counter_of_a_switch 2048 12 7.5 3 99 1.25\n`);
  await page.goto(`${base}/runs?upload=${upload.id}`);
  const rows = page.locator('.table tbody tr');
  await rows.nth(1).waitFor();
  const files = await page.locator('.table tbody .file').allTextContents();
  assert.equal(
    new Set(files.map((text) => text.replace(/\s+/g, ' '))).size,
    2,
    `runs of one file are told apart: ${files}`,
  );
  for (const text of files) assert.match(text, /line \d/, 'where a run stands in its file');
  assert.match(files.join(), /-c 1/, 'what was called, where that differs');

  const all = (upload.problems ?? 0) + upload.fileProblems;
  const { items } = await (await page.request.get(`${base}/api/v1/runs?upload=${upload.id}`)).json();
  for (const { problems } of items)
    assert.ok(problems < all, `one run has not all ${all} lines that were not understood`);
  for (const text of await rows.allTextContents())
    assert.match(text.replace(/\s+/g, ' '), new RegExp(`\\d of ${all}\\b`), 'a run says how many of its file’s it has');

  await page.getByLabel('Choose all runs of this page').check();
  await page.getByRole('button', { name: 'Delete 1 upload' }).click();
  await page.getByText('1 upload deleted').waitFor();
  await page.getByText('No runs match these filters').waitFor();
  assert.equal((await (await page.request.get(`${base}/api/v1/runs?upload=${upload.id}`)).json()).total, 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await rows.nth(1).waitFor();
  assert.equal((await (await page.request.get(`${base}/api/v1/runs?upload=${upload.id}`)).json()).total, 2);
});

test('the first of many hosts stand there, the others are a click away', async ({ page, base, send, stamp }) => {
  const ranks = 512;
  const devices = Array.from(
    { length: ranks },
    (_, rank) =>
      `#  Rank ${rank} Group  0 Pid ${4000 + rank} on folded-${rank} device  0 [0000:04:00] NVIDIA H100 80GB HBM3`,
  );
  const log = ncclLog(`d${stamp}`).split('\n');
  const first = log.findIndex((line) => line.startsWith('#  Rank'));
  const last = log.findLastIndex((line) => line.startsWith('#  Rank'));
  log.splice(first, last - first + 1, ...devices);
  const { runIds } = await send(`hosts-${stamp}.log`, log.join('\n'));
  await page.goto(`${base}/runs/${runIds[0]}`);
  const facts = page.getByRole('region', { name: 'Fingerprint' });
  const more = facts.locator('summary', { hasText: /^\d+ more$/ }).first();
  await more.waitFor();
  const hosts = () =>
    facts.evaluate((list) => {
      const named = [...list.querySelectorAll('dd div')].filter((each) => /^folded-\d+$/.test(each.textContent));
      return [named.length, named.filter((each) => each.checkVisibility()).length];
    });
  const [all, seen] = await hosts();
  assert.equal(all, ranks, 'all hosts are there');
  assert.ok(seen > 0 && seen < 20, `few of them are seen: ${seen}`);
  await more.click();
  assert.deepEqual(await hosts(), [ranks, ranks], 'the others are a click away');
});

test('alerts are turned off and on', async ({ page, base }) => {
  const off = async () => (await (await page.request.get(`${base}/api/v1/alerts`)).json()).off;
  await page.goto(`${base}/uploads/alerts`);
  await page.getByRole('button', { name: 'Turn alerts off' }).click();
  await page.getByRole('button', { name: 'Turn alerts on' }).waitFor();
  assert.equal(await off(), true);
  await page.getByRole('button', { name: 'Turn alerts on' }).click();
  await page.getByRole('button', { name: 'Turn alerts off' }).waitFor();
  assert.equal(await off(), false);
});

test('a profile that is dropped on the page of hardware is read there, a log is an upload', async ({
  page,
  base,
  stamp,
}) => {
  await page.goto(`${base}/uploads/hardware`);
  await page.getByRole('heading', { name: 'Hardware' }).waitFor();
  const carried = (name, text) =>
    page.evaluateHandle(
      ([file, content]) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([content], file));
        return transfer;
      },
      [name, text],
    );
  const profile = await carried('ours.yaml', `hardware:\n  - id: dropped-${stamp}\n`);
  await page.dispatchEvent('main', 'dragenter', { dataTransfer: profile });
  await page.getByText('Drop hardware profiles').waitFor();
  await page.dispatchEvent('main', 'drop', { dataTransfer: profile });
  await page.waitForFunction((id) => document.querySelector('textarea')?.value.includes(id), `dropped-${stamp}`);
  assert.equal(await page.getByRole('region', { name: 'Files that you sent' }).count(), 0, 'a profile is no upload');
  const log = await carried(`dropped-${stamp}.log`, ncclLog(`c${stamp}`));
  await page.dispatchEvent('main', 'drop', { dataTransfer: log });
  await page.getByRole('region', { name: 'Files that you sent' }).waitFor();
});
