import { describe, expect, it } from 'vitest';
import { foldedBasis } from './basis';

describe('what curves share', () => {
  it('is whole where it is short', () => {
    const basis =
      'All-Reduce · NCCL · 16 GPUs · on node1, node2 and 5 more · each point is the mean, of 3, or so, many';
    expect(foldedBasis(basis)).toBe(basis);
  });

  it('has the first of many settings and the number of the others', () => {
    const settings = Array.from({ length: 15 }, (_, index) => `FI_CXI_SETTING_${index}=${index}`);
    expect(foldedBasis(`NCCL · ${settings.join(', ')} · each point is one measurement`)).toBe(
      `NCCL · ${settings.slice(0, 3).join(', ')} and 12 more · each point is one measurement`,
    );
  });
});
