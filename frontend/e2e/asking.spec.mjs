// Where more curves match than a person can read, pages say how many and what to fix; each choice leaves as many as it says.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { json } from './measured.mjs';

const question = (page) => page.getByRole('region', { name: 'Too many curves' });

/** How many the page says that there are. */
async function askedAbout(page) {
  await question(page).waitFor();
  return Number(/([\d,]+) (pairs of )?curves match/.exec(await question(page).textContent())[1].replaceAll(',', ''));
}

/** How many the page draws: what its legend names. */
function drawn(page) {
  return page.locator('.legend').first().locator('.entry').count();
}

/** Takes each choice that is offered first for its dimension, and counts what is drawn or asked about then. */
async function checkChoices(page, url, curvesOfOne = 1) {
  await page.goto(url);
  await question(page).waitFor();
  const rows = await question(page).locator('.row').count();
  assert.ok(rows > 0, `${url}: something can be fixed`);
  for (let row = 0; row < rows; row++) {
    await page.goto(url);
    const choice = question(page).locator('.row').nth(row).locator('button:not(.more)').first();
    const left = Number((await choice.locator('.muted').textContent()).replaceAll(',', ''));
    await choice.click();
    await page.waitForFunction(
      (expected) => {
        const entries = document.querySelector('.legend')?.querySelectorAll('.entry').length;
        const asked = document.querySelector('.many strong')?.textContent ?? '';
        return asked === '' ? entries === expected.drawn : asked.startsWith(`${expected.asked} `);
      },
      { drawn: left * curvesOfOne, asked: left },
    );
  }
}

for (const choice of ['', '&combine=runs', '&combine=repetitions&placement=out_of_place'])
  test(`explore asks, with as many choices as match: ${choice || 'all'}`, async ({ page, base, out }) => {
    const url = `${base}/explore?x=size&metric=busbw&operation=all_reduce${choice}`;
    await page.goto(url);
    const count = await askedAbout(page);
    assert.ok(count > 12);
    const listed = await page.locator('.table').first().locator('thead th:not(.rest):not(.corner)').count();
    assert.equal(await drawn(page), count, `${choice}: all that match are drawn, and the legend names them`);
    if (count <= 40) assert.equal(listed, count, `${choice}: the table lists as many as match`);
    await checkChoices(page, url);
    await page.screenshot({ path: join(out, 'fleet-many.png'), fullPage: true });
  });

test('scaling asks where too many sizes match', async ({ page, base, out }) => {
  await page.goto(`${base}/scaling`);
  await page.locator('.legend .entry').first().waitFor();
  assert.ok((await drawn(page)) <= 12, 'what the page chooses itself can be told apart');
  assert.equal(await page.getByLabel('forecasts').isChecked(), false, 'nobody asked for forecasts');
  const url = `${base}/scaling?operation=all_reduce&placement=out_of_place`;
  await page.goto(url);
  assert.ok((await askedAbout(page)) > 40);
  assert.ok((await drawn(page)) > 40, 'many are drawn');
  await page.screenshot({ path: join(out, 'fleet-scaling-many.png'), fullPage: true });
  await checkChoices(page, url);
});

/** Runs of many operations against those of all but one of them. */
test('compare asks where too many pairs match', async ({ page, base, out }) => {
  const { items } = await json(page.request, `${base}/api/v1/uploads?q=h200_&size=100`);
  const ids = items.filter((upload) => upload.bundled && upload.runs === 6).map(({ id }) => id);
  const url = `${base}/compare?a=${ids.join(',')}&b=${ids.slice(1).join(',')}`;
  await page.goto(url);
  const pairs = await askedAbout(page);
  assert.ok(pairs > 6);
  if (pairs <= 20) assert.equal(await drawn(page), 2 * pairs, 'the legend names both of each pair');
  else assert.equal(await page.locator('.plot').count(), 0, 'none of too many is drawn');
  await page.screenshot({ path: join(out, 'fleet-compare-many.png'), fullPage: true });
  await checkChoices(page, url, 2);
});

test('nothing chosen is a question', async ({ page, base, out }) => {
  await page.goto(`${base}/explore?x=size&metric=busbw&placement=out_of_place`);
  await page.getByText('What do you want to look at?').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0, 'no error is shown');
  await page.screenshot({ path: join(out, 'fleet-question.png') });
  await page.getByRole('button', { name: /^All-Reduce/ }).click();
  await page.waitForURL('**operation=all_reduce**');
});
