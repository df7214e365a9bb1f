// Files that come by a form, by a drop, as text; what becomes of them; and a server that asks for its token.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { ncclLog, noLog } from './logs.mjs';
import { drop, fileOf, viewOf } from './steps.mjs';

const give = (page, ...files) => page.getByLabel('Log files', { exact: true }).setInputFiles(files);

test('a log is read and a text that is none is refused, whatever its name', async ({ page, base, out, stamp }) => {
  await page.goto(`${base}/uploads`);
  await give(
    page,
    fileOf(`all_reduce-${stamp}.log`, ncclLog(stamp)),
    fileOf(`<img src=x onerror=alert(1)> ${stamp}.txt`, noLog(stamp)),
  );
  await page.locator('li.done').waitFor();
  await page.locator('li.failed').waitFor();
  assert.match(await page.locator('li.done').textContent(), /All-Reduce/);
  assert.match(await page.locator('li.done').textContent(), /1 line not understood/);
  assert.equal(await page.locator('img[src=x]').count(), 0, 'a name is no markup');

  await page.locator('li.failed a').first().click();
  await page.getByRole('alert').waitFor();
  assert.match(await page.getByRole('alert').textContent(), /not understood/);
  assert.match(await page.getByRole('heading', { level: 1 }).textContent(), /onerror=alert/);
  await page.screenshot({ path: join(out, 'upload-failed.png') });
});

test('names of hosts are replaced before anything is stored', async ({ page, base, stamp }) => {
  await page.goto(`${base}/uploads`);
  await page.getByLabel('Replace host names').check();
  await page.getByText('-F pseudonymise=hosts').waitFor();
  const name = `made-up-1-${stamp}.log`;
  await give(page, fileOf(name, ncclLog(`${stamp} hosts`)));
  const link = page.locator('li.done', { hasText: name }).getByRole('link').first();
  await link.waitFor();
  const kept = await page.request.get(`${base}/api/v1${new URL(await link.getAttribute('href'), base).pathname}/raw`);
  assert.ok(!(await kept.text()).includes('made-up-1'), 'the host is not in what was stored');
  assert.match(await kept.text(), /on\s+host-1 device/);
});

test('the same bytes are the same upload, whose page has its problems, its raw log and its run', async ({
  page,
  base,
  send,
  out,
  stamp,
}) => {
  await send(`all_reduce-${stamp}.log`, ncclLog(stamp));
  await page.goto(`${base}/uploads`);
  await give(page, fileOf(`all_reduce-${stamp}.log`, ncclLog(stamp)));
  await page.getByText('known already').waitFor();
  await page.screenshot({ path: join(out, 'uploads-sent.png') });
  await page.locator('li.done a').first().click();
  await page.waitForURL('**/uploads/*');
  await page.getByRole('heading', { name: /1 of 4\d lines not understood/ }).waitFor();
  assert.equal(await page.getByRole('region', { name: 'Problems' }).locator('tbody td').first().textContent(), '30');
  const raw = await page.request.get(base + (await page.getByRole('link', { name: 'Raw log' }).getAttribute('href')));
  assert.equal(await raw.text(), ncclLog(stamp), 'the raw log is what was sent');

  await page.getByRole('region', { name: 'Runs' }).locator('tbody tr a').first().click();
  await page.waitForURL('**/runs/*');
  // The chart of the upload's page stands until that of the run is there.
  await page.locator('.legend .entry').nth(1).waitFor();
  const charted = await viewOf(page);
  assert.equal(charted.curves.length, 2, 'out-of-place and in-place are two curves');
  await page.getByText('wrong data', { exact: false }).first().waitFor();
});

test('a file is taken wherever it is dropped, and what becomes of it is shown there', async ({
  page,
  base,
  out,
  stamp,
}) => {
  const name = `dropped-${stamp}.log`;
  await page.goto(`${base}/study`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await drop(page, name, ncclLog(`${stamp} dropped`));
  const tray = page.getByRole('region', { name: 'Files that you sent' });
  await tray.locator('li.done', { hasText: name }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/study', 'the page stays');
  await page.screenshot({ path: join(out, 'dropped.png') });
  await tray.getByRole('button', { name: 'Close' }).click();
  await tray.waitFor({ state: 'hidden' });
  await page.goto(base);
  await page.getByRole('link', { name }).first().waitFor();
});

test('a text that is pasted is an upload', async ({ page, base, stamp }) => {
  await page.goto(`${base}/uploads`);
  await page.getByRole('button', { name: 'Paste text' }).click();
  await page.getByLabel('Output copied from a terminal').fill(ncclLog(`${stamp} pasted`));
  await page.getByRole('button', { name: 'Upload text' }).click();
  await page.locator('li.done').waitFor();
});

/** A server with a token answers 401 to writes; the test gives that answer in its place. */
test('where the server wants its token, the page asks for it', async ({ page, base, forgive, stamp }) => {
  forgive(/status of 401/);
  await page.route(/\/api\/v1\/uploads(\?|$)/, async (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || request.headers()['authorization'] === 'Bearer open sesame')
      return route.continue();
    return route.fulfill({
      status: 401,
      contentType: 'application/problem+json',
      body: '{"title":"Unauthorized","detail":"This server requires a token for uploads.","status":401}',
    });
  });
  await page.goto(`${base}/uploads`);
  await give(page, fileOf(`token-${stamp}.log`, ncclLog(`${stamp} token`)));
  await page.getByLabel(/requires a token for uploads/).fill('open sesame');
  await page.getByRole('button', { name: 'Upload with this token' }).click();
  await page.locator('li.done').waitFor();
});
