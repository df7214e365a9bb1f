import { describe, expect, it } from 'vitest';
import { failureOf } from './api/http';
import { paths } from './api/paths';
import type { Facets } from './api/types';
import { hiddenIn, hiddenText, zoomIn, zoomText } from './chart/view';
import { firstView, PRESETS } from './pages/explore/presets';
import { isBlank, noFilters, queryOf, stateIn, type ExploreState } from './pages/explore/state';
import { movedTo, pageOf, urls } from './urls';

describe('pages', () => {
  it('are found by the addresses that name them', () => {
    expect(pageOf(urls.overview())).toEqual({ name: 'overview', id: null });
    expect(pageOf(urls.figure('nccl bandwidth'))).toEqual({ name: 'figure', id: 'nccl bandwidth' });
    expect(pageOf(urls.run('0123456789abcdef-1'))).toEqual({ name: 'run', id: '0123456789abcdef-1' });
    expect(pageOf(urls.rereading())).toEqual({ name: 'rereading', id: null });
    expect(pageOf(urls.auditLog())).toEqual({ name: 'audit', id: null });
    expect(pageOf(urls.hardware())).toEqual({ name: 'hardware', id: null });
    expect(pageOf(urls.upload('a/b'))).toEqual({ name: 'upload', id: 'a/b' });
    expect(pageOf('/runs/')).toEqual({ name: 'runs', id: null });
  });

  it('are found where they were before, and lead to where they are', () => {
    const at = (path: string): string | null => movedTo(new URL(path, 'http://host'));
    expect(pageOf('/history')).toEqual(pageOf('/regressions'));
    expect(at('/history?id=7&until=3#x')).toBe('/regressions?id=7&until=3#x');
    expect(at('/uploads/deeds')).toBe('/settings/audit');
    expect(at('/uploads/alerts')).toBe('/settings/alerts');
    expect(at('/uploads/hardware?upload=a')).toBe('/settings/hardware?upload=a');
    expect(at('/uploads/rereading')).toBe('/settings/import');
    for (const path of ['/', '/runs', '/uploads/0123', '/regressions', '/nothing']) expect(at(path)).toBeNull();
  });

  it('are missing where there are none', () => {
    for (const path of ['/nothing', '/runs/a/b', '/explore/x', '/runs/%E0%A4%A']) {
      expect(pageOf(path), path).toEqual({ name: 'missing', id: null });
    }
  });
});

describe('the state of Explore', () => {
  const state: ExploreState = {
    x: 'gpus',
    metric: 'time',
    mean: true,
    scaleX: 'linear',
    scaleY: 'linear',
    filters: { ...noFilters(), variant: ['overlap+graph', 'a&b=c'], bytes: ['67108864'], run: ['0123-1'] },
    hidden: new Set(['k3f9a2', '1x']),
    zoom: { x: [16, 128.5], y: [0.25, 1e6] },
    combine: 'versions',
    until: 57,
  };

  it('survives the way through the address', () => {
    expect(stateIn(new URLSearchParams(queryOf(state)))).toEqual(state);
  });

  it('does so for every preset', () => {
    for (const { name, state: view } of PRESETS) {
      expect(stateIn(new URLSearchParams(queryOf(view))), name).toEqual(view);
      expect(isBlank(new URLSearchParams(queryOf(view))), name).toBe(false);
    }
  });

  it('takes what is no state for the usual', () => {
    const view = stateIn(new URLSearchParams('x=depth&metric=luck&zoom=9,1&yscale=cubic&aggregate=mean'));
    expect(view).toMatchObject({ x: 'size', metric: 'busbw', mean: false, scaleY: 'linear', zoom: null });
    expect(isBlank(new URLSearchParams('zoom=1,2'))).toBe(true);
  });

  it('begins with a view whose data is there', () => {
    const none: Facets = {
      tool: [],
      library: [],
      operation: [],
      variant: [],
      placement: [],
      instanceType: [],
      datatype: [],
      problem: [],
      ranks: [],
      bytes: [],
      metrics: [],
      nodes: [],
      gpu: [],
      redop: [],
      root: [],
      libraryVersion: [],
      toolVersion: [],
      settings: [],
      environment: [],
      layout: [],
      links: [],
      place: [],
      timing: [],
      transport: [],
    };
    expect(firstView(none)).toBeNull();
    const own = {
      ...none,
      operation: [{ value: 'sendrecv', count: 4 }],
      bytes: [{ value: 8, count: 4 }],
      metrics: ['time' as const],
    };
    expect(firstView(own)).toMatchObject({ x: 'size', metric: 'time', filters: { operation: ['sendrecv'] } });
    const value = (name: string) => [{ value: name, count: 1 }];
    const study = { ...none, tool: value('study'), library: value('nccl') };
    expect(firstView(study)).toEqual(PRESETS[0]?.state);
  });
});

describe('what a reader did to a chart', () => {
  it('stays in the address', () => {
    expect(hiddenText(new Set())).toBeNull();
    expect(hiddenIn(new URLSearchParams({ hide: 'a,b' }))).toEqual(new Set(['a', 'b']));
    expect(zoomText({ x: [33554432.4, 2 ** 31], y: null })).toBe('33554000,2147500000');
    expect(zoomIn(new URLSearchParams({ zoom: '1,2' }))).toEqual({ x: [1, 2], y: null });
    expect(zoomIn(new URLSearchParams({ zoom: '1,2,3' }))).toBeNull();
    expect(zoomIn(new URLSearchParams({ zoom: 'x,2' }))).toBeNull();
    expect(zoomIn(new URLSearchParams())).toBeNull();
  });
});

describe('the interface', () => {
  it('gets each value of a filter, and nothing that is empty', () => {
    expect(paths.series({ x: 'size', ranks: ['16', '32'], tool: [], aggregate: null })).toBe(
      '/api/v1/series?x=size&ranks=16&ranks=32',
    );
    expect(paths.run('../x')).toBe('/api/v1/runs/..%2Fx');
  });

  it('says what went wrong in words', () => {
    const problem = failureOf(400, '{"title":"Not comparable","detail":"Choose an operation.","status":400}');
    expect(problem).toMatchObject({ title: 'Not comparable', detail: 'Choose an operation.', status: 400 });
    expect(failureOf(502, '<html>Bad gateway</html>')).toMatchObject({ title: 'The server answered 502', status: 502 });
    expect(failureOf(404, '')).toMatchObject({ title: 'Not found' });
  });
});
