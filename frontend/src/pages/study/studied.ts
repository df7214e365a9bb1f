// Recognises runs that can be compared with the EFA study.

import type { Run } from '../../api/types';

const BY_NCCL: readonly string[] = ['all_reduce', 'all_gather', 'alltoall'];

/** Whether a run measured what the study measured, on two GPUs or more. */
export function isOfTheStudy({ library, operations, ranks }: Pick<Run, 'library' | 'operations' | 'ranks'>): boolean {
  if (!ranks.some((count) => count > 1)) return false;
  return operations.some(
    (operation) =>
      operation === 'jacobi' ||
      (library === 'nccl' && BY_NCCL.includes(operation)) ||
      (library === 'nvshmem' && operation === 'alltoall'),
  );
}
