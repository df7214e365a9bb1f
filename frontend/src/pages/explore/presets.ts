// Predefined views. Explore opens with the first whose data is available.

import type { Facets, Metric, Upload } from '../../api/types';
import { noFilters, usualScaleY, type ExploreState, type Filters } from './state';

export interface Preset {
  name: string;
  state: ExploreState;
}

const MiB = 1024 * 1024;
/** Maximum number of runs in an address. */
const MOST_RUNS = 40;

export const PRESETS: readonly Preset[] = [
  preset('Study: NCCL bus bandwidth against size, 16 GPUs', 'size', 'busbw', {
    tool: ['study'],
    library: ['nccl'],
    placement: ['out_of_place'],
    ranks: ['16'],
  }),
  preset('Study: NCCL bus bandwidth against GPUs, 128 MiB', 'gpus', 'busbw', {
    tool: ['study'],
    library: ['nccl'],
    placement: ['out_of_place'],
    bytes: [String(128 * MiB)],
  }),
  preset('Study: All-Reduce against size, 16 to 256 GPUs', 'size', 'busbw', {
    tool: ['study'],
    operation: ['all_reduce'],
    placement: ['out_of_place'],
  }),
  preset('Study: All-to-All by NCCL and NVSHMEM, 64 MiB', 'gpus', 'algbw', {
    tool: ['study'],
    operation: ['alltoall'],
    variant: ['none', 'host'],
    placement: ['out_of_place', 'none'],
    bytes: [String(64 * MiB)],
  }),
  preset('Study: NVSHMEM host All-to-All against size', 'size', 'algbw', {
    tool: ['study'],
    library: ['nvshmem'],
    operation: ['alltoall'],
    variant: ['host'],
  }),
  preset('Study: Jacobi efficiency against GPUs', 'gpus', 'efficiency', { tool: ['study'], operation: ['jacobi'] }),
  preset('Study: Jacobi time against GPUs', 'gpus', 'time', { tool: ['study'], operation: ['jacobi'] }),
  preset('Libefaxx: RDMA write against size', 'size', 'algbw', {
    tool: ['libefaxx'],
    operation: ['write'],
    variant: ['single-pin', 'single-dma', 'multi-dma', 'round-robin-dma'],
  }),
  preset('Libefaxx: GPU-initiated write through a proxy', 'size', 'algbw', {
    tool: ['libefaxx'],
    operation: ['write'],
    variant: ['proxy-single', 'proxy-multi', 'proxy-single+nbi', 'proxy-multi+nbi'],
  }),
  preset('gpucomm: NCCL bus bandwidth against size, 4 GPUs', 'size', 'busbw', {
    tool: ['gpucomm'],
    operation: ['all_reduce', 'all_gather', 'alltoall'],
    placement: ['out_of_place'],
    ranks: ['4'],
  }),
  preset('Libefaxx: Send/Recv time against size', 'size', 'time', { tool: ['libefaxx'], operation: ['sendrecv'] }),
];

function preset(name: string, x: 'size' | 'gpus', metric: Metric, filters: Partial<Filters>): Preset {
  return { name, state: view(x, metric, filters) };
}

function view(x: 'size' | 'gpus', metric: Metric, filters: Partial<Filters>): ExploreState {
  return {
    x,
    metric,
    mean: false,
    scaleX: 'log',
    scaleY: usualScaleY(metric),
    filters: { ...noFilters(), ...filters },
    hidden: new Set(),
    zoom: null,
    combine: null,
    until: null,
  };
}

/** Presets whose filters all match data on the server. */
export function presetsFor(facets: Facets): Preset[] {
  return PRESETS.filter(({ state }) => {
    const { tool, operation, library } = state.filters;
    return has(facets.tool, tool) && has(facets.operation, operation) && has(facets.library, library);
  });
}

function has(values: readonly { value: string | number }[], wanted: readonly string[]): boolean {
  return wanted.every((each) => values.some((value) => String(value.value) === each));
}

/** The first view: a preset, or without bundled data the most frequent values. */
export function firstView(facets: Facets): ExploreState | null {
  const [first] = presetsFor(facets);
  if (first) return first.state;
  const operation = most(facets.operation);
  if (operation === null) return null;
  const metric = (['busbw', 'algbw', 'time', 'efficiency'] as const).find((each) => facets.metrics.includes(each));
  const placement = facets.placement.some((each) => each.value === 'out_of_place') ? ['out_of_place'] : [];
  const x = facets.bytes.some((each) => each.value !== 'none') ? 'size' : 'gpus';
  return view(x, metric ?? 'time', { operation: [operation], placement });
}

function most(values: readonly { value: string | number; count: number }[]): string | null {
  const [first] = values.toSorted((a, b) => b.count - a.count);
  return first === undefined ? null : String(first.value);
}

/** The runs of the newest of these uploads that has any measurements. */
export function runsOfLatest(uploads: readonly Upload[]): string[] {
  const newest = uploads.find(({ state, hidden, rows }) => state === 'ready' && !hidden && (rows ?? 0) > 0);
  return newest?.runIds.slice(0, MOST_RUNS) ?? [];
}

/** A view of these runs with these values: bandwidth against size if they have both. */
export function fittingView(runs: readonly string[], { metrics, bytes }: Facets): ExploreState {
  const metric = (['busbw', 'algbw', 'time', 'efficiency'] as const).find((each) => metrics.includes(each));
  return viewOfRuns(runs, metric ?? 'time', bytes.some((each) => each.value !== 'none') ? 'size' : 'gpus');
}

/** A view of one upload, for a link from its page. */
export function viewOfRuns(runs: readonly string[], metric: Metric, x: 'size' | 'gpus'): ExploreState {
  return view(x, metric, { run: [...runs] });
}
