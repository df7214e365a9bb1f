// Pairs of hosts over several runs, and ranks over several files: every cell against the log's own numbers.
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from './fixtures.mjs';
import { json } from './measured.mjs';

const HOSTS = ['gpu-2', 'gpu-10', 'gpu-1', 'gpu-7'];

test('hosts are pairs, each with what the log says of it', async ({ page, base, send, out, stamp }) => {
  const times = new Map();
  const osu = await send(`osu-pairs-${stamp}.out`, osuLog(times));
  await page.goto(`${base}/uploads/${osu.id}`);
  const pairs = page.getByRole('region', { name: 'Pairs' });
  await pairs.locator('figure.heat').waitFor();
  for (const size of ['8 B', '4 MiB']) {
    await pairs.getByLabel('Message size').selectOption({ label: size });
    await pairs.locator('figcaption strong', { hasText: size }).waitFor();
    const words = await pairs.locator('td').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));
    const measured = words.filter((each) => !each.endsWith('not measured'));
    assert.equal(measured.length, 6, `${size}: six pairs of four hosts`);
    for (const [pair, [small, large]] of times) {
      const time = size === '8 B' ? small : large;
      const cell = measured.find((each) => each.startsWith(`${pair}: `));
      const said = `${time.toLocaleString('en-US')} µs`;
      assert.ok(cell?.includes(`: ${said}`), `${pair} at ${size} is ${said}: ${cell}`);
    }
  }
  // Names stand as people count.
  const rows = await pairs.locator('th[scope=row]').allTextContents();
  assert.deepEqual(rows, ['gpu-1', 'gpu-2', 'gpu-10']);
  await pairs.screenshot({ path: join(out, 'pairs-of-hosts.png') });
});

test('ranks of several files are compared, as somebody goes there from the list of runs', async ({
  page,
  base,
  send,
  out,
  stamp,
}) => {
  const files = [];
  for (const rank of [0, 1, 2, 3])
    files.push((await send(`inspector-${rank}-${stamp}.log`, inspected(rank, stamp))).id);
  const runs = (await Promise.all(files.map((id) => json(page.request, `${base}/api/v1/runs?upload=${id}`)))).map(
    ({ items }) => items[0].id,
  );
  // From the list of runs, as a person goes.
  await page.goto(`${base}/runs?q=inspector-+${stamp}`);
  await page.waitForFunction(() => document.querySelectorAll('.table tbody tr').length === 4);
  for (const box of await page.locator('.table tbody').getByRole('checkbox').all()) await box.check();
  await page.getByRole('link', { name: 'Pairs and ranks' }).click();
  await page.waitForURL('**/pairs?*');
  const ranks = page.getByRole('region', { name: 'Ranks' });
  await ranks.locator('figure.heat').waitFor();
  assert.deepEqual(await ranks.locator('th[scope=row]').allTextContents(), ['n-0/0', 'n-0/2', 'n-1/1', 'n-1/3']);
  assert.equal(await ranks.locator('tr.node').count(), 1, 'nodes are parted');
  const cells = await ranks.locator('td').evaluateAll((all) => all.map((cell) => cell.getAttribute('aria-label')));
  for (const rank of [0, 1, 2, 3]) {
    const median = TIMES[rank].toSorted((a, b) => a - b)[1];
    const usual = TIMES.map((own) => own.toSorted((a, b) => a - b)[1]).toSorted((a, b) => a - b);
    const ratio = (median / ((usual[1] + usual[2]) / 2)).toFixed(3);
    const said = cells.find((each) => each.startsWith(`rank n-${rank % 2}/${rank},`));
    assert.ok(said?.includes(`: ${ratio} times the median of the ranks, ${median} µs`), `rank ${rank}: ${said}`);
  }
  await ranks.getByRole('button', { name: 'Longest first' }).click();
  await page.waitForFunction(() => document.querySelector('figure.heat th[scope=row]')?.textContent === 'n-0/2');
  const csv = await (
    await page.request.get(
      await ranks
        .getByRole('link', { name: 'CSV' })
        .getAttribute('href')
        .then((href) => new URL(href, base).href),
    )
  ).text();
  assert.equal(csv.trim().split('\n').length, 5, 'the file has a line for each rank');
  assert.equal(runs.length, 4);
  for (const look of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: look });
    await page.screenshot({ path: join(out, `ranks-${look}.png`), fullPage: true });
  }
});

test('an address without runs says so', async ({ page, base }) => {
  await page.goto(`${base}/pairs`);
  await page.getByText('No runs selected.').waitFor();
});

/** Each pair of four hosts once; `times` takes what was printed. */
function osuLog(times) {
  const lines = [];
  HOSTS.forEach((one, i) =>
    HOSTS.slice(i + 1).forEach((other, j) => {
      const [small, large] = [19.13 + i + j / 10, 1263.93 + 100 * i + j];
      times.set(`${one} → ${other}`, [Number(small.toFixed(2)), Number(large.toFixed(2))]);
      lines.push(
        `FLUX-RUN START osu-iter-${one} ${other}`,
        '# OSU MPI Latency Test v5.8',
        '# Size          Latency (us)',
        `8                      ${small.toFixed(2)}`,
        `4194304              ${large.toFixed(2)}`,
        `FLUX-RUN END osu-iter-${one} ${other}`,
      );
    }),
  );
  return `${lines.join('\n')}\n`;
}

const TIMES = [
  [600, 640, 610],
  [605, 606, 700],
  [660, 650, 655],
  [480, 470, 900],
];

function inspected(rank, stamp) {
  return TIMES[rank]
    .map((time, call) =>
      JSON.stringify({
        header: { id: `0x${stamp}`, comm_name: 'dp', rank, n_ranks: 4, nnodes: 2 },
        metadata: { inspector_output_format_version: 'v4.1', hostname: `n-${rank % 2}`, pid: 1 },
        coll_perf: {
          coll: 'AllReduce',
          coll_sn: call + 1,
          coll_msg_size_bytes: 16777216,
          coll_exec_time_us: time,
          coll_algobw_gbs: 27.3,
          coll_busbw_gbs: 40.9,
        },
      }),
    )
    .join('\n');
}
