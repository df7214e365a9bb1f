// A chart alone, in a frame on somebody else's page.
import assert from 'node:assert/strict';
import { test } from './fixtures.mjs';
import { repeatedLog } from './logs.mjs';

test('a frame has the chart of a page and nothing else, and links out of it', async ({ page, base, send, stamp }) => {
  const { id } = await send(`embedded-${stamp}.log`, repeatedLog(1, 1, '22907', stamp));
  const body = `<iframe src="${base}/embed/explore?x=size&metric=busbw&run=${id}-1" width="900" height="720"></iframe>`;
  await page.route(`${base}/wiki`, (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(`${base}/wiki`);
  const frame = page.frameLocator('iframe');
  await frame.getByRole('region', { name: 'Bus bandwidth against message size' }).waitFor();
  assert.equal(await frame.getByRole('button', { name: 'Export' }).isVisible(), false);
  assert.equal(await frame.getByRole('navigation').count(), 0);
  assert.equal(await frame.getByRole('heading', { name: 'Explore', exact: true }).isVisible(), false);
  const [whole] = await Promise.all([
    page.context().waitForEvent('page'),
    frame.getByRole('link', { name: 'Open in gpucomm' }).click(),
  ]);
  await whole.getByRole('heading', { name: 'Explore', exact: true }).waitFor();
});
