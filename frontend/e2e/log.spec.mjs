// The log of an upload on its page: a long one, one with markup and marks in it, and what is wrong with its run.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test as plain } from './fixtures.mjs';
import { FAILURE, longLog, PROBLEM as problem } from './logs.mjs';

const test = plain.extend({
  /** Uploads the log once for all tests of a worker. */
  upload: [
    async ({ send }, use) => use(await send(`long-${Date.now()}.log`, longLog(Date.now()))),
    { scope: 'worker', timeout: 120_000 },
  ],
  /** The list of the log's lines, on the upload's page. */
  view: async ({ page, base, upload }, use) => {
    await page.goto(`${base}/uploads/${upload.id}`);
    const view = page.getByRole('listbox', { name: /^The log/ });
    await view.getByRole('option').first().waitFor();
    await use(view);
  },
  lines: async ({ view }, use) => use(view.getByRole('option')),
});

test('every line is accounted for, and the page says why the run failed', async ({ page, base, upload }) => {
  assert.equal(upload.lines, upload.rowLines + upload.notes + upload.problems, 'every line is accounted for');
  await page.goto(`${base}/uploads/${upload.id}`);
  await page
    .getByRole('alert')
    .getByText(new RegExp(`Run 1 failed: line .*${FAILURE}.*the last line before it`))
    .waitFor();
});

test('only the lines in sight exist, and markup in them is text', async ({ view, lines }) => {
  assert.match(await lines.first().textContent(), /^1\s*step 1 <script>alert\(0\)<\/script>⟨202E⟩/);
  assert.ok((await lines.count()) < 80, 'only the lines in sight exist');

  await view.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  await view.getByText('268435456').waitFor();
  assert.ok((await lines.count()) < 80, 'only the lines in sight exist, at the end as well');
});

test('the next problem is found and explained', async ({ page, view, out }) => {
  await page.getByRole('button', { name: 'Next problem' }).click();
  await page.locator(`#line-${problem}.problem.chosen`).waitFor();
  await page.waitForURL(`**line=${problem}*`);
  await page.getByText(/Line 200,030: .*expected/).waitFor();
  await view.screenshot({ path: join(out, 'log-problem.png') });
});

test('a search goes through the whole log, and steps from line to line', async ({ page, view, out }) => {
  const wanted = page.getByRole('searchbox', { name: 'Search in the log' });
  await wanted.fill('STEP 19999');
  await wanted.press('Enter');
  await page.locator('#line-19999.chosen').waitFor();
  assert.equal(await page.locator('#line-19999 mark').textContent(), 'step 19999');
  await page.getByRole('search', { name: 'In the log' }).getByText('1 of 11 lines').waitFor();
  await wanted.press('Enter');
  await page.locator('#line-199990.chosen').waitFor();
  await wanted.press('Shift+Enter');
  await wanted.press('Shift+Enter');
  await page.locator('#line-199999.chosen').waitFor();
  await view.screenshot({ path: join(out, 'log-search.png') });
  await wanted.fill('nobody wrote this');
  await wanted.press('Enter');
  await page.getByRole('search', { name: 'In the log' }).getByText('no lines').waitFor();
});

test('keys step through the problems, and Enter opens the run of a row', async ({ page, view, out }) => {
  await page.getByRole('button', { name: 'Next problem' }).click();
  await page.locator(`#line-${problem}.problem.chosen`).waitFor();
  // There is no second one; the line above is a row, and Enter opens its run.
  await view.focus();
  await page.keyboard.press('n');
  await page.getByText('No problem after this line.').waitFor();
  await page.keyboard.press('ArrowUp');
  await page.locator(`#line-${problem - 1}.row.chosen`).waitFor();
  await page.keyboard.press('p');
  await page.getByText('No problem before this line.').waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/runs/*');
  await page.getByRole('list', { name: 'Flags of this run' }).getByText('incomplete', { exact: false }).waitFor();
  await page.locator('.legend .flag').first().waitFor();
  await page.getByText(/1 run is incomplete/).waitFor();
  await page.screenshot({ path: join(out, 'run-flagged.png'), fullPage: true });
  await page.goBack();
  await page.locator(`#line-${problem - 1}.chosen`).waitFor();
});

test('only problems or only results are shown, and a line is gone to', async ({ page, lines }) => {
  await page.getByRole('button', { name: /^Problems/ }).click();
  await page.waitForURL('**show=problem*');
  await page.waitForFunction(() => document.querySelectorAll('.view .line').length === 1);
  assert.match(await lines.first().textContent(), /200030.*columns/);

  await page.getByRole('button', { name: /^Results/ }).click();
  await page.waitForURL('**show=row*');
  await page.waitForFunction(() => [...document.querySelectorAll('.view .line')].every((line) => line.matches('.row')));
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByLabel('Go to line').fill('123,456');
  await page.getByLabel('Go to line').press('Enter');
  await page.locator('#line-123456.chosen').waitFor();
});

test('runs are listed by what is wrong with them', async ({ page, base, upload }) => {
  await page.goto(`${base}/runs?flag=incomplete`);
  await page.locator('.table tbody tr', { hasText: upload.filename }).first().waitFor();
  const flags = await page
    .locator('.table tbody .flags')
    .evaluateAll((cells) => cells.map((cell) => cell.getAttribute('title')));
  assert.ok(
    flags.length > 0 && flags.every((titles) => titles.includes('incomplete')),
    `only flagged runs are listed: ${flags}`,
  );
});
