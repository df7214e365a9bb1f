// Display names of values in the data. Values that are not listed here are shown unchanged.

const OPERATIONS: Record<string, string> = {
  all_reduce: 'All-Reduce',
  all_gather: 'All-Gather',
  reduce_scatter: 'Reduce-Scatter',
  alltoall: 'All-to-All',
  alltoallv: 'All-to-All-v',
  broadcast: 'Broadcast',
  reduce: 'Reduce',
  gather: 'Gather',
  scatter: 'Scatter',
  sendrecv: 'Send/Recv',
  hypercube: 'Hypercube',
  barrier: 'Barrier',
  put: 'Put',
  get: 'Get',
  write: 'Write',
  read: 'Read',
  send: 'Send',
  atomic: 'Atomic',
  transfer: 'Transfer',
  dispatch: 'Dispatch',
  combine: 'Combine',
  moe_dispatch: 'MoE dispatch',
  moe_combine: 'MoE combine',
  jacobi: 'Jacobi',
  memcpy: 'Memcpy',
  queue: 'Queue',
  unnamed: 'Unnamed operation',
};

const LIBRARIES: Record<string, string> = {
  nccl: 'NCCL',
  rccl: 'RCCL',
  nvshmem: 'NVSHMEM',
  libfabric: 'libfabric',
  mpi: 'MPI',
  verbs: 'verbs',
  cuda: 'CUDA',
  deepep: 'DeepEP',
};

const PLACEMENTS: Record<string, string> = { out_of_place: 'out-of-place', in_place: 'in-place' };

const METRICS: Record<string, string> = {
  busbw: 'Bus bandwidth',
  algbw: 'Algorithm bandwidth',
  time: 'Time',
  speedup: 'Speedup',
  efficiency: 'Efficiency',
};

const TOOLS: Record<string, string> = { study: 'EFA study' };

export const operation = (name: string): string => OPERATIONS[name] ?? name;
export const library = (name: string): string => LIBRARIES[name] ?? name;
export const placement = (name: string): string => PLACEMENTS[name] ?? name;
export const metric = (name: string): string => METRICS[name] ?? name;
export const tool = (name: string): string => TOOLS[name] ?? name;

/** `a, b and c`. */
export function list(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts[parts.length - 1]}`;
}
