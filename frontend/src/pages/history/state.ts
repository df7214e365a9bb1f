// A history as a chart: the time of each run, at one size or over all sizes, and its changes.

import type { HistoryAnswer } from '../../api/types';
import type { ChartModel } from '../../chart/model';
import { bytes } from '../../format/bytes';
import { circumstances, gpus } from './words';

/** Number of a run, from 1, in order of time. */
export function placeOf({ runs }: HistoryAnswer, id: string): number {
  return runs.findIndex((run) => run.id === id) + 1;
}

/**
 * @param size bytes, or null for the geometric mean over all sizes, relative to the first run
 * @param base a baseline with runs of this history, used instead of the first run
 */
export function chartOfHistory(
  answer: HistoryAnswer,
  size: number | null,
  base: HistoryAnswer['baselines'][number] | null = null,
): ChartModel {
  const at = size === null ? -1 : answer.sizes.indexOf(size);
  const held = answer.runs.filter((run, index) => (base === null ? index === 0 : base.runs.includes(run.id)));
  const reference = mean(held.map((run) => mean(run.times)));
  const values = answer.runs.map((run) => (at < 0 ? mean(run.times) / reference : (run.times[at] ?? NaN)));
  const of = [answer.history.title, gpus(answer.history), circumstances(answer.history)].filter((part) => part !== '');
  return {
    title:
      at < 0
        ? `Time over that of ${base === null ? 'the first run' : `baseline ${base.name}`}`
        : `Time at ${bytes(size ?? 0)}`,
    basis: [
      ...of,
      at < 0
        ? `geometric mean over ${answer.sizes.length} sizes that all runs have · above 1 is slower`
        : 'each point one run',
    ].join(' · '),
    x: { label: 'Run, in order of time', unit: 'run', scale: 'linear' },
    y:
      at < 0
        ? { label: base === null ? 'Time / first' : 'Time / baseline', unit: '', scale: 'linear', include: 1 }
        : { label: 'Time', unit: 'µs', scale: 'linear', include: values[0] ?? 0 },
    curves: [
      {
        id: 'runs',
        label: 'each run',
        ink: { hue: 'blue', depth: null },
        dashed: false,
        key: {},
        runs: [],
        flags: [],
        points: values.map((y, index) => ({ x: index + 1, y, n: 1, min: y, max: y, wrong: 0 })),
      },
    ],
    marks: answer.changes.map((change, index) => ({
      axis: 'x',
      from: placeOf(answer, change.before),
      to: placeOf(answer, change.after),
      label: `change ${index + 1}`,
    })),
  };
}

/** Geometric mean. */
export function mean(times: readonly number[]): number {
  return Math.exp(times.reduce((sum, time) => sum + Math.log(time), 0) / Math.max(1, times.length));
}
