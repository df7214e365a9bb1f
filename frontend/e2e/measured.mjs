// What was measured, as every tool printed it, and whether a chart's files show that and nothing else.
import assert from 'node:assert/strict';
import { checkPdf, checkPng, checkSvg, linear, logarithmic, pointsOf, rowsOf } from './files.mjs';

export const COLUMNS = { busbw: 'busbw_GBps', algbw: 'algbw_GBps', time: 'time_us' };
/** Further statistics of the iterations, which only figures show. */
const STATISTICS = ['time_min_us', 'time_p50_us', 'time_p99_us', 'time_max_us'];
/** What a point of several measurements may be called. */
const STATED = /medians? of|geometric means/;

export async function json(request, url) {
  const answer = await request.get(url);
  assert.equal(answer.status(), 200, `${url}: ${await answer.text()}`);
  return answer.json();
}

/** Every value that the runs of a server hold. */
export class Measured {
  #values = new Map();
  runs = [];

  static async of(request, base) {
    const all = new Measured();
    const { items, total } = await json(request, `${base}/api/v1/runs?size=500`);
    assert.equal(items.length, total);
    all.runs = items;
    for (const { id } of items) {
      const { columns, rows } = await json(request, `${base}/api/v1/runs/${id}/points?size=5000`);
      const size = columns.indexOf('message_bytes');
      for (const [metric, column] of [...Object.entries(COLUMNS), ...STATISTICS.map((each) => ['statistic', each])]) {
        const at = columns.indexOf(column);
        for (const row of rows)
          if (at >= 0 && row[at] !== null) all.#add(id, metric, Number(row[size]), Number(row[at]));
      }
    }
    return all;
  }

  #add(run, metric, bytes, value) {
    for (const key of [`${run} ${metric} ${bytes}`, `${run} ${metric}`, metric]) {
      if (!this.#values.has(key)) this.#values.set(key, new Set());
      this.#values.get(key).add(value);
    }
  }

  /** Whether any run has this value; of digits that a table shows more of than the tool printed, whether they round to it. */
  has(metric, number, printed = true) {
    return isOf(this.#values.get(metric) ?? [], number, printed);
  }

  /** The same of one run, to as many digits as a table shows. */
  hasMetric(run, metric, number) {
    return isOf(this.#values.get(`${run} ${metric}`) ?? [], number, false);
  }

  /** The same of some runs at one size. */
  hasAt(runs, metric, bytes, number, printed) {
    return runs.some((run) => isOf(this.#values.get(`${run} ${metric} ${bytes}`) ?? [], number, printed));
  }
}

/** Bandwidths are printed with two decimals; where few digits are left of one, pages make it of the time beside it. */
function isOf(values, number, printed) {
  return [...values].some((value) =>
    printed ? value === number : Math.abs(value - number) <= 0.011 + 0.0005 * Math.abs(value),
  );
}

/** The numbers of a table's cells in full, and `median of n` where one is of several. */
export function checkCells(titles, measured, metric, where, printed = true) {
  let checked = 0;
  for (const title of titles) {
    const number = Number(title.split(' ')[0].replaceAll(',', ''));
    if (!Number.isFinite(number)) continue;
    checked++;
    if (/median of \d+/.test(title)) continue;
    assert.ok(measured.has(metric, number, printed), `${where}: nobody measured ${title}`);
  }
  assert.ok(checked > 0, `${where}: the table has values`);
}

/**
 * Reads all files of a chart, as its links give them: the same points in each, of runs that hold them.
 *
 * @param nth which chart of the page
 * @param scales of its axes: sizes and GPUs double, so do times; bandwidths do not
 * @param bytes of all points, where neither the axis nor the curve has them, or those of a point
 * @param printed whether its values are as the tools printed them
 */
export async function checkFiles(
  page,
  measured,
  where,
  { nth = 0, x = logarithmic, bytes = null, printed = true } = {},
) {
  const group = page.getByRole('group', { name: /Copy or download/ }).nth(nth);
  const href = (name) => group.getByRole('link', { name, exact: true, includeHidden: true }).getAttribute('href');
  const file = async (name) => {
    const answer = await page.request.get(new URL(await href(name), page.url()).href);
    assert.equal(answer.status(), 200, `${where}, ${name}: ${await answer.text()}`);
    return answer;
  };
  const points = pointsOf(rowsOf(await (await file('CSV')).text()));
  const view = await (await file('JSON')).json();
  assert.ok(points.length > 0, `${where}: there are points`);
  assert.deepEqual(
    view.series.flatMap(({ points: drawn }) => drawn.map(({ x, y, n }) => [x, y, n])),
    points.map(({ x, y, n }) => [x, y, n]),
    `${where}: CSV and JSON have the same points`,
  );
  const scales = { x, y: view.y.name === 'time' && x === logarithmic ? logarithmic : linear };
  for (const point of points)
    checkPoint(
      { ...point, bytes: typeof bytes === 'function' ? bytes(point) : (bytes ?? point.bytes) },
      view.basis,
      measured,
      where,
      printed,
    );
  checkSvg(await (await file('SVG')).text(), points, scales, `${where}, SVG`);
  checkPdf(await (await file('PDF')).body(), points, scales, `${where}, PDF`);
  await checkPng(page, await href('PNG'), `${where}, PNG`);
  return { points, view };
}

function checkPoint(point, basis, measured, where, printed) {
  const { metric, y, n, min, max } = point;
  const bytes = point.bytes || point.x;
  const runs = point.runs.split(' ');
  const said = `${where}, ${point.series} at ${point.x}`;
  assert.ok(n >= 1, `${said}: it was measured`);
  assert.ok(min <= y && y <= max, `${said}: ${y} is within ${min} and ${max}`);
  if (n > 1) assert.match(basis, STATED, `${said} is of ${n}, and the chart says of what`);
  for (const value of n > 1 ? [min, max] : [y])
    assert.ok(measured.hasAt(runs, metric, bytes, value, printed), `${said}: no run of it measured ${value}`);
}
