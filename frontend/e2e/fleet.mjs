// Finds on every page and in every export of a server that holds the logs of a fleet (several clusters, tools and
// versions, and two runs that differ 22-fold) that no drawn value is one that nobody measured: node fleet.mjs BASE_URL OUT_DIR
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch, openPage } from './browser.mjs';

const [address, out] = process.argv.slice(2);
if (!address || !out) {
  console.error('usage: node fleet.mjs BASE_URL OUT_DIR');
  process.exit(2);
}
const base = new URL(address).origin;
mkdirSync(out, { recursive: true });
const COLUMNS = { busbw: 'busbw_GBps', algbw: 'algbw_GBps', time: 'time_us' };

const browser = await launch();
try {
  const { page, context, faults } = await openPage(browser, base, { viewport: { width: 1440, height: 1000 } });
  const measured = await measuredValues(context.request);
  await exploreShowsWhatWasMeasured(page, context.request, measured);
  await pointsLeadToTheirRuns(page);
  await runsShowWhatWasMeasured(page, context.request, measured);
  await scalingShowsWhatWasMeasured(page, measured);
  await comparisonsShowWhatWasMeasured(page, context.request, measured);
  await tooManyCurvesAreAskedAbout(page);
  await nothingChosenIsAQuestion(page);
  await linksKeepTheirData(page, context.request);
  assert.deepEqual(faults, [], 'faults in the browser');
  console.log('nothing is drawn that nobody measured');
} catch (failure) {
  console.error(failure);
  process.exitCode = 1;
} finally {
  await browser.close();
}

async function json(request, path) {
  const answer = await request.get(base + path);
  assert.equal(answer.status(), 200, `${path}: ${await answer.text()}`);
  return answer.json();
}

/** Every value of every run as its tool printed it, by metric. */
async function measuredValues(request) {
  const values = { busbw: new Set(), algbw: new Set(), time: new Set() };
  const { items } = await json(request, '/api/v1/runs?size=500');
  assert.ok(items.length > 10, 'the fleet is there');
  for (const { id } of items) {
    const { columns, rows } = await json(request, `/api/v1/runs/${id}/points?size=5000`);
    for (const [metric, column] of Object.entries(COLUMNS)) {
      const at = columns.indexOf(column);
      for (const row of rows) if (at >= 0 && row[at] !== null && row[at] !== '') values[metric].add(Number(row[at]));
    }
  }
  return values;
}

/** The numbers of a table's cells with their titles: the value in full, and `median of n` where it is one of several. */
function cellsOf(page) {
  return page.locator('.table td span[title]').evaluateAll((spans) => spans.map((span) => span.title));
}

/** Whether it is a printed value with more digits: bandwidths to two decimals, made of a time to two decimals. */
function isOf(values, number) {
  return [...values].some((value) => Math.abs(value - number) <= 0.011 + 0.0005 * value);
}

/** @param printed whether values are as the tool printed them; else they may have more digits, from the time beside them */
function checkCells(titles, values, where, printed = true) {
  let checked = 0;
  for (const title of titles) {
    const number = Number(title.split(' ')[0].replaceAll(',', ''));
    if (!Number.isFinite(number)) continue;
    checked++;
    if (/median of \d+/.test(title)) continue;
    assert.ok(printed ? values.has(number) : isOf(values, number), `${where}: nobody measured ${title}`);
  }
  assert.ok(checked > 0, `${where}: the table has values`);
}

async function chartOf(page) {
  await page.locator('.plot canvas').first().waitFor();
  await page.locator('.table td span[title]').first().waitFor();
}

async function exploreShowsWhatWasMeasured(page, request, measured) {
  const choices = [
    'operation=all_reduce&ranks=8&nodes=2',
    'operation=all_reduce&ranks=16&placement=out_of_place',
    'operation=all_reduce&ranks=16&placement=out_of_place&combine=repetitions',
    'operation=all_reduce&ranks=16&placement=out_of_place&combine=places',
    'operation=all_reduce&ranks=8&nodes=2&combine=places',
  ];
  for (const metric of Object.keys(COLUMNS)) {
    for (const choice of choices) {
      const query = `x=size&metric=${metric}&${choice}`;
      await page.goto(`${base}/explore?${query}`);
      await chartOf(page);
      checkCells(await cellsOf(page), measured[metric], query);
      await checkExports(page, request, measured[metric], query);
    }
  }
  const along = 'x=gpus&metric=busbw&operation=all_reduce&bytes=134217728&placement=out_of_place&tool=nccl-tests';
  await page.goto(`${base}/explore?${along}`);
  await chartOf(page);
  checkCells(await cellsOf(page), measured.busbw, along);
  await page.goto(`${base}/explore?x=size&metric=busbw&operation=all_reduce&ranks=8&nodes=2&placement=out_of_place`);
  await chartOf(page);
  await page.screenshot({ path: join(out, 'fleet-explore.png'), fullPage: true });
}

/** CSV and JSON by the page's own links; the pictures are drawn from the same value. */
async function checkExports(page, request, values, where) {
  const link = (name) => page.getByRole('group', { name: /Copy or download/ }).getByRole('link', { name, exact: true });
  const view = await json(request, await link('JSON').getAttribute('href'));
  let points = 0;
  for (const { label, points: drawn } of view.series) {
    for (const { y, n, min, max } of drawn) {
      points++;
      if (n === 1) assert.ok(values.has(y), `${where}, JSON, ${label}: nobody measured ${y}`);
      else assert.match(view.basis, /median of/, `${where}: ${label} says what its points are`);
      assert.ok(values.has(min) && values.has(max), `${where}, JSON, ${label}: nobody measured ${min} or ${max}`);
    }
  }
  const lines = (await (await request.get(base + (await link('CSV').getAttribute('href')))).text())
    .trim()
    .split('\r\n');
  assert.equal(lines.length - 1, points, `${where}: CSV and JSON have the same points`);
  for (const name of ['PNG', 'SVG', 'PDF']) {
    const picture = await request.get(base + (await link(name).getAttribute('href')));
    assert.equal(picture.status(), 200, `${where}, ${name}`);
  }
}

/** From any point one click leads to the runs behind it. */
async function pointsLeadToTheirRuns(page) {
  await page.goto(`${base}/explore?x=size&metric=busbw&operation=all_reduce&ranks=8&nodes=2&placement=out_of_place`);
  await chartOf(page);
  const area = await page.locator('.plot .u-over').boundingBox();
  await page.mouse.move(area.x + area.width * 0.8, area.y + area.height * 0.5);
  await page.locator('.tip').waitFor();
  await page.mouse.click(area.x + area.width * 0.8, area.y + area.height * 0.5);
  const links = page.locator('.tip.kept a');
  await links.first().waitFor();
  const runs = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  assert.equal(new Set(runs).size, runs.length, 'each curve here is a run of its own');
  assert.ok(runs.length >= 2);
  await page.screenshot({ path: join(out, 'fleet-point.png') });
  await links.first().click();
  await page.waitForURL('**/runs/*');
  await page.getByRole('heading', { name: 'Where it was measured' }).waitFor();
}

async function runsShowWhatWasMeasured(page, request, measured) {
  const { items } = await json(request, '/api/v1/runs?size=500');
  for (const { id } of items.filter((run) => !run.bundled)) {
    const view = await json(request, `/api/v1/series.json?metric=busbw&run=${id}`);
    for (const { points } of view.series)
      for (const { y, n } of points) if (n === 1) assert.ok(measured.busbw.has(y), `run ${id}: nobody measured ${y}`);
  }
  const [first] = items.filter((run) => !run.bundled && run.maxBusbw !== null);
  await page.goto(`${base}/runs/${first.id}`);
  await page.locator('.plot canvas').waitFor();
}

async function scalingShowsWhatWasMeasured(page, measured) {
  for (const metric of Object.keys(COLUMNS)) {
    await page.goto(`${base}/scaling?operation=all_reduce&placement=out_of_place&tool=nccl-tests&metric=${metric}`);
    await chartOf(page);
    checkCells(await cellsOf(page), measured[metric], `scaling, ${metric}`, false);
  }
  await page.screenshot({ path: join(out, 'fleet-scaling.png'), fullPage: true });
}

async function comparisonsShowWhatWasMeasured(page, request, measured) {
  const { items } = await json(request, '/api/v1/runs?size=500');
  const runs = items.filter((run) => !run.bundled && run.ranks[0] === 8 && run.nodes[0] === 2).slice(0, 2);
  assert.equal(runs.length, 2, 'two runs on eight GPUs');
  const answer = await json(request, `/api/v1/compare?a=${runs[0].id}&b=${runs[1].id}`);
  for (const { a, b } of answer.places) {
    for (const side of [a, b]) {
      if (side.busbw !== null) assert.ok(isOf(measured.busbw, side.busbw), `compare: nobody measured ${side.busbw}`);
    }
  }
  await page.goto(`${base}/compare?a=${runs[0].id}&b=${runs[1].id}`);
  await page.locator('.plot canvas').first().waitFor();
  await page.screenshot({ path: join(out, 'fleet-compare.png'), fullPage: true });
}

async function tooManyCurvesAreAskedAbout(page) {
  await page.goto(`${base}/explore?x=size&metric=busbw&operation=all_reduce&combine=runs`);
  const question = page.getByRole('region', { name: 'Too many curves' });
  await question.waitFor();
  const before = Number(/^(\d+) curves match/.exec((await question.textContent()).trim())[1]);
  assert.ok(before > 12);
  await page.screenshot({ path: join(out, 'fleet-many.png'), fullPage: true });
  const choice = question.locator('button').first();
  const left = Number((await choice.locator('.muted').textContent()).replaceAll(',', ''));
  await choice.click();
  await page.waitForFunction((count) => {
    const entries = document.querySelectorAll('.legend .entry').length;
    const asked = document.querySelector('.many strong')?.textContent ?? '';
    return entries === count || asked.startsWith(`${count} `);
  }, left);
}

async function nothingChosenIsAQuestion(page) {
  await page.goto(`${base}/explore?x=size&metric=busbw&placement=out_of_place`);
  await page.getByText('What do you want to look at?').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0, 'no error is shown');
  await page.screenshot({ path: join(out, 'fleet-question.png') });
  await page.getByRole('button', { name: /^All-Reduce/ }).click();
  await page.waitForURL('**operation=all_reduce**');
}

/** A link shows what its sender saw, says when something newer would change it, and takes it in by one click. */
async function linksKeepTheirData(page, request) {
  const view = 'x=size&metric=busbw&operation=all_reduce&ranks=8&nodes=2&placement=out_of_place';
  await page.goto(`${base}/explore?${view}`);
  await chartOf(page);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: async (text) => void (window.copied = text) },
      configurable: true,
    });
  });
  await page.getByRole('button', { name: 'Copy link' }).click();
  const link = await page.evaluate(() => window.copied);
  assert.match(link, /until=\d+/);
  const rows = () => page.locator('.table tbody tr').allTextContents();
  const seen = await rows();
  const [run] = (await json(request, '/api/v1/runs?size=500')).items.filter(
    (each) => !each.bundled && each.ranks[0] === 8 && each.nodes[0] === 2,
  );
  const raw = await (await request.get(`${base}/api/v1/uploads/${run.upload}/raw`)).text();
  const again = raw.replace(/^/, '# one more\n');
  await request.post(`${base}/api/v1/uploads?wait=60&filename=later.log`, { data: Buffer.from(again) });
  await page.goto(link);
  await chartOf(page);
  assert.deepEqual(await rows(), seen, 'the link shows what its sender saw');
  await page.getByText(/1 newer run would change it/).waitFor();
  await page.screenshot({ path: join(out, 'fleet-pinned.png') });
  const legend = await page.locator('.legend .entry').count();
  await page.getByRole('button', { name: 'Take it in' }).click();
  await page.waitForFunction((count) => document.querySelectorAll('.legend .entry').length > count, legend);
}
