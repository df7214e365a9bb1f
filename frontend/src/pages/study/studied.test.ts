import { expect, it } from 'vitest';
import { isOfTheStudy } from './studied';

it('recognises runs that can be compared with the study', () => {
  const run = (library: string | null, operation: string, ...ranks: number[]): boolean =>
    isOfTheStudy({ library, operations: ['gather', operation], ranks });
  expect(run('nccl', 'all_reduce', 8)).toBe(true);
  expect(run('nccl', 'all_reduce', 1)).toBe(false);
  expect(run('rccl', 'all_reduce', 8)).toBe(false);
  expect(run('nccl', 'broadcast', 8)).toBe(false);
  expect(run('nvshmem', 'alltoall', 1, 2)).toBe(true);
  expect(run('nvshmem', 'put', 2)).toBe(false);
  expect(run('cuda', 'jacobi', 2)).toBe(true);
});
