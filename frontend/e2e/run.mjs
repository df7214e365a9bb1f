// Drives a running server through every page: node run.mjs BASE_URL OUT_DIR
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { forgive, launch, openPage } from './browser.mjs';
import { assertAccessible } from './access.mjs';
import { readAnalysis } from './analysis.mjs';
import { readBeside } from './beside.mjs';
import { addHardware } from './hardware.mjs';
import { readHeatMaps } from './heat.mjs';
import { readIterations } from './iterations.mjs';
import { dropProfile, foldHosts, keepRuns, turnAlerts } from './keeping.mjs';
import { readLog } from './log.mjs';
import { ncclLog, noLog } from './logs.mjs';
import { overlayFile } from './overlay.mjs';
import { keepViews, shareCharts } from './own.mjs';
import { readPairs } from './pairs.mjs';
import { printPages } from './paper.mjs';
import { PHONE, usePhone } from './phone.mjs';
import { assertCalm, countShifts } from './shift.mjs';
import { switchMetrics } from './switching.mjs';
import { explainTable } from './table.mjs';

const [address, out] = process.argv.slice(2);
if (!address || !out) {
  console.error('usage: node run.mjs BASE_URL OUT_DIR');
  process.exit(2);
}
const base = new URL(address).origin;
const stamp = `${Date.now()}`;
mkdirSync(out, { recursive: true });

const browser = await launch();
let current = null;
try {
  await visitOverview();
  await visitFigures();
  const link = await visitExplore();
  await followLink(link);
  await session('switches', {}, ({ page }) => switchMetrics(page, base));
  await visitRuns();
  const upload = await visitUploads();
  const log = await readLog(session, base, out, stamp);
  await explainTable(session, base, out, stamp);
  await session('heat maps', {}, ({ page }) => readHeatMaps(page, base, out, stamp));
  await session('single iterations', {}, ({ page }) => readIterations(page, base, out));
  await session('pairs and ranks', {}, ({ page }) => readPairs(page, base, out, stamp));
  await session('hardware of one’s own', {}, ({ page, faults }) =>
    addHardware(page, base, out, stamp).then(() => forgive(faults, /status of 400.*hardware/)),
  );
  await session('runs of one file', {}, ({ page }) => keepRuns(page, base, stamp));
  await session('many hosts', {}, ({ page }) => foldHosts(page, base, stamp));
  await session('alerts', {}, ({ page }) => turnAlerts(page, base));
  await session('dropped profile', {}, ({ page }) => dropProfile(page, base, stamp));
  await session('beside the study', {}, ({ page }) => readBeside(page, base, out));
  const analysis = await readAnalysis(session, base, out, stamp);
  await askForToken();
  await useKeyboard();
  await meetTheUnknown();
  await session('views of one’s own', {}, ({ page }) => keepViews(page, base, out));
  await session('charts for others', { acceptDownloads: true }, ({ page }) => shareCharts(page, base, out));
  await session('overlay', {}, ({ page, faults }) =>
    overlayFile(page, base, out, stamp).then(() => forgive(faults, /status of 400.*overlay/)),
  );
  await session('phone', PHONE, ({ page }) => usePhone(page, base, out));
  await session('paper', {}, ({ page }) => printPages(page, base, out));
  await photograph({ ...upload, log, analysis });
  console.log('all of it works');
} catch (failure) {
  console.error(failure);
  if (current) await current.page.screenshot({ path: join(out, 'failure.png') }).catch(() => {});
  process.exitCode = 1;
} finally {
  await browser.close();
}

async function session(name, options, steps) {
  const began = performance.now();
  current = await openPage(browser, base, options);
  const result = await steps(current);
  assert.deepEqual(current.faults, [], `${name}: faults in the browser`);
  await current.context.close();
  current = null;
  console.log(`${name}: ok, ${Math.round(performance.now() - began)} ms`);
  return result;
}

function visitOverview() {
  return session('overview', {}, async ({ page }) => {
    const answer = await page.goto(`${base}/`);
    assert.equal(answer.status(), 200, `${base}/ gives no page: was the server built without its dashboard?`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => Number(document.querySelector('.numbers dd')?.textContent) >= 14);
    const cards = page.locator('a.card');
    assert.ok((await cards.count()) >= 5, 'the five figures of the study are on the overview');
    await imagesLoaded(page, 'a.card img');
    await page.locator('.table tbody tr').first().waitFor();
    for (const name of [
      'Explore',
      'Figures',
      'Runs',
      'Compare',
      'Scaling',
      'History',
      'Study',
      'Uploads',
      'Overview',
    ]) {
      await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name }).click();
      await page.waitForFunction((text) => document.title.includes(text) || text === 'Overview', name);
    }
    await page.goBack();
    await page.waitForURL('**/uploads');
  });
}

async function imagesLoaded(page, selector) {
  for (const image of await page.locator(selector).all()) await image.scrollIntoViewIfNeeded();
  await page.waitForFunction(
    (css) => [...document.querySelectorAll(css)].every((image) => image.complete && image.naturalWidth > 0),
    selector,
  );
}

function visitFigures() {
  return session('figures', {}, async ({ page, context }) => {
    await page.goto(`${base}/figures`);
    await page.locator('a.card').first().click();
    await page.waitForURL('**/figures/*');
    await imagesLoaded(page, '.sheet img');
    await page.locator('.table tbody tr').first().waitFor();
    assert.ok((await page.locator('.table tbody tr').count()) >= 5, 'the rows behind the figure are listed');
    await page.getByRole('button', { name: 'study', exact: true }).click();
    await page.waitForURL('**style=study');
    await page.locator('.sheet img[src*="style=study"]').waitFor();
    await imagesLoaded(page, '.sheet img');
    const types = { PNG: 'image/png', SVG: 'image/svg+xml', CSV: 'text/csv', JSON: 'application/json' };
    for (const [name, type] of Object.entries(types)) {
      const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      const answer = await context.request.get(base + href);
      assert.equal(answer.status(), 200, href);
      assert.ok(answer.headers()['content-type']?.startsWith(type), `${href} is ${answer.headers()['content-type']}`);
    }
    await page.goBack();
    await page.getByRole('button', { name: 'gpucomm', exact: true, pressed: true }).waitFor();
  });
}

async function chartDrawn(page) {
  await page.locator('.plot canvas').waitFor();
  await page.waitForFunction(() => {
    const canvas = document.querySelector('.plot canvas');
    if (!(canvas instanceof HTMLCanvasElement) || canvas.width === 0) return false;
    return canvas
      .getContext('2d')
      ?.getImageData(0, 0, canvas.width, canvas.height)
      .data.some((part) => part !== 0);
  });
}

/** What identifies a view: the curves with whether they are shown, the zoom, and the table below. */
async function viewOf(page) {
  await chartDrawn(page);
  return page.evaluate(() => ({
    curves: [...document.querySelectorAll('.legend .entry')].map((entry) => [
      entry.textContent.trim(),
      entry.getAttribute('aria-pressed'),
    ]),
    query: location.search,
    title: document.querySelector('.chart h2')?.textContent,
    rows: [...document.querySelectorAll('.table tbody tr')].map((row) => row.textContent.replace(/\s+/g, ' ')),
  }));
}

function visitExplore() {
  return session('explore', { acceptDownloads: true }, async ({ page }) => {
    const began = performance.now();
    await page.goto(`${base}/explore`);
    await chartDrawn(page);
    console.log(`  first chart after ${Math.round(performance.now() - began)} ms`);
    await page.waitForURL('**/explore?*metric=busbw*');
    const first = await viewOf(page);
    assert.equal(first.curves.length, 3, 'the first view has the three collectives of the study');

    await page.locator('.plot .u-over').hover();
    await page.locator('.tip').waitFor();
    const values = (await page.locator('.tip .value').allTextContents()).map((text) => parseFloat(text));
    assert.ok(values.length > 0, 'the crosshair names values');
    assert.deepEqual(
      values,
      values.toSorted((a, b) => b - a),
      'the values under the crosshair are sorted',
    );

    const switched = performance.now();
    await page.getByRole('button', { name: 'algbw', exact: true }).click();
    await page.getByRole('heading', { name: /algorithm bandwidth/i }).waitFor();
    console.log(`  metric switched in ${Math.round(performance.now() - switched)} ms`);
    await page.goBack();
    await page.getByRole('heading', { name: /bus bandwidth/i }).waitFor();

    await downloads(page);

    const [one] = await page.locator('.legend .entry').all();
    await one.click();
    await page.waitForURL('**hide=*');
    await curvesShown(page, [true, false, false]);
    await page
      .locator('.legend .entry')
      .nth(1)
      .click({ modifiers: ['Shift'] });
    await curvesShown(page, [true, true, false]);

    const area = await page.locator('.plot .u-over').boundingBox();
    await page.mouse.move(area.x + area.width * 0.3, area.y + area.height * 0.4);
    await page.mouse.down();
    await page.mouse.move(area.x + area.width * 0.5, area.y + area.height * 0.41, { steps: 4 });
    await page.mouse.move(area.x + area.width * 0.7, area.y + area.height * 0.42, { steps: 4 });
    await page.mouse.up();
    await page.waitForURL('**zoom=*');
    await page.waitForFunction((all) => {
      const shown = document.querySelectorAll('.table tbody tr').length;
      return shown > 0 && shown < all;
    }, first.rows.length);
    const zoomed = await viewOf(page);
    await page.screenshot({ path: join(out, 'explore-zoomed.png') });
    const link = { url: page.url(), view: zoomed };

    await page.locator('.plot .u-over').dblclick();
    await page.waitForFunction(() => !location.search.includes('zoom='));

    await page.getByRole('button', { name: 'GPUs', exact: true }).first().click();
    await page.waitForURL('**x=gpus*');
    await chartDrawn(page);
    await page.getByRole('button', { name: /^Axes/ }).click();
    await page
      .getByRole('group', { name: 'Scale of the vertical axis' })
      .getByRole('button', { name: 'log₁₀' })
      .click();
    await page.waitForURL('**yscale=log*');
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Views/ }).click();
    for (const view of await page.locator('.presets a').evaluateAll((links) => links.map((each) => each.href))) {
      await page.goto(view);
      await page.locator('.legend .entry').first().waitFor();
    }
    return link;
  });
}

/** A click in the legend isolates a curve, with shift it toggles one; the page follows a moment later. */
function curvesShown(page, expected) {
  return page.waitForFunction((states) => {
    const entries = [...document.querySelectorAll('.legend .entry')];
    const shown = entries.map((entry) => entry.getAttribute('aria-pressed') === 'true');
    return JSON.stringify(shown) === JSON.stringify(states);
  }, expected);
}

async function downloads(page) {
  const starts = { PNG: '\u0089PNG', SVG: '<svg', PDF: '%PDF', CSV: 'series,', JSON: '{' };
  for (const [name, start] of Object.entries(starts)) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page
        .getByRole('group', { name: /Copy or download/ })
        .getByRole('link', { name, exact: true })
        .click(),
    ]);
    assert.match(file.suggestedFilename(), /^busbw-by-size_.*nccl/, 'the name says what is in it');
    const text = readFileSync(await file.path(), 'latin1');
    assert.ok(text.startsWith(start), `${file.suggestedFilename()} begins with ${text.slice(0, 12)}`);
    if (name === 'PNG' || name === 'SVG') await file.saveAs(join(out, `export.${name.toLowerCase()}`));
  }
}

/** The address alone, in a browser that has never been here, shows the same view. */
function followLink({ url, view }) {
  return session('permalink in a new browser context', {}, async ({ page }) => {
    await page.goto(url);
    await chartDrawn(page);
    await page.waitForFunction(
      (count) => document.querySelectorAll('.table tbody tr').length === count,
      view.rows.length,
    );
    assert.deepEqual(await viewOf(page), view);
  });
}

function visitRuns() {
  return session('runs', {}, async ({ page }) => {
    await page.goto(`${base}/runs`);
    const rows = page.locator('.table tbody tr');
    await rows.first().waitFor();
    const all = await rows.count();
    await page.getByPlaceholder('Host, GPU, version').fill('jacobi');
    await page.waitForURL('**q=jacobi*');
    await page.waitForFunction((count) => document.querySelectorAll('.table tbody tr').length < count, all);
    await page.getByRole('link', { name: 'Clear' }).click();
    await page.waitForFunction((count) => document.querySelectorAll('.table tbody tr').length === count, all);
    await page.getByRole('link', { name: 'Measured' }).click();
    await page.waitForURL('**sort=-points*');
    await page.locator('th[aria-sort=descending]').waitFor();
    // Sorted by measurements, most first. The mark in the header is there before the rows have come.
    await page.waitForFunction(() => {
      const cells = [...document.querySelectorAll('.table tbody td:nth-child(10)')];
      const numbers = cells.map((cell) => Number(cell.textContent.replaceAll(',', '')));
      return numbers.length > 1 && numbers.every((n, i) => i === 0 || numbers[i - 1] >= n);
    });

    // Chosen runs go where they are looked at together.
    await rows.nth(0).getByRole('checkbox').check();
    await rows.nth(1).getByRole('checkbox').check();
    const together = page.getByRole('group', { name: 'Chosen runs' });
    await together.getByText('2 runs chosen').waitFor();
    const compare = new URL(await together.getByRole('link', { name: 'Compare' }).getAttribute('href'), base);
    assert.equal(compare.searchParams.getAll('a').length + compare.searchParams.getAll('b').length, 2);
    const explore = new URL(await together.getByRole('link', { name: 'Explore' }).getAttribute('href'), base);
    assert.equal(explore.searchParams.getAll('run').length, 2);
    await together.getByRole('button', { name: 'Clear' }).click();
    await together.waitFor({ state: 'hidden' });

    await rows.first().getByRole('link').first().click();
    await page.waitForURL('**/runs/*');
    await chartDrawn(page);
    await page.getByRole('heading', { name: 'Where it was measured' }).waitFor();
    await page.getByRole('heading', { name: 'Measurements', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Open in Explore' }).click();
    await page.waitForURL('**/explore?*run=*');
    await chartDrawn(page);
  });
}

function visitUploads() {
  return session('uploads', {}, async ({ page, context }) => {
    const good = { name: `all_reduce-${stamp}.log`, mimeType: 'text/plain', buffer: Buffer.from(ncclLog(stamp)) };
    const hostile = {
      name: `<img src=x onerror=alert(1)> ${stamp}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from(noLog(stamp)),
    };
    await page.goto(`${base}/uploads`);
    await page.locator('input[type=file]').setInputFiles([good, hostile]);
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
    await page.goBack();

    // Names of hosts are replaced before anything is stored.
    await page.getByLabel('Replace the names of hosts').check();
    await page.getByText('-F pseudonymise=hosts').waitFor();
    const named = { ...good, name: `made-up-1-${stamp}.log`, buffer: Buffer.from(ncclLog(`${stamp} hosts`)) };
    await page.locator('input[type=file]').setInputFiles([named]);
    const link = page.locator('li.done', { hasText: named.name }).getByRole('link').first();
    await link.waitFor();
    const kept = await context.request.get(
      `${base}/api/v1${new URL(await link.getAttribute('href'), base).pathname}/raw`,
    );
    assert.ok(!(await kept.text()).includes('made-up-1'), 'the host is not in what was stored');
    assert.match(await kept.text(), /on\s+host-1 device/);
    await page.goto(`${base}/uploads`);

    // Sent again, the same bytes are the same upload.
    await page.locator('input[type=file]').setInputFiles([good]);
    await page.getByText('known already').waitFor();
    await page.screenshot({ path: join(out, 'uploads-sent.png') });
    await page.locator('li.done a').first().click();
    await page.waitForURL('**/uploads/*');
    const upload = new URL(page.url()).pathname;
    await page.getByRole('heading', { name: /1 of 4\d lines not understood/ }).waitFor();
    assert.equal(await page.getByRole('region', { name: 'Problems' }).locator('tbody td').first().textContent(), '30');
    const raw = await context.request.get(
      base + (await page.getByRole('link', { name: 'Raw log' }).getAttribute('href')),
    );
    assert.equal(await raw.text(), ncclLog(stamp), 'the raw log is what was sent');

    await page.getByRole('region', { name: 'Runs' }).locator('tbody tr a').first().click();
    await page.waitForURL('**/runs/*');
    // The chart of the upload's page stands until that of the run is there.
    await page.locator('.legend .entry').nth(1).waitFor();
    const charted = await viewOf(page);
    assert.equal(charted.curves.length, 2, 'out-of-place and in-place are two curves');
    await page.getByText('wrong data', { exact: false }).first().waitFor();

    // A file is taken wherever it is dropped, and what becomes of it is shown there.
    await page.goto(`${base}/study`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.evaluate(
      ({ name, text }) => {
        const carried = new DataTransfer();
        carried.items.add(new File([text], name, { type: 'text/plain' }));
        for (const type of ['dragenter', 'dragover', 'drop']) {
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer: carried, bubbles: true, cancelable: true }));
        }
      },
      { name: `dropped-${stamp}.log`, text: ncclLog(`${stamp} dropped`) },
    );
    const tray = page.getByRole('region', { name: 'Files that you sent' });
    await tray.locator('li.done', { hasText: `dropped-${stamp}.log` }).waitFor();
    assert.equal(new URL(page.url()).pathname, '/study', 'the page stays');
    await page.screenshot({ path: join(out, 'dropped.png') });
    await tray.getByRole('button', { name: 'Close' }).click();
    await tray.waitFor({ state: 'hidden' });
    await page.goto(base);
    await page
      .getByRole('link', { name: `dropped-${stamp}.log` })
      .first()
      .waitFor();

    await page.goto(`${base}/uploads`);
    await page.getByRole('button', { name: 'Paste text' }).click();
    await page.getByLabel('The log, as it stands').fill(ncclLog(`${stamp} pasted`));
    await page.getByRole('button', { name: 'Upload the text' }).click();
    await page.locator('li.done').waitFor();
    return { upload, run: charted };
  });
}

/** A server with a token answers 401 to writes; that answer is given here in its place. */
function askForToken() {
  return session('token', {}, async ({ page, faults }) => {
    await page.route(/\/api\/v1\/uploads(\?|$)/, async (route) => {
      const request = route.request();
      if (request.method() !== 'POST' || request.headers()['authorization'] === 'Bearer open sesame')
        return route.continue();
      return route.fulfill({
        status: 401,
        contentType: 'application/problem+json',
        body: '{"title":"Unauthorized","detail":"This server takes writes only with its token.","status":401}',
      });
    });
    await page.goto(`${base}/uploads`);
    const file = { name: `token-${stamp}.log`, mimeType: 'text/plain', buffer: Buffer.from(ncclLog(`${stamp} token`)) };
    await page.locator('input[type=file]').setInputFiles([file]);
    await page.getByLabel(/takes writes only with its token/).fill('open sesame');
    await page.getByRole('button', { name: 'Upload with this token' }).click();
    await page.locator('li.done').waitFor();
    forgive(faults, /status of 401/);
  });
}

function useKeyboard() {
  return session('keyboard', {}, async ({ page }) => {
    await page.goto(`${base}/explore`);
    await chartDrawn(page);
    await page.keyboard.press('/');
    assert.equal(await page.evaluate(() => document.activeElement.id), 'search');
    await page.keyboard.press('Tab');
    await page.keyboard.press('?');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    await page.goto(`${base}/explore`);
    await chartDrawn(page);
    const reached = new Set();
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press('Tab');
      const at = await page.evaluate(() => {
        const element = document.activeElement;
        const style = getComputedStyle(element);
        const seen = style.outlineStyle !== 'none' || element.closest('.u-wrap') !== null;
        const name = element.getAttribute('aria-label') ?? element.textContent.trim().replace(/\s+/g, ' ');
        return { name: name.slice(0, 40), seen, body: element === document.body };
      });
      if (!at.body) assert.ok(at.seen, `focus can be seen on ${at.name}`);
      reached.add(at.name);
    }
    for (const name of [
      'Skip to the content',
      'busbw',
      'Copy link',
      'PNG',
      'All-Reduce',
      'Chart. Left and right arrow keys move al',
    ]) {
      assert.ok(reached.has(name), `Tab reaches ${name}; it reached ${[...reached].join(' | ')}`);
    }
    await page.locator('.plot').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    assert.equal((await page.locator('.tip .at').textContent()).trim(), '64 MiB', 'arrow keys move the crosshair');
  });
}

function meetTheUnknown() {
  return session('unknown addresses', {}, async ({ page, faults }) => {
    for (const [path, text] of [
      ['/runs/0000000000000000-1', 'Not Found'],
      ['/uploads/0000000000000000', 'Not Found'],
      ['/figures/no-such-figure', 'No such figure'],
      ['/no/such/page', 'Nothing is at this address'],
    ]) {
      await page.goto(base + path);
      await page.getByText(text, { exact: false }).first().waitFor();
    }
    const named = await page.locator('main a').evaluateAll((links) => links.map((link) => link.textContent.trim()));
    for (const name of ['Overview', 'Scaling', 'Study', 'Uploads', 'Re-reading', 'Who did what', 'Alerts', 'Hardware'])
      assert.ok(named.includes(name), `a page that is not there leads to ${name}: ${named}`);
    await page.goto(`${base}/explore?x=size&metric=busbw&operation=get`);
    await page.getByText('No measurement fits this choice').waitFor();
    await page.goto(`${base}/explore?x=size&metric=busbw&operation=no_such_operation`);
    await page.getByText('operation must be one of').first().waitFor();
    forgive(faults, /status of 40[04]/);
  });
}

/** Every page in light, dark and at phone width, where nothing may scroll sideways. */
async function photograph({ upload, log, analysis }) {
  const looks = {
    light: {},
    dark: { colorScheme: 'dark' },
    phone: PHONE,
    wide: { viewport: { width: 2560, height: 1440 } },
  };
  for (const [look, options] of Object.entries(looks)) {
    await session(`pictures, ${look}`, options, async ({ page }) => {
      await countShifts(page);
      const run = await (await page.request.get(`${base}/api/v1/runs?upload=${upload.split('/').at(-1)}`)).json();
      const pages = {
        overview: '/',
        figures: '/figures',
        figure: '/figures/nccl_bandwidth',
        explore: '/explore',
        runs: '/runs',
        run: `/runs/${run.items[0].id}`,
        compare: `/compare?a=${run.items[0].id}&b=${run.items[0].id}`,
        scaling: '/scaling',
        history: '/history',
        study: '/study',
        uploads: '/uploads',
        rereading: '/uploads/rereading',
        deeds: '/uploads/deeds',
        hardware: '/uploads/hardware',
        alerts: '/uploads/alerts',
        pairs: `/pairs?upload=${upload.split('/').at(-1)}`,
        upload,
        log,
        ...analysis,
      };
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(base + path);
        await page.waitForLoadState('networkidle');
        if (['explore', 'run'].includes(name)) await chartDrawn(page);
        if (name === 'log') await page.locator('.view .chosen').scrollIntoViewIfNeeded();
        const { inner, scroll } = await page.evaluate(() => ({
          inner: document.documentElement.clientWidth,
          scroll: document.documentElement.scrollWidth,
        }));
        assert.ok(scroll <= inner, `${path} scrolls sideways at ${inner} px: its content is ${scroll} px wide`);
        const current = await page.locator('nav [aria-current]').first().boundingBox();
        assert.ok(current.x >= 0 && current.x + current.width <= inner, `${path}: the link of this page is in sight`);
        if (name !== 'log') await assertCalm(page, `${path}, ${look},`);
        if (name === 'runs' && look === 'light') {
          const cut = await page.locator('.frame').evaluate((frame) => frame.scrollWidth - frame.clientWidth);
          assert.ok(cut <= 0, `at 1440 px all columns of the runs are seen, ${cut} px are not`);
        }
        await page.screenshot({ path: join(out, `${name}-${look}.png`) });
        if (look === 'light' || look === 'dark') await assertAccessible(page, `${path}, ${look}`);
      }
    });
  }
}
