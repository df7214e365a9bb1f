// Views of one's own, a start page, and charts for others.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from './fixtures.mjs';

test('a view has a name, may be the start page, and is forgotten', async ({ page, base, out }) => {
  const path = '/runs?q=jacobi';
  await page.goto(base + path);
  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByLabel('Name of this view').fill('Jacobi <runs>');
  await page.getByRole('button', { name: 'Save this view' }).click();
  await page.getByRole('list', { name: 'Saved views' }).getByRole('link', { name: 'Jacobi <runs>' }).waitFor();
  await page.getByLabel('start page').check();
  await page.screenshot({ path: join(out, 'saved-views.png') });

  await page.goto(`${base}/`);
  await page.waitForURL(`**${path}`);
  await page.getByRole('heading', { level: 1, name: 'Runs' }).waitFor();
  await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Home' }).click();
  await page.getByRole('heading', { level: 1, name: 'GPU communication, measured' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/', 'the overview is still to be had');

  await page.getByRole('button', { name: 'Saved views' }).click();
  await page.getByRole('button', { name: 'Delete Jacobi <runs>' }).click();
  await page.goto(`${base}/`);
  await page.getByRole('heading', { level: 1, name: 'GPU communication, measured' }).waitFor();
  assert.equal(new URL(page.url()).pathname, '/');
});

test('a chart is shared as Markdown and as a page that loads nothing', async ({ page, base, out }) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const { items } = await (await page.request.get(`${base}/api/v1/runs?operation=all_reduce&size=1`)).json();
  await page.goto(`${base}/runs/${items[0].id}`);
  await page.locator('.plot canvas').waitFor();
  const headline = await page.locator('.headline').first().textContent();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Copy Markdown' }).click();
  await page.getByText('Copied').waitFor();
  const markdown = await page.evaluate(() => navigator.clipboard.readText());
  const [, picture, link] = /^\[!\[[^\]]+\]\(([^)]+)\)\]\(([^)]+)\)/.exec(markdown);
  assert.equal(link, page.url());
  assert.ok(markdown.replaceAll('\\', '').includes(`**${headline}**`), `${markdown} has the headline`);
  const answer = await page.request.get(picture);
  assert.equal(answer.status(), 200);
  assert.equal(answer.headers()['content-type'], 'image/png');

  const shown = await page.evaluate(
    async (path) => (await (await fetch(path)).text()).trim().split('\n').length - 1,
    [
      await page
        .getByRole('group', { name: /Copy or download/ })
        .first()
        .getByRole('link', { name: 'CSV', exact: true, includeHidden: true })
        .getAttribute('href'),
    ],
  );
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as HTML' }).click(),
  ]);
  const saved = join(out, 'shared.html');
  await file.saveAs(saved);
  const text = readFileSync(saved, 'utf8');
  assert.ok(!/<script|<img|<link|src=/.test(text), 'it loads and runs nothing');
  const alone = await page.context().newPage();
  await alone.setContent(text);
  assert.equal(await alone.locator('h1').textContent(), headline);
  assert.ok((await alone.locator('svg').boundingBox()).height > 200, 'the picture is in it');
  const cells = await alone.locator('tbody td').allTextContents();
  assert.equal(cells.filter((cell) => cell !== '–').length, shown, 'every point of the chart is in it');
  await alone.screenshot({ path: join(out, 'shared.png'), fullPage: true });
  await alone.close();
});
