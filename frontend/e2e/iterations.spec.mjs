// How single iterations spread, on the pages of runs, in Explore and in Compare: every box against the runs' CSV.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test as plain } from './fixtures.mjs';
import { rowsOf } from './files.mjs';
import { json } from './measured.mjs';

/** What a box is made of, and how its words call it. */
const PARTS = [
  ['time_min_us', 'shortest', Math.min],
  ['time_p50_us', 'median', middle],
  ['time_p99_us', '99th percentile', middle],
  ['time_max_us', 'longest', Math.max],
];

const test = plain.extend({
  /** The bundled runs that know their iterations, with the rows of their CSV. */
  known: async ({ request, base }, use) => {
    const { items } = await json(request, `${base}/api/v1/runs?operation=all_reduce&tool=gpucomm&size=50`);
    const known = [];
    for (const { id } of items) {
      const rows = rowsOf(await (await request.get(`${base}/api/v1/runs/${id}.csv`)).text());
      if (rows.some((row) => row.time_p50_us !== '')) known.push({ id, rows });
    }
    assert.ok(known[0], 'a bundled run knows its iterations');
    await use(known);
  },
});

test('the page of a run has a box for each size', async ({ page, base, out, known: [one] }) => {
  await page.goto(`${base}/runs/${one.id}`);
  await held(page, [one.rows], '');
  await picture(page, out, 'iterations');
});

test('Explore has them below curves of times by itself, below others when somebody asks', async ({
  page,
  base,
  out,
  known: [one],
}) => {
  await page.goto(`${base}/explore?x=size&metric=busbw&run=${one.id}`);
  await page.getByRole('button', { name: 'Spread of single iterations' }).click();
  await held(page, [one.rows], '');
  await page.goto(`${base}/explore?x=size&metric=time&run=${one.id}`);
  await held(page, [one.rows], '');
  await picture(page, out, 'iterations-explore');
  await asFiles(page, base, one.rows);
});

test('a comparison has those of both sides', async ({ page, base, out, known: [one, other] }) => {
  test.skip(!other, 'only one bundled run knows its iterations');
  await page.goto(`${base}/compare?a=${one.id}&b=${other.id}`);
  await held(page, [one.rows], 'A');
  await held(page, [other.rows], 'B');
  await picture(page, out, 'iterations-compare');
});

async function picture(page, out, name) {
  const section = page.getByRole('region', { name: 'Iterations' });
  await section.screenshot({ path: join(out, `${name}-boxes.png`) });
  await section.getByRole('button', { name: 'Bands' }).click();
  await section.locator('.plot canvas').waitFor();
  assert.match(page.url(), /spread=bands/);
  await section.screenshot({ path: join(out, `${name}-bands.png`) });
  await section.getByRole('button', { name: 'Boxes' }).click();
}

/** Each box of a side says what the rows of its size say, and there is a box for every size that is known. */
async function held(page, [rows], side) {
  const section = page.getByRole('region', { name: 'Iterations' });
  await section.locator('li svg').first().waitFor();
  const said = await section.locator('ol').evaluateAll((lists) =>
    lists.flatMap((list) =>
      [...list.querySelectorAll('svg')].map((each) => ({
        curve: list.getAttribute('aria-label').replace('Iterations of ', ''),
        words: each.getAttribute('aria-label'),
        box: Number(each.querySelector('rect').getAttribute('height')),
      })),
    ),
  );
  const own = said.filter(({ curve }) => side === '' || curve === side || curve.startsWith(`${side} · `));
  const cells = cellsOf(rows);
  assert.equal(own.length, cells.length, `${side}: a box for each measured place`);
  for (const cell of cells) {
    const words = PARTS.map(
      ([name, word, together]) => `${word} ${shown(together(...cell.map((row) => Number(row[name]))))}`,
    );
    assert.ok(
      own.some((each) => words.every((part) => each.words.includes(part))),
      `${words.join(', ')} of ${cell[0].message_bytes} B is a box: ${own
        .map((each) => each.words)
        .slice(0, 3)
        .join(' | ')}`,
    );
  }
}

/** The server's own drawing: its CSV has each of these numbers, and its pictures are there. */
async function asFiles(page, base, rows) {
  const section = page.getByRole('region', { name: 'Iterations' });
  const link = async (name) =>
    new URL(await section.getByRole('link', { name, exact: true }).getAttribute('href'), base).href;
  const drawn = rowsOf(await (await page.request.get(await link('CSV'))).text());
  const cells = cellsOf(rows);
  assert.equal(drawn.length, 2 * cells.length, 'a median and a longest for each place');
  for (const cell of cells) {
    const [low, p50, p99, max] = PARTS.map(([name, , together]) => together(...cell.map((row) => Number(row[name]))));
    const ofSize = drawn.filter((row) => Number(row.x_message_bytes) === Number(cell[0].message_bytes));
    assert.ok(
      ofSize.some(
        (row) => Number(row.y_time_us) === p50 && Number(row.interval_low) === low && Number(row.interval_high) === p99,
      ),
      `${p50} from ${low} to ${p99} at ${cell[0].message_bytes} B`,
    );
    assert.ok(
      ofSize.some((row) => row.interval_low === '' && Number(row.y_time_us) === max),
      `the longest, ${max}`,
    );
  }
  for (const shape of ['boxes', 'bands'])
    for (const ending of ['png', 'svg', 'pdf']) {
      const answer = await page.request.get((await link(ending.toUpperCase())).replace(/shape=\w+/, `shape=${shape}`));
      assert.equal(answer.status(), 200, `${shape}.${ending}`);
      assert.ok((await answer.body()).length > 2000, `${shape}.${ending} is a picture`);
    }
}

/** Rows of one place: size, and all that tells curves of a run apart. */
function cellsOf(rows) {
  const cells = new Map();
  for (const row of rows) {
    if (row.time_p50_us === '' || !(Number(row.message_bytes) > 0)) continue;
    const key = JSON.stringify([
      row.operation,
      row.variant,
      row.placement,
      row.ranks,
      row.settings,
      row.message_bytes,
      row.section,
    ]);
    cells.set(key, [...(cells.get(key) ?? []), row]);
  }
  return [...cells.values()];
}

function middle(...values) {
  const sorted = values.toSorted((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
}

/** As pages write times: four digits, in ms from a thousand µs. */
function shown(us) {
  return (us >= 1e6 ? us / 1e6 : us >= 1e3 ? us / 1e3 : us).toPrecision(4).replace(/\.?0+$/, '');
}
