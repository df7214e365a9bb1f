import { describe, expect, it } from 'vitest';
import { bibtexOf, sourcesOf } from './cite';

describe('a citation', () => {
  it('names the authors of the data', () => {
    const [source] = sourcesOf('All-Reduce · EFA study · p5.48xlarge');
    expect(source).toContain('author = {{crazyguitar}}');
    expect(source).toContain('https://github.com/crazyguitar/aws-gpu-communication-benchmark');
    expect(sourcesOf('Source: Libefaxx: crazyguitar/Libefaxx, experiments')).toHaveLength(1);
    expect(sourcesOf('nccl-tests on 16 GPUs of our own')).toEqual([]);
  });

  it('has a distinct key per chart', () => {
    const one = bibtexOf('Bus bandwidth against message size', 'NCCL', 'http://host/a', '2026-11-22T00:00:00Z');
    const other = bibtexOf('Time against GPUs', 'NCCL', 'http://host/b', '2026-11-22T00:00:00Z');
    expect(one).toContain('@misc{gpucomm_bus_bandwidth_against_message,');
    expect(other.split('\n')[0]).not.toEqual(one.split('\n')[0]);
    expect(one).toContain('year = {2026}');
  });
});
