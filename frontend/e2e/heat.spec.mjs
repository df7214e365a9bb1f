// Heat maps of pairs of GPUs: every cell against the rows of its run, its colour, and whether its number can be read.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { rowsOf } from './files.mjs';
import { json } from './measured.mjs';

/** What WCAG 2.1 asks of text of this size, https://www.w3.org/TR/WCAG21/#contrast-minimum. */
const LEAST_CONTRAST = 4.5;
/** Steps of 256 that the rounding of a colour may take. */
const ROUNDED = 2;

for (const look of ['light', 'dark'])
  test.describe(look, () => {
    test.use({ colorScheme: look });

    for (const round of [0, 1, 2])
      test(`the bundled pairs of round ${round + 1}`, async ({ page, base, out }) => {
        const { items } = await json(page.request, `${base}/api/v1/runs?size=500`);
        const bundled = items.filter(({ filename }) => filename.startsWith('h200_nvlink_pairs.'));
        assert.equal(bundled.length, 3, 'the bundled pairs are three rounds');
        await readRun(page, base, bundled[round].id, { maps: 3, side: 4, look });
        await page.screenshot({ path: join(out, `pairs-${look}.png`), fullPage: true });
      });

    test('links that hang', async ({ page, base, send, out, stamp }) => {
      const upload = await send(`links-${stamp}.csv`, weakLinks(stamp));
      const [own] = (await json(page.request, `${base}/api/v1/runs?upload=${upload.id}`)).items;
      await readRun(page, base, own.id, { maps: 2, side: 7, look });
      await page.screenshot({ path: join(out, `pairs-weak-${look}.png`), fullPage: true });
    });
  });

/** Seven GPUs: bandwidths from a link that hangs at 4 GB/s to whole ones, in even steps, and latencies, which have no bandwidth. */
function weakLinks(stamp) {
  const lines = ['source,section,tool,operation,variant,ranks,message_bytes,time_us,algbw_GBps,wrong,settings'];
  let step = 0;
  for (let from = 0; from < 7; from++)
    for (let to = 0; to < 7; to++) {
      if (from === to) continue;
      const place = `pair=${from}-${to};made=${stamp}`;
      const whole = 4 + (step * 386) / 41;
      // The links of the first GPU were measured in three rounds, the second of which had a bad moment.
      for (const share of from === 0 ? [1, 0.4, 1.01] : [1])
        lines.push(`links.csv,1,mine,write,bandwidth,7,268435456,,${(whole * share).toFixed(3)},0,${place}`);
      lines.push(
        `links.csv,1,mine,write,latency,7,8,${(0.7 + step / 100).toFixed(2)},,${step === 3 ? 2 : ''},${place}`,
      );
      step++;
    }
  return `${lines.join('\n')}\n`;
}

async function readRun(page, base, id, { maps, side, look }) {
  const where = `${id}, ${look}`;
  const measured = cellsOf(rowsOf(await (await page.request.get(`${base}/api/v1/runs/${id}.csv`)).text()));
  await page.goto(`${base}/runs/${id}`);
  const figures = page.locator('figure.heat');
  await figures.first().waitFor();
  assert.equal(await figures.count(), maps, `${where}: heat maps`);
  const seen = new Set();
  for (const figure of await figures.all()) {
    const drawn = await figure.evaluate(shownIn);
    assert.equal(drawn.cells.length, side * side, `${where}, ${drawn.title}: cells`);
    const unit = drawn.label.endsWith('GB/s') ? 'GB/s' : 'µs';
    const all = drawn.cells.map((cell) => ({ ...cell, key: keyOf(drawn.title, cell) }));
    const known = all.filter(({ key }) => measured.has(key));
    assert.equal(known.length, side * (side - 1), `${where}, ${drawn.title}: cells that the CSV has`);
    const medians = known.map(({ key }) => median(measured.get(key).values));
    const most = Math.max(...medians);
    const least = Math.min(...medians, 0.8 * most);
    for (const cell of all) {
      const place = `${where}, ${drawn.title}, ${cell.row} → ${cell.column}`;
      const rows = measured.get(cell.key);
      if (!rows) {
        assert.equal(cell.row, cell.column, `${place}: only a GPU with itself is not measured`);
        assert.deepEqual([cell.text, cell.words], ['', `${cell.row} → ${cell.column}: not measured`], place);
        continue;
      }
      seen.add(cell.key);
      const value = median(rows.values);
      const decimals = (cell.text.split('.')[1] ?? '').length;
      assert.ok(Math.abs(Number(cell.text) - value) <= 0.5001 * 10 ** -decimals, `${place}: ${cell.text} of ${value}`);
      assert.ok(decimals > 0, `${place}: ${cell.text} has decimals`);
      assert.equal(cell.words, wordsOf(cell, rows, unit), place);
      assert.equal(cell.wrong, rows.wrong > 0, `${place}: wrong data has a frame`);
      const expected = mixed(drawn.low, drawn.high, (value - least) / (most - least));
      const off = Math.max(...cell.background.map((part, at) => Math.abs(part - expected[at])));
      assert.ok(off <= ROUNDED, `${place}: ${cell.background} is not the colour of its place, ${expected}`);
      const contrast = contrastOf(cell.color, cell.background);
      assert.ok(contrast >= LEAST_CONTRAST, `${place}: ${cell.text} has a contrast of ${contrast.toFixed(2)}`);
    }
    for (const link of drawn.pictures) assert.equal(new URL(link, base).searchParams.get('theme'), look, link);
    await walk(figure, all, side);
  }
  assert.equal(seen.size, measured.size, `${where}: every pair of the CSV is in a heat map`);
}

/** The rows of a CSV by all that tells heat maps apart and by their pair. */
function cellsOf(rows) {
  const cells = new Map();
  for (const row of rows) {
    const settings = row.settings.split(';');
    const [from, to] = settings
      .find((each) => each.startsWith('pair='))
      .slice(5)
      .split('-');
    const others = settings.filter((each) => !each.startsWith('pair=')).toSorted();
    const key = JSON.stringify([row.variant, others, from, to]);
    const cell = cells.get(key) ?? { values: [], wrong: 0, checked: true };
    cell.values.push(Number(row.algbw_GBps || row.time_us));
    cell.wrong += Number(row.wrong);
    cell.checked &&= row.wrong !== '';
    cells.set(key, cell);
  }
  return cells;
}

/** `Write, kernel, 256 MiB, blocks=8, launches=one`: the operation, variant, size and settings. */
function keyOf(title, { row, column }) {
  const [, variant, , ...settings] = title.split(', ');
  return JSON.stringify([variant, settings.toSorted(), row, column]);
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

function wordsOf({ row, column }, { values, wrong, checked }, unit) {
  const value = median(values);
  const bits = unit === 'GB/s' ? ` = ${grouped(Number((value * 8).toPrecision(12)))} Gb/s` : '';
  const spread =
    values.length > 1 ? `, median of ${values.length} from ${Math.min(...values)} to ${Math.max(...values)}` : '';
  const check = !checked ? 'data not checked' : wrong > 0 ? `${wrong} wrong elements` : 'data checked, no errors';
  return `${row} → ${column}: ${grouped(value)} ${unit}${bits}${spread}; ${check}`;
}

function grouped(value) {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 17 });
}

/** What a heat map shows; its colours as sRGB, as they are painted. */
function shownIn(figure) {
  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const painted = (color) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const probe = figure.appendChild(document.createElement('i'));
  const ink = (name) => {
    probe.style.color = `var(${name})`;
    return painted(getComputedStyle(probe).color);
  };
  const [low, high] = [ink('--low'), ink('--high')];
  probe.remove();
  const heads = [...figure.querySelectorAll('thead th')].slice(1).map((each) => each.textContent);
  const cells = [...figure.querySelectorAll('tbody tr')].flatMap((line) =>
    [...line.querySelectorAll('td')].map((cell, at) => ({
      row: line.querySelector('th').textContent,
      column: heads[at],
      text: cell.textContent.trim(),
      words: cell.getAttribute('aria-label'),
      wrong: cell.classList.contains('wrong'),
      color: painted(getComputedStyle(cell).color),
      background: painted(getComputedStyle(cell).backgroundColor),
    })),
  );
  const pictures = [...figure.querySelectorAll('a[href*=".png"], a[href*=".svg"]')].map((link) => link.href);
  return {
    title: figure.querySelector('strong').textContent,
    label: figure.querySelector('figcaption .muted').textContent,
    ...{ low, high, cells, pictures },
  };
}

/** The pointer and the arrow keys choose a cell, and the line below says it. */
async function walk(figure, cells, side) {
  const told = (row, column) =>
    figure.locator('.selected', { hasText: cells[row * side + column].words }).waitFor({ timeout: 5000 });
  await figure.locator('td[data-row="1"][data-column="2"]').click();
  await told(1, 2);
  await figure.page().mouse.move(0, 0);
  for (const [key, row, column] of [
    ['ArrowDown', 2, 2],
    ['ArrowLeft', 2, 1],
    ['ArrowUp', 1, 1],
  ]) {
    await figure.page().keyboard.press(key);
    await told(row, column);
  }
}

/** A mixture in Oklab, by the formulas of https://bottosson.github.io/posts/oklab/. */
function mixed(low, high, share) {
  const percent = Math.round(Math.min(Math.max(share, 0), 1) * 100) / 100;
  const [from, to] = [oklab(low), oklab(high)];
  return rgb(from.map((part, at) => part + (to[at] - part) * percent));
}

function oklab(color) {
  const [r, g, b] = color.map(linearOf);
  const [l, m, s] = [
    0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
    0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
    0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
  ].map(Math.cbrt);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function rgb([lightness, a, b]) {
  const [l, m, s] = [
    lightness + 0.3963377774 * a + 0.2158037573 * b,
    lightness - 0.1055613458 * a - 0.0638541728 * b,
    lightness - 0.0894841775 * a - 1.291485548 * b,
  ].map((part) => part ** 3);
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((part) => Math.round(255 * (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)));
}

function linearOf(part) {
  const share = part / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

function contrastOf(one, other) {
  const [light, dark] = [one, other].map(luminance).toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color) {
  const [r, g, b] = color.map(linearOf);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
