import { expect, test } from 'vitest';
import type { ChartModel } from '../chart/model';
import { frameOf, markdownOf, pageOf, type Shared } from './share';

const chart: ChartModel = {
  title: 'Bus bandwidth against message size',
  basis: 'NCCL · 16 GPUs <p5>',
  x: { label: 'Message size', unit: 'bytes', scale: 'log2' },
  y: { label: 'Bus bandwidth', unit: 'GB/s', scale: 'linear' },
  curves: ['all_reduce', '<script>alert(1)</script>'].map((label, index) => ({
    id: `c${index}`,
    label,
    ink: { hue: 'blue', depth: null },
    dashed: false,
    key: {},
    runs: [],
    flags: [],
    points: [
      { x: 1024, y: 12.345678 + index, n: 1, min: 12, max: 13, wrong: 0 },
      { x: 2048, y: 20.5 + index, n: 3, min: 20, max: 21, wrong: null },
    ],
  })),
};

const shared: Shared = {
  chart,
  headline: 'Only 5 % of the wire | is used',
  link: 'http://gpu.example/explore?x=size',
  picture: 'http://gpu.example/api/v1/series.png?x=size',
};

test('Markdown has the picture, the headline and the link, and no name breaks out of it', () => {
  const text = markdownOf({ ...shared, headline: 'a_b *c* [d](e)' });
  expect(text).toContain('](http://gpu.example/api/v1/series.png?x=size)](http://gpu.example/explore?x=size)');
  expect(text).toContain('**a\\_b \\*c\\* \\[d\\](e)**');
});

test('a frame has the address and the title, and no name breaks out of it', () => {
  const frame = frameOf(
    { ...shared, chart: { ...chart, title: 'a "b" <c>' } },
    'http://gpu.example/embed/explore?x=size&y=1',
  );
  expect(frame).toContain('src="http://gpu.example/embed/explore?x=size&amp;y=1"');
  expect(frame).toContain('title="a &quot;b&quot; &lt;c&gt;"');
});

test('one file has the picture and every number in full, and loads and runs nothing', () => {
  const page = pageOf(shared, '<?xml version="1.0"?><svg id="drawn"></svg>', new Set(), null, '2026-01-02T03:04:05Z');
  expect(page).toContain('<svg id="drawn"></svg>');
  expect(page).toContain('12.345678 GB/s');
  expect(page).toContain('median of 3, from 20 GB/s = 160 Gb/s to 21 GB/s');
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(page).not.toMatch(/<script|<link|<img|<\?xml/);
});

test('it has what the reader sees: hidden curves and sizes outside the zoom are not in it', () => {
  const page = pageOf(shared, '<svg/>', new Set(['c1']), { x: [1500, 4000], y: null }, '2026-01-02T03:04:05Z');
  expect(page).not.toContain('12.345678');
  expect(page).not.toContain('alert(1)');
  expect(page).toContain('20.5 GB/s');
});
