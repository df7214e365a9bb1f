// State of Explore and its address. The address has all of it, so that a link reproduces the view.

import { hiddenIn, hiddenText, zoomIn, zoomText } from '../../chart/view';
import type { Zoom } from '../../chart/model';
import type { Combine, FilterName, Metric } from '../../api/types';
import type { Query } from '../../api/paths';

export type Filters = Record<FilterName, string[]>;

export const FILTERS: readonly FilterName[] = [
  'operation',
  'library',
  'variant',
  'placement',
  'ranks',
  'nodes',
  'bytes',
  'tool',
  'toolVersion',
  'libraryVersion',
  'instanceType',
  'gpu',
  'place',
  'transport',
  'datatype',
  'redop',
  'root',
  'settings',
  'environment',
  'timing',
  'layout',
  'links',
  'problem',
  'run',
];

/** Curves of all measurements are not comparable: one of these filters is required. */
const NARROWING: readonly FilterName[] = ['run', 'operation', 'tool', 'library'];

export const COMBINED: Record<Combine, string> = {
  runs: 'each run',
  repetitions: 'combine repetitions',
  versions: 'ignore version',
  places: 'ignore version and cluster',
};

export const METRICS: readonly Metric[] = ['busbw', 'algbw', 'time', 'speedup', 'efficiency'];

export interface ExploreState {
  x: 'size' | 'gpus';
  metric: Metric;
  /** One curve over all selected sizes instead of one per size; only along GPUs. */
  mean: boolean;
  scaleX: 'log' | 'linear';
  scaleY: 'log' | 'linear';
  filters: Filters;
  hidden: Set<string>;
  zoom: Zoom | null;
  /** Which measurements share a curve; null = each run as long as there are few. */
  combine: Combine | null;
  /** The last upload included, so that a link shows what its sender saw; null = all uploads. */
  until: number | null;
  /** How single iterations are drawn below the chart; absent = the default. */
  spread?: 'boxes' | 'bands';
}

export function noFilters(): Filters {
  const none = FILTERS.map((name): [FilterName, string[]] => [name, []]);
  // The list names each of them.
  return Object.fromEntries(none) as Filters;
}

export function isNarrow({ filters }: ExploreState): boolean {
  return NARROWING.some((name) => filters[name].length > 0);
}

/** By convention times have a logarithmic axis, and bandwidths start at zero. */
export function usualScaleY(metric: Metric): 'log' | 'linear' {
  return metric === 'time' ? 'log' : 'linear';
}

export function stateIn(query: URLSearchParams): ExploreState {
  const metric = METRICS.find((each) => each === query.get('metric')) ?? 'busbw';
  const filters = noFilters();
  for (const name of FILTERS) filters[name] = query.getAll(name).filter((value) => value !== '');
  const x = query.get('x') === 'gpus' ? 'gpus' : 'size';
  return {
    x,
    metric,
    mean: x === 'gpus' && query.get('aggregate') === 'mean',
    scaleX: query.get('xscale') === 'linear' ? 'linear' : 'log',
    scaleY: scaleIn(query.get('yscale')) ?? usualScaleY(metric),
    filters,
    hidden: hiddenIn(query),
    zoom: zoomIn(query),
    combine: combineIn(query.get('combine')),
    until: /^\d+$/.test(query.get('until') ?? '') ? Number(query.get('until')) : null,
    ...spreadIn(query.get('spread')),
  };
}

function spreadIn(text: string | null): Pick<ExploreState, 'spread'> {
  return text === 'boxes' || text === 'bands' ? { spread: text } : {};
}

export function combineIn(text: string | null): Combine | null {
  return text === 'runs' || text === 'repetitions' || text === 'versions' || text === 'places' ? text : null;
}

function scaleIn(text: string | null): 'log' | 'linear' | null {
  return text === 'log' || text === 'linear' ? text : null;
}

/** The address of a state; defaults are left out. */
export function queryOf(state: ExploreState): string {
  const query = new URLSearchParams({ x: state.x, metric: state.metric });
  for (const name of FILTERS) for (const value of state.filters[name]) query.append(name, value);
  if (state.combine !== null) query.set('combine', state.combine);
  if (state.mean && state.x === 'gpus') query.set('aggregate', 'mean');
  if (state.scaleX === 'linear') query.set('xscale', 'linear');
  if (state.scaleY !== usualScaleY(state.metric)) query.set('yscale', state.scaleY);
  const hidden = hiddenText(state.hidden);
  if (hidden !== null) query.set('hide', hidden);
  const zoom = zoomText(state.zoom);
  if (zoom !== null) query.set('zoom', zoom);
  if (state.until !== null) query.set('until', String(state.until));
  if (state.spread !== undefined) query.set('spread', state.spread);
  return query.toString();
}

/** Whether an address has no state, so that the page chooses what to show. */
export function isBlank(query: URLSearchParams): boolean {
  return !['x', 'metric', ...FILTERS].some((name) => query.has(name));
}

/** Parameters of the request. */
export function seriesQuery({ x, metric, mean, filters, combine, until }: ExploreState): Query {
  return { x, metric, ...filters, aggregate: mean && x === 'gpus' ? 'mean' : null, combine, until };
}

/** Parameters of the drawing. */
export function drawnQuery(state: ExploreState): Query {
  return {
    hide: hiddenText(state.hidden),
    zoom: zoomText(state.zoom),
    xscale: state.scaleX === 'linear' ? 'linear' : null,
    yscale: state.scaleY === usualScaleY(state.metric) ? null : state.scaleY,
  };
}

export function facetQuery({ filters, metric, until }: ExploreState): Query {
  return { ...filters, metric, until };
}
