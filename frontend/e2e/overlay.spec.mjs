// A file of the reader's own over a chart: drawn, not stored, and in a link only when that is asked for.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { ncclLog, noLog } from './logs.mjs';
import { STUDY, fileOf } from './steps.mjs';

test('a file is drawn, not stored, and in a link only when that is asked for', async ({
  page,
  base,
  forgive,
  out,
  stamp,
}) => {
  forgive(/status of 400.*overlay/);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const total = async () => (await (await page.request.get(`${base}/api/v1/uploads`)).json()).total;
  const before = await total();
  const name = `overlaid-${stamp}.log`;
  const own = page.locator('.legend .entry', { hasText: name });
  const choose = async (text) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose a file' }).click(),
    ]);
    await chooser.setFiles([fileOf(name, text)]);
  };

  await page.goto(base + STUDY);
  await page.locator('.plot canvas').waitFor();
  const drawn = await page.locator('.legend .entry').count();
  await page.getByRole('button', { name: /^Overlay/ }).click();
  await choose(noLog(stamp));
  await page.getByText(`${name} cannot be drawn`).waitFor();
  await choose(ncclLog(`${stamp} overlaid`));
  await own.first().waitFor();
  assert.equal(await page.locator('.legend .entry').count(), drawn + 2, 'out-of-place and in-place are two curves');
  await page.getByText(`${name} is from your disk: not stored on the server`).waitFor();
  await page.screenshot({ path: join(out, 'overlay.png') });
  assert.equal(await total(), before, 'it is no upload');

  const copied = async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Copied').first().waitFor();
    return page.evaluate(() => navigator.clipboard.readText());
  };
  assert.ok(!(await copied()).includes('#'), 'nobody asked for it in the link');
  await page.getByRole('button', { name: /^Overlay/ }).click();
  await page.getByLabel('Include their values in copied links').check();
  const link = await copied();
  assert.match(link, /#over=/);

  // Other charts have it too, as long as the page lives, and by every metric that it has.
  await page.getByRole('button', { name: 'algbw', exact: true }).click();
  await page.getByRole('heading', { name: /algorithm bandwidth/i }).waitFor();
  assert.equal(await own.count(), 2);
  await page.getByRole('button', { name: /^Overlay/ }).click();
  await page.getByRole('button', { name: `Remove ${name}` }).click();
  await own.first().waitFor({ state: 'detached' });

  const other = await page.context().newPage();
  await other.goto(link);
  await other.locator('.legend .entry', { hasText: name }).first().waitFor();
  await other.close();
  await page.reload();
  await page.locator('.plot canvas').waitFor();
  assert.equal(await own.count(), 0, 'a new page has none');
});
