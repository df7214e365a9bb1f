// Logs made for the test, in the layout of nccl-tests.

const RANKS = 8;

/** All-reduce on eight GPUs from 8 B to 256 MiB. Line 30 is damaged; the largest size has wrong data. */
export function ncclLog(stamp) {
  const lines = [
    `# nccl-tests version 2.17.6 nccl-headers=22803 nccl-library=22803 ${stamp}`,
    '# Collective test starting: all_reduce_perf',
    '# nThread 1 nGpus 8 minBytes 8 maxBytes 268435456 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0',
    '#',
    '# Using devices',
    ...Array.from({ length: RANKS }, (_, rank) => device(rank)),
    '#',
    '#                                                              out-of-place                       in-place          ',
    '#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong ',
    '#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)         ',
  ];
  for (let size = 8; size <= 2 ** 28; size *= 2) lines.push(row(size));
  lines[29] = '     8192          20x8     float     sum      -1    ??';
  lines.push('# Out of bounds values : 3 FAILED', '# Avg bus bandwidth    : 61.2345 ', '#', '');
  return lines.join('\n');
}

function device(rank) {
  return `#  Rank  ${rank} Group  0 Pid   40${rank} on   made-up-1 device  ${rank} [0000:0${rank}:00] NVIDIA H100 80GB HBM3`;
}

function row(size) {
  const wrong = size === 2 ** 28 ? 3 : 0;
  return [
    String(size).padStart(12),
    String(size / 4).padStart(14),
    'float'.padStart(10),
    'sum'.padStart(8),
    '-1'.padStart(8),
    measured(size, 22, wrong),
    measured(size, 21, 0),
  ].join('');
}

/** Time by latency and bandwidth; busbw is algbw × 2(n-1)/n. */
function measured(size, latency, wrong) {
  const time = latency + size / 240e3;
  const algbw = size / time / 1e3;
  const busbw = (algbw * 2 * (RANKS - 1)) / RANKS;
  return [time, algbw, busbw].map((value) => value.toFixed(2).padStart(9)).join('') + String(wrong).padStart(7);
}

const FILLER = 200_000;
/** What the long log's last line says. */
export const FAILURE = 'srun: error: node-1: task 3: Exited with exit code 1';
/** The damaged line of the long log. */
export const PROBLEM = FILLER + 30;

/** Other text with markup and marks, then a benchmark whose footer is cut off: one damaged row, one with wrong data. */
export function longLog(stamp) {
  const table = ncclLog(`${stamp} long`).split('\n').slice(0, -4);
  const other = Array.from({ length: FILLER }, (_, i) => `step ${i + 1} <script>alert(${i})</script>\u202e`);
  return [...other, ...table, FAILURE].join('\n');
}

/** Nothing that any tool printed. */
export function noLog(stamp) {
  return `Dear diary, ${stamp}\nthe fabric was fast today.\n<script>alert('from a log')</script>\n`;
}

/** All-reduce on two GPUs from 8 B to 64 MiB, with noise of half a percent. From 1 MiB on it takes `slower` as long. */
export function repeatedLog(seed, slower, version, stamp) {
  const noise = noiseOf(seed);
  const lines = [
    `# nccl-tests version 2.18.3 nccl-headers=${version} nccl-library=${version}`,
    '# Collective test starting: all_reduce_perf',
    '# nThread 1 nGpus 2 minBytes 8 maxBytes 67108864 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1',
    `# ${stamp} ${seed}`,
    ...[0, 1].map((rank) => device(rank)),
    '#                                                              out-of-place                       in-place          ',
    '#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong ',
    '#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)         ',
  ];
  for (let size = 8; size <= 2 ** 26; size *= 2) {
    const time = (10 + size / 200e3) * (size >= 2 ** 20 ? slower : 1) * (1 + 0.005 * noise());
    const values = [time, size / time / 1e3, size / time / 1e3].map((value) => value.toFixed(2).padStart(9)).join('');
    lines.push(`${String(size).padStart(12)}  ${String(size / 4).padStart(12)}     float     sum      -1`.padEnd(54));
    lines.push(`${lines.pop()}${values}      0${values}      0`);
  }
  lines.push('# Out of bounds values : 0 OK', '# Avg bus bandwidth    : 61.2345 ', '#', '');
  return lines.join('\n');
}

/** One of sixteen nights: from the ninth on, with another version, it takes 8 % longer. */
export function nightLog(night, stamp) {
  return repeatedLog(night + 201, night < 8 ? 1 : 1.08, night < 8 ? '22907' : '23004', stamp);
}

/** About normal, and the same for the same seed: the sum of twelve evenly spread numbers. */
function noiseOf(seed) {
  let state = (seed * 2654435761) % 4294967296;
  const even = () => (state = (state * 1664525 + 1013904223) % 4294967296) / 4294967296;
  return () => Array.from({ length: 12 }, even).reduce((sum, each) => sum + each, -6);
}
