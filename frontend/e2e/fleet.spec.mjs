// Finds on every page and in every export of a server that holds the logs of a fleet (several clusters, tools and
// versions, and two runs that differ 22-fold) that no drawn value is one that nobody measured.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test as plain } from './fixtures.mjs';
import { linear, pointsOf, rowsOf } from './files.mjs';
import { checkCells, checkFiles, COLUMNS, json, Measured } from './measured.mjs';

const test = plain.extend({
  /** What the server holds, read once for all tests of a worker. */
  measured: [
    async ({ playwright, base }, use) => {
      const request = await playwright.request.newContext();
      const measured = await Measured.of(request, base);
      assert.ok(measured.runs.filter((run) => !run.bundled).length > 10, 'the fleet is there');
      await use(measured);
      await request.dispose();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test.use({ viewport: { width: 1440, height: 1000 } });

/** The full values of a table's cells. */
function titlesOf(page) {
  return page.locator('.table td span[title]').evaluateAll((spans) => spans.map((span) => span.title));
}

async function chartOf(page, path) {
  await page.goto(path);
  await page.locator('.plot canvas').first().waitFor();
}

async function tableOf(page, path) {
  await chartOf(page, path);
  await page.locator('.table td span[title]').first().waitFor();
}

/** What the legend calls the curves is what the files call them; a legend adds what is wrong with their runs. */
async function namesAgree(page, view, where) {
  const entries = await page
    .locator('.legend')
    .first()
    .locator('.entry')
    .evaluateAll((all) => all.map((each) => (each.getAttribute('aria-label') ?? each.textContent).trim()));
  assert.equal(entries.length, view.series.length, `${where}: number of curves`);
  for (const { label } of view.series)
    assert.ok(
      entries.some((entry) => entry.startsWith(label)),
      `${where}: the page has no curve ${label}, but ${entries.join('; ')}`,
    );
}

const CHOICES = [
  'x=size&operation=all_reduce&ranks=8&nodes=2',
  'x=size&operation=all_reduce&ranks=16&placement=out_of_place',
  'x=size&operation=all_reduce&ranks=16&placement=out_of_place&combine=repetitions',
  'x=size&operation=all_reduce&ranks=16&placement=out_of_place&combine=places',
  'x=size&operation=all_reduce&ranks=8&nodes=2&combine=places',
  'x=gpus&operation=all_reduce&bytes=134217728&placement=out_of_place&tool=nccl-tests',
];
for (const metric of Object.keys(COLUMNS))
  for (const choice of CHOICES)
    test(`explore, ${metric}, ${choice}`, async ({ page, measured, out }, { title: where }) => {
      await tableOf(page, `/explore?metric=${metric}&${choice}`);
      checkCells(await titlesOf(page), measured, metric, where);
      const { view } = await checkFiles(page, measured, where);
      await namesAgree(page, view, where);
      await page.screenshot({ path: join(out, 'fleet-explore.png'), fullPage: true });
    });

test('from any point one click leads to the runs behind it', async ({ page, out }) => {
  await tableOf(page, '/explore?x=size&metric=busbw&operation=all_reduce&ranks=8&nodes=2&placement=out_of_place');
  const area = await page.locator('.plot .u-over').boundingBox();
  await page.mouse.move(area.x + area.width * 0.8, area.y + area.height * 0.5);
  await page.locator('.tip').waitFor();
  await page.mouse.click(area.x + area.width * 0.8, area.y + area.height * 0.5);
  const links = page.locator('.tip.pinned a');
  await links.first().waitFor();
  const found = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
  assert.equal(new Set(found).size, found.length, 'each curve here is a run of its own');
  assert.ok(found.length >= 2);
  await page.screenshot({ path: join(out, 'fleet-point.png') });
  await links.first().click();
  await page.waitForURL('**/runs/*');
  await page.getByRole('heading', { name: 'Environment' }).waitFor();
});

/** The highest bandwidths and the shortest times that a table of runs shows. */
async function checkRunTable(page, measured, where) {
  await page.locator('.table tbody tr').first().waitFor();
  const titles = await page
    .locator('.table td.number[title]')
    .evaluateAll((cells) => cells.map((cell) => cell.title).filter((title) => /(GB\/s|µs)$/.test(title)));
  assert.ok(titles.length > 0, `${where}: the table has values`);
  for (const title of titles) {
    const number = Number(title.split(' ')[0].replaceAll(',', ''));
    const metrics = title.endsWith('GB/s') ? ['busbw', 'algbw'] : ['time'];
    assert.ok(
      metrics.some((metric) => measured.has(metric, number)),
      `${where}: nobody measured ${title}`,
    );
  }
}

test('the list of runs', async ({ page, measured }) => {
  await page.goto('/runs');
  await checkRunTable(page, measured, 'runs');
});

test('the page of every run, its files and its CSV', async ({ page, base, measured }) => {
  for (const { id, filename } of measured.runs.filter((run) => !run.bundled)) {
    await chartOf(page, `/runs/${id}`);
    await checkFiles(page, measured, `run ${filename}`);
    await checkPoints(page, measured, [id], `the rows of ${filename}`);
    const csv = rowsOf(await (await page.request.get(`${base}/api/v1/runs/${id}.csv`)).text());
    for (const row of csv)
      for (const [metric, column] of Object.entries(COLUMNS))
        if (row[column] !== '')
          assert.ok(
            measured.hasAt([id], metric, row.message_bytes, Number(row[column]), true),
            `CSV of ${filename}: nobody measured ${row[column]}`,
          );
  }
});

/** A table of rows: its values are those of the runs. */
async function checkPoints(page, measured, ids, where) {
  const table = page.locator('.table:has(th[title=time_us], th[title=busbw_GBps])').last();
  await table.locator('tbody tr').first().waitFor();
  const columns = await table.locator('thead th').evaluateAll((all) => all.map((each) => each.title));
  const cells = await table
    .locator('tbody tr')
    .evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.title || cell.textContent.trim())));
  assert.ok(cells.length > 0, where);
  for (const [metric, column] of Object.entries(COLUMNS)) {
    const at = columns.indexOf(column);
    for (const row of at < 0 ? [] : cells) {
      const number = Number(row[at].split(' ')[0].replaceAll(',', ''));
      if (!Number.isFinite(number)) continue;
      assert.ok(
        ids.some((id) => measured.hasMetric(id, metric, number)),
        `${where}: nobody measured ${row[at]}`,
      );
    }
  }
}

test('the rows that a sentence names, of two runs', async ({ page, base, measured }) => {
  const two = measured.runs.filter(({ filename }) => /^h100-nccl-2.2[78]-2.log$/.test(filename));
  await page.goto(`${base}/rows?${two.map(({ upload }) => `in=${upload}:1.1-36`).join('&')}`);
  await checkPoints(
    page,
    measured,
    two.map(({ id }) => id),
    'rows',
  );
});

test('the page of an upload', async ({ page, base, measured }) => {
  const [run] = measured.runs.filter((each) => !each.bundled);
  await page.goto(`${base}/uploads/${run.upload}`);
  await checkRunTable(page, measured, 'the page of an upload');
  const raw = await page.request.get(
    new URL(await page.getByRole('link', { name: 'Raw log' }).getAttribute('href'), base).href,
  );
  assert.match(await raw.text(), /Collective test|OSU MPI|source,section/, 'the log is what was sent');
});

test('scaling, as it opens', async ({ page, measured, out }, { title: where }) => {
  await tableOf(page, '/scaling');
  const { view } = await checkFiles(page, measured, where, { printed: false });
  await namesAgree(page, view, where);
  await page.screenshot({ path: join(out, 'fleet-scaling.png'), fullPage: true });
});

// The study's rows have no time: what is shown of it is made of the bandwidth.
const FIXED = {
  message: 'tool=nccl-tests&bytes=1048576&bytes=134217728',
  rank: 'libraryVersion=2.28.3%2Bcuda12.9&bytes=16777216&bytes=33554432&bytes=67108864',
};
for (const metric of Object.keys(COLUMNS))
  for (const [fixed, choice] of Object.entries(FIXED))
    test(`scaling, ${metric}, same ${fixed}`, async ({ page, measured }, { title: where }) => {
      await tableOf(
        page,
        `/scaling?operation=all_reduce&placement=out_of_place&metric=${metric}&fixed=${fixed}&${choice}`,
      );
      checkCells(await titlesOf(page), measured, metric, where, false);
      const bytes = fixed === 'rank' ? (point) => point.bytes * point.x : null;
      const { view } = await checkFiles(page, measured, where, { printed: false, bytes });
      await namesAgree(page, view, where);
    });

test('what is forecast says so, and the rest was measured', async ({ page, base, measured }) => {
  const choice = 'operation=all_reduce&placement=out_of_place&tool=nccl-tests&bytes=134217728';
  await tableOf(page, `/scaling?${choice}&metric=time&forecast=true`);
  await page.getByText('forecast', { exact: false }).first().waitFor();
  const all = pointsOf(
    rowsOf(await (await page.request.get(`${base}/api/v1/scaling.csv?${choice}&metric=time&forecast=true`)).text()),
  );
  const told = all.filter(({ data }) => data === 'forecast');
  assert.ok(told.length > 0, 'there are forecasts');
  for (const { series, n } of told) assert.ok(n === 0 && series.endsWith(' forecast'), `${series} is no measurement`);
  for (const { data, y, n, runs: behind } of all)
    if (data !== 'forecast') {
      assert.equal(n, 1);
      assert.ok(measured.hasAt(behind.split(' '), 'time', 134217728, y, false), `scaling: nobody measured ${y}`);
    }
});

/** The two runs that differ 22-fold, and two versions of a library. */
const PAIRS = [
  ['gh200-tcp.log', 'gh200-fabric.log'],
  ['h100-nccl-2.27-2.log', 'h100-nccl-2.28-2.log'],
];
for (const names of PAIRS)
  for (const metric of Object.keys(COLUMNS))
    test(`compare, ${names.join(' and ')}, ${metric}`, async ({ page, base, measured, out }, { title: where }) => {
      const [a, b] = names.map((name) => measured.runs.find(({ filename }) => filename === name).id);
      await chartOf(page, `/compare?a=${a}&b=${b}&metric=${metric}`);
      await checkFiles(page, measured, where, { printed: false });
      await checkRatios(page, base, a, b, where);
      await checkSides(page, measured, [a, b], where);
      await page.screenshot({ path: join(out, `fleet-compare-${names[0]}.png`), fullPage: true });
    });

/** The times of both sides in the table of verdicts. */
async function checkSides(page, measured, ids, where) {
  const rows = page.getByRole('region', { name: 'Verdicts' }).locator('tbody tr');
  const cells = await rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.title)));
  assert.ok(cells.length > 0, where);
  for (const row of cells)
    ids.forEach((id, side) => {
      const time = Number(row[3 + side].split(' ')[0].replaceAll(',', ''));
      assert.ok(measured.hasMetric(id, 'time', time), `${where}: ${id} did not take ${row[3 + side]}`);
    });
}

/** Every ratio is of two times that were measured: A's over B's, in the table and in the files of the second chart. */
async function checkRatios(page, base, a, b, where) {
  const { places, headline } = await json(page.request, `${base}/api/v1/compare?a=${a}&b=${b}`);
  assert.ok(await page.getByText(headline).isVisible(), `${where}: ${headline}`);
  const group = page.getByRole('group', { name: /Copy or download/ }).nth(1);
  const href = await group.getByRole('link', { name: 'JSON', exact: true, includeHidden: true }).getAttribute('href');
  const ratios = (await json(page.request, base + href)).series.flatMap(({ points }) => points);
  assert.equal(ratios.length, places.length, `${where}: a ratio for each place`);
  for (const { x, y } of ratios) {
    const place = places.find(({ bytes }) => bytes === x);
    const expected = place.a.time / place.b.time;
    assert.ok(Math.abs(y / expected - 1) < 1e-9, `${where}: ${y} is not ${expected}`);
  }
}

async function historiesOf(page, base) {
  const { items } = await json(page.request, `${base}/api/v1/histories?tool=nccl-tests&size=100`);
  assert.ok(items.length >= 4, 'histories of the fleet');
  return items;
}

test('every history', async ({ page, base, measured }) => {
  await page.goto('/history?tool=nccl-tests');
  await page.locator('.table tbody tr').first().waitFor();
  for (const { id, comparable } of await historiesOf(page, base)) {
    await chartOf(page, `/history?id=${id}&size=134217728`);
    const { points } = await checkFiles(page, measured, `history ${id}`, { x: linear, bytes: 134217728 });
    assert.equal(points.length, comparable, 'each point is one run');
  }
});

/** Each run's time over the mean of those of the baseline, recomputed of what the server answers. */
test('a history against a baseline', async ({ page, base, out }) => {
  const [{ id }] = await historiesOf(page, base);
  const { runs } = await json(page.request, `${base}/api/v1/histories/${encodeURIComponent(id)}`);
  const golden = runs.at(-1);
  const put = await page.request.put(`${base}/api/v1/baselines/golden`, { data: { runs: [golden.id] } });
  assert.equal(put.status(), 200, await put.text());
  await chartOf(page, `/history?id=${id}`);
  await page.getByRole('button', { name: 'baseline golden' }).click();
  await page.waitForURL('**baseline=golden*');
  await page.getByRole('heading', { name: 'Time over that of baseline golden' }).waitFor();
  const download = page.getByRole('link', { name: 'JSON', exact: true, includeHidden: true }).first();
  const href = await download.getAttribute('href');
  const { series } = await json(page.request, base + href);
  const logMean = (times) => times.reduce((sum, time) => sum + Math.log(time), 0) / times.length;
  const expected = runs.map(({ times }) => Math.exp(logMean(times) - logMean(golden.times)));
  series[0].points.forEach(({ y }, index) =>
    assert.ok(Math.abs(y / expected[index] - 1) < 1e-9, `run ${index + 1} against the baseline: ${y}`),
  );
  assert.equal(series[0].points.at(-1).y, 1, 'the baseline itself is 1');
  const removed = await page.request.delete(`${base}/api/v1/baselines/golden`);
  assert.equal(removed.status(), 204);
  await chartOf(page, `/history?id=${id}`);
  assert.match(await page.locator('.chart .words').first().textContent(), /geometric mean over 18 sizes/);
  await page.screenshot({ path: join(out, 'fleet-history.png'), fullPage: true });
});

/** Figures are of the bundled results. A value of one row is in the tools' output, or said to be computed. */
test('every figure', async ({ page, base, measured }) => {
  const all = await json(page.request, `${base}/api/v1/figures`);
  for (const { name, styles } of all) {
    await page.goto(`${base}/figures/${name}`);
    await page.locator('.table td').first().waitFor();
    for (const style of styles) {
      const figure = await json(page.request, `${base}/api/v1/figures/${name}.json?style=${style}`);
      const csv = await (await page.request.get(`${base}/api/v1/figures/${name}.csv?style=${style}`)).text();
      const points = figure.panels.flatMap(({ series }) => series.flatMap((each) => each.points));
      assert.equal(
        csv.trim().split(/\r?\n/).length - 1,
        points.length,
        `${name}, ${style}: CSV and JSON have the same points`,
      );
      assert.notEqual(figure.aggregation, '', `${name}, ${style} says what its points are`);
      checkFigure(figure, measured, `${name}, ${style}`);
    }
    await checkPictures(page, base, name);
  }
});

function checkFigure({ aggregation, panels }, measured, where) {
  for (const { y, series } of panels) {
    const isPrinted = ['busbw', 'algbw', 'time'].includes(y.column) && ['GB/s', 'µs'].includes(y.unit);
    for (const { name, points } of series) {
      for (const point of points) {
        const said = `${where}: ${name} at ${point.x}`;
        if (point.n > 1) assert.match(aggregation, /mean|median/i, `${said} is of ${point.n} rows`);
        else if (isPrinted)
          assert.ok(
            [y.column, 'statistic'].some((metric) => measured.has(metric, point.y, false)),
            `${said}: nobody measured ${point.y}`,
          );
      }
    }
  }
}

/** Each has the picture that the page shows, in every format. */
async function checkPictures(page, base, name) {
  for (const [ending, start] of Object.entries({ png: '\u0089PNG', svg: '<svg', pdf: '%PDF' })) {
    const link = page.getByRole('link', { name: ending.toUpperCase(), exact: true });
    const answer = await page.request.get(base + (await link.getAttribute('href')));
    const bytes = await answer.body();
    assert.ok(bytes.toString('latin1').startsWith(start) && bytes.length > 10_000, `${name}.${ending}`);
  }
}

test('the picture that a link has in chat programs is one, whatever the page shows', async ({
  page,
  base,
  measured,
}) => {
  const [one] = (await json(page.request, `${base}/api/v1/histories?tool=nccl-tests&size=1`)).items;
  const [a, b] = measured.runs;
  for (const path of [
    '/explore?x=size&metric=busbw&operation=all_reduce',
    '/explore?x=gpus&metric=time&operation=all_reduce',
    '/scaling?operation=all_reduce',
    '/scaling?tool=nccl-tests&forecast=true',
    `/history?id=${one.id}`,
    `/compare?a=${a.id}&b=${b.id}`,
    `/runs/${a.id}`,
  ]) {
    const [, picture] = /og:image" content="([^"]+)"/.exec(await (await page.request.get(base + path)).text());
    const answer = await page.request.get(picture.replaceAll('&amp;', '&'));
    assert.equal(answer.status(), 200, `${path}: ${picture}`);
    assert.equal(answer.headers()['content-type'], 'image/png', path);
  }
});
