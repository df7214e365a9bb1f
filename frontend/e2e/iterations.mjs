// How single iterations of a run spread: every box against the run's CSV.
import assert from 'node:assert/strict';
import { join } from 'node:path';

export async function readIterations(page, base, out) {
  const { items } = await (
    await page.request.get(`${base}/api/v1/runs?operation=all_reduce&tool=gpucomm&size=1`)
  ).json();
  const [{ id }] = items;
  await page.goto(`${base}/runs/${id}`);
  const section = page.getByRole('region', { name: 'Iterations' });
  await section.locator('li').first().waitFor();
  const said = await section.locator('svg').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));

  const text = await page.evaluate(async (path) => (await fetch(path)).text(), `${base}/api/v1/runs/${id}.csv`);
  const [head, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(','));
  const at = (row, name) => Number(row[head.indexOf(name)]);
  const known = rows.filter((row) => row[head.indexOf('time_p50_us')] !== '');
  assert.ok(known.length > 5, 'the run knows its iterations');
  assert.equal(said.length, known.length, 'a box for each measurement');
  /** As pages write times: four digits, in ms from a thousand µs. */
  const shown = (us) => (us >= 1e6 ? us / 1e6 : us >= 1e3 ? us / 1e3 : us).toPrecision(4).replace(/\.?0+$/, '');
  for (const row of known) {
    for (const [name, word] of [
      ['time_min_us', 'shortest'],
      ['time_p50_us', 'median'],
      ['time_p99_us', '99th percentile'],
      ['time_max_us', 'longest'],
    ]) {
      const value = shown(at(row, name));
      assert.ok(
        said.some((label) => label.includes(`${word} ${value}`)),
        `${word} ${value} of ${row[head.indexOf('message_bytes')]} B is in a box: ${said.slice(0, 3).join(' | ')}`,
      );
    }
  }
  await section.screenshot({ path: join(out, 'iterations-boxes.png') });
  await section.getByRole('button', { name: 'Bands' }).click();
  await section.locator('.plot canvas').waitFor();
  assert.match(page.url(), /spread=bands/);
  await section.screenshot({ path: join(out, 'iterations-bands.png') });
}
