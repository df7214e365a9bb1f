// What the data says: findings and the rows behind them, comparisons, scaling, history and the study's claims.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { ncclLog, repeatedLog } from './logs.mjs';
import { assertCalm, countShifts } from './shift.mjs';

/** Returns the addresses of a comparison and a history that have something to show. */
export async function readAnalysis(session, base, out, stamp) {
  let upload = '';
  await session('findings', {}, async ({ page, context }) => {
    const began = performance.now();
    const name = `<img src=x> ${stamp}.log`;
    const answer = await send(context, base, name, ncclLog(`${stamp} findings`));
    console.log(`  findings of a log of 52 rows after ${Math.round(performance.now() - began)} ms`);
    assert.equal(answer.findings.wrong, 1, 'wrong data is what matters most');
    upload = answer.id;

    await page.goto(`${base}/uploads/${upload}`);
    const panel = page.getByRole('region', { name: 'Findings' });
    await panel.getByRole('listitem').first().waitFor();
    assert.equal(await page.locator('.headline').textContent(), answer.findings.headline);
    assert.match(answer.findings.headline, /^Wrong data: /, 'what matters first');
    assert.match(await panel.textContent(), /1 wrong/);
    assert.equal(await page.locator('img[src=x]').count(), 0, 'a name in a sentence is no markup');
    await panel.locator('summary').first().click();
    await panel.locator('details dd').first().waitFor();
    await everyLinkShowsItsRows(page, panel);
    await page.screenshot({ path: join(out, 'findings.png'), fullPage: true });

    // The run's chart marks what its findings speak of, and the address says whether.
    await page.goto(`${base}/runs/${upload}-1`);
    const marks = page.getByLabel('mark what the findings speak of');
    await marks.waitFor();
    assert.equal(await marks.isChecked(), true);
    const svg = () => page.locator('.plot p').first().textContent();
    assert.match(await svg(), /Line: .*NVLink/, 'the limit is in the words of the chart too');
    await marks.click();
    await page.waitForURL('**marks=off*');
    await page.waitForFunction(() => !document.querySelector('.plot p')?.textContent.includes('NVLink'));

    // The overview says it below the upload's name, without moving what is below.
    await countShifts(page);
    await page.goto(`${base}/`);
    // Other logs of these tests say the same.
    const latest = page.locator(`tr.told:has(a[href$="${upload}"]) + tr.saying`);
    await latest.getByText(answer.findings.headline).waitFor();
    assert.match(await page.locator('.told', { has: page.locator(`a[href$="${upload}"]`) }).textContent(), /<img/);
    assert.equal(await latest.locator('.grave').count(), 1, 'wrong data is marked');
    await page.waitForFunction(() => document.querySelectorAll('.saying [aria-busy=true]').length === 0);
    await assertCalm(page, 'the overview with headlines');
    await page.screenshot({ path: join(out, 'overview-headlines.png') });

    await page.goto(`${base}/figures/alltoall_comparison`);
    await page.getByRole('region', { name: 'Findings' }).getByText('they cross between the two').first().waitFor();
  });

  const sides = await session('compare', {}, async ({ page, context }) => {
    const ids = { before: [], after: [] };
    for (let i = 0; i < 6; i++) {
      const before = repeatedLog(i + 1, 1, '22907', stamp);
      const after = repeatedLog(i + 101, 1.06, '23004', stamp);
      ids.before.push((await send(context, base, `before-${stamp}-${i}.log`, before)).id);
      ids.after.push((await send(context, base, `after-${stamp}-${i}.log`, after)).id);
    }
    await page.goto(`${base}/compare`);
    await choose(page, 'A', `before-${stamp}`, 6);
    await choose(page, 'B', `after-${stamp}`, 6);
    await page
      .locator('.headline')
      .getByText(/6 % slower from 1 MiB up; the same within 2 % up to 512 KiB/)
      .waitFor();
    const verdicts = page.getByRole('region', { name: 'Verdicts' });
    assert.equal(await verdicts.locator('tbody tr').count(), 24);
    await verdicts.getByRole('button', { name: /slower 7/ }).click();
    await page.waitForURL('**verdict=slower*');
    await verdicts.locator('tbody tr').nth(7).waitFor({ state: 'detached' });
    assert.equal(await verdicts.locator('tbody tr').count(), 7);
    await page.getByRole('region', { name: 'What else differs' }).getByText('2.30.4').first().waitFor();
    const view = page.url();
    await page.screenshot({ path: join(out, 'compare.png'), fullPage: true });
    await page.locator('.legend .entry').first().hover();
    assert.deepEqual(await page.evaluate(coloursOfGrid), [], 'drawn again, the grid is grey');
    await verdicts.getByRole('link', { name: 'measurements' }).first().click();
    await page.waitForURL(/\/rows\?in=/);
    await rowsShown(page, 12);
    await page.goBack();
    await page.locator('.headline').waitFor();
    await page.getByRole('button', { name: 'Swap A and B' }).click();
    await page
      .locator('.headline')
      .getByText(/6 % faster from 1 MiB up/)
      .waitFor();
    // One run a side cannot tell, and what would is said.
    await page.goto(`${base}/compare?a=${ids.before[0]}&b=${ids.after[0]}`);
    await page
      .locator('.next')
      .getByText(/No next run: .*library version .*\. 10 runs of each in turns, each with its own, tell/)
      .waitFor();
    await page.screenshot({ path: join(out, 'compare-next.png') });
    return { ...ids, view: view.slice(base.length) };
  });

  const history = await session('history', {}, async ({ page }) => {
    const runs = [...sides.before, ...sides.after].map((id) => `run=${id}-1`).join('&');
    // Stored in turns, so the order of time has no change; the bundled operations have none either.
    await page.goto(`${base}/history?${runs}`);
    await page.locator('.headline').waitFor();
    assert.match(await page.locator('.headline').textContent(), /No change in 12 runs/);
    const few = sides.before.slice(0, 4).map((id) => `run=${id}-1`);
    await page.goto(`${base}/history?${few.join('&')}`);
    await page.locator('.headline').getByText('4 runs cannot tell: 2 more are missing').waitFor();
    const nights = [];
    for (let i = 0; i < 16; i++) {
      const log = repeatedLog(i + 201, i < 8 ? 1 : 1.08, i < 8 ? '22907' : '23004', stamp);
      nights.push((await send(page.context(), base, `night-${stamp}-${i}.log`, log)).id);
    }
    const path = `/history?${nights.map((id) => `run=${id}-1`).join('&')}`;
    await page.goto(base + path);
    await page.getByRole('heading', { name: /^Change 1: .* slower .*from run 9 on/ }).waitFor();
    await page.getByRole('region', { name: 'Change 1' }).getByText('2.30.4').first().waitFor();
    await page.screenshot({ path: join(out, 'history.png'), fullPage: true });
    await page.getByRole('link', { name: 'compare the runs before and after' }).click();
    await page.waitForURL('**/compare?*');
    await page.locator('.headline').waitFor();
    return path;
  });

  await session('scaling', {}, async ({ page }) => {
    await page.goto(`${base}/scaling?tool=study&operation=all_gather&placement=out_of_place`);
    await page.locator('.plot canvas').waitFor();
    const entries = page.locator('.legend .entry');
    assert.equal(await entries.count(), 7, 'one curve a message size, and no forecast that nobody asked for');
    await page.getByRole('checkbox', { name: 'forecasts' }).click();
    await page.waitForURL('**forecast=on*');
    await page.waitForFunction(() => document.querySelectorAll('.legend .entry').length > 7);
    const forecasts = page.getByRole('region', { name: 'Forecasts' });
    assert.doesNotMatch(await forecasts.textContent(), /2048 GPUs/, 'none beyond four times what was measured');
    await page.screenshot({ path: join(out, 'scaling.png'), fullPage: true });
    await page.getByRole('button', { name: 'Same bytes a rank' }).click();
    await page.waitForURL('**fixed=rank*');
    await entries.filter({ hasText: '2 MiB a rank' }).first().waitFor();
    await page.goBack();
    await forecasts.getByRole('link', { name: '1 run' }).first().click();
    await page.waitForURL('**/runs/*');
  });

  await session('study', {}, async ({ page }) => {
    await page.goto(`${base}/study`);
    const claims = page.locator('ol > li');
    await claims.first().waitFor();
    assert.equal(await claims.count(), 11);
    const link = claims.first().getByRole('link', { name: /measurements$/ });
    const count = Number((await link.textContent()).split(' ')[0]);
    await link.click();
    await page.waitForURL(/\/rows\?in=/);
    await rowsShown(page, count);
    await page.goBack();
    await page.getByRole('region', { name: 'Findings' }).locator('.next code').first().waitFor();
    await page.screenshot({ path: join(out, 'study.png'), fullPage: true });
    await page.goto(`${base}/rows`);
    await page.getByText('This address names no measurements').waitFor();
  });
  return { compare: sides.view, history, scaling: '/scaling', study: '/study' };
}

/** As curl sends it. */
async function send(context, base, name, log) {
  const answer = await context.request.post(`${base}/api/v1/uploads`, {
    multipart: { file: { name, mimeType: 'text/plain', buffer: Buffer.from(log) } },
  });
  const upload = await answer.json();
  assert.equal(upload.state, 'ready', upload.message);
  return upload;
}

async function everyLinkShowsItsRows(page, panel) {
  const links = await panel
    .getByRole('link', { name: /measurements?$/ })
    .evaluateAll((all) => all.map((link) => ({ href: link.href, text: link.textContent })));
  assert.ok(links.length > 2, 'findings lead to their measurements');
  const back = page.url();
  for (const { href, text } of links) {
    await page.goto(href);
    await rowsShown(page, Number(text.split(' ')[0]));
  }
  await page.goto(back);
  await panel.getByRole('listitem').first().waitFor();
}

/** Exactly so many rows, on the page of one run above all else, or on a page of their own. */
async function rowsShown(page, count) {
  await page.waitForFunction((expected) => {
    const within =
      document.querySelector('section[aria-label="Measurements of this link"]') ?? document.querySelector('main');
    return within?.querySelectorAll('.table tbody tr').length === expected;
  }, count);
}

async function choose(page, side, search, count) {
  await page.getByRole('button', { name: `Add to ${side}` }).click();
  await page.getByLabel(`Search for ${side}`).fill(search);
  const boxes = page.getByRole('checkbox');
  for (let i = 0; i < count; i++) {
    await page.waitForFunction(
      ([text, all]) => {
        const labels = [...document.querySelectorAll('.panel label')];
        return labels.length === all && labels.every((label) => label.textContent.includes(text));
      },
      [search, count],
    );
    await boxes.nth(i).check();
    await page.waitForFunction(
      ([name, chosen]) => new URLSearchParams(location.search).getAll(name).length === chosen,
      [side.toLowerCase(), i + 1],
    );
  }
  await page.keyboard.press('Escape');
}

/** In the page: the colours other than greys in the chart's topmost lines, where nothing but the grid is. */
function coloursOfGrid() {
  const canvas = document.querySelector('.plot canvas');
  const { data } = canvas.getContext('2d').getImageData(0, 18 * devicePixelRatio, canvas.width * 0.8, 1);
  const colours = new Set();
  for (let at = 0; at < data.length; at += 4) {
    const [red, green, blue, alpha] = data.subarray(at, at + 4);
    // The words of marks, a bluish grey, are no colour.
    if (alpha > 0 && Math.max(red, green, blue) - Math.min(red, green, blue) > 48)
      colours.add(`${red},${green},${blue}`);
  }
  return [...colours];
}
