// A folder that is dropped on a page: every file in it is sent, and the page says how many.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { repeatedLog } from './logs.mjs';
import { STUDY } from './steps.mjs';

test('every file of a folder that is dropped is sent, and the page says how many', async ({ page, out, stamp }) => {
  const folder = join(mkdtempSync(join(tmpdir(), 'dropped-')), 'night');
  mkdirSync(join(folder, 'rack-2'), { recursive: true });
  const paths = ['a.log', 'b.log', 'rack-2/a.log'];
  paths.forEach((path, at) => writeFileSync(join(folder, path), repeatedLog(at + 1, 1, 22803, `${stamp} folder`)));

  await page.goto(STUDY);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  const drag = (type) => devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 400, data });
  await page.evaluate(() =>
    addEventListener('dragover', (event) =>
      setTimeout(() => (document.body.dataset.over = String(event.defaultPrevented))),
    ),
  );
  await drag('dragEnter');
  await page.getByText('Drop to upload').waitFor();
  // A mouse that rests goes on saying so, as long as the page has not answered.
  do await drag('dragOver');
  while (!(await page.locator('body[data-over=true]').isVisible()));
  // The browser lets go what the page has said it takes: it knows that from the answer to the event before.
  await drag('dragOver');
  await drag('drop');
  const tray = page.getByRole('region', { name: 'Files that you sent' });
  await tray.getByText('3 files from the folder night.').waitFor();
  await tray.getByText('3 files: 3 read').waitFor();
  const names = await tray.locator('.name').allTextContents();
  assert.deepEqual(names.map((name) => name.trim()).sort(), paths.map((path) => `night/${path}`).sort());
  await page.screenshot({ path: join(out, 'folder.png') });
});
