// The load of benchmarks/soak.sh: node soak.mjs BASE_URL MINUTES CLIENTS PID
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';

const [base, minutes, clients, pid] = process.argv.slice(2);
const end = Date.now() + Number(minutes) * 60_000;
const jcmd = join(dirname(readlinkSync(`/proc/${pid}/exe`)), 'jcmd');
if (!existsSync(jcmd)) throw new Error(`no jcmd beside the server's java: ${jcmd}`);

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const any = (values) => values[Math.floor(Math.random() * values.length)];
const count = { reads: 0, uploads: 0, failures: 0 };
let times = [];
/** Whether clients wait until the heap has been measured, and the number of requests without an answer. */
let paused = false;
let open = 0;

async function ask(path, options) {
  while (paused) await sleep(20);
  open++;
  const from = performance.now();
  const answer = await fetch(`${base}${path}`, options);
  const body = await answer.arrayBuffer();
  open--;
  times.push(performance.now() - from);
  if (answer.status >= 400) {
    count.failures++;
    console.log(`${answer.status} ${path} ${Buffer.from(body).toString().slice(0, 200)}`);
  }
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(Buffer.from(body).toString()) : null;
}

/** What pages ask when they are opened, of any run, upload and history. */
async function read() {
  const { items: runs } = await ask(`/api/v1/runs?size=50&page=${Math.floor(Math.random() * 2)}`);
  const { items: all } = await ask('/api/v1/uploads?size=50');
  const uploads = all.filter(({ state }) => state === 'ready');
  if (runs.length === 0 || uploads.length === 0) return;
  const [run, other] = [any(runs), any(runs)];
  const { items: histories } = await ask('/api/v1/histories?size=20');
  const paths = [
    '/api/v1/overview',
    '/api/v1/facets',
    '/api/v1/series?x=size&metric=busbw&operation=all_reduce',
    `/api/v1/runs/${run.id}`,
    `/api/v1/findings?run=${run.id}`,
    `/api/v1/series?x=size&metric=time&run=${run.id}`,
    `/api/v1/uploads/${any(uploads).id}`,
    `/api/v1/findings?upload=${any(uploads).id}`,
    `/api/v1/runs/${run.id}.csv`,
    `/api/v1/runs/${run.id}/points`,
    ...(run.id === other.id ? [] : [`/api/v1/compare?a=${run.id}&b=${other.id}`]),
    ...(histories.length > 0 ? [`/api/v1/histories/${encodeURIComponent(any(histories).id)}`] : []),
    '/api/v1/scaling?operation=all_reduce&bytes=134217728',
    '/api/v1/figures',
    '/runs',
  ];
  for (let i = 0; i < 4; i++) {
    await ask(any(paths));
    count.reads++;
    await sleep(1000);
  }
}

/** A night's log of one of twenty hosts, slower on some, one in ten without its last rows and with a failure. */
function log(number) {
  const host = `gpu-node-${String(number % 20).padStart(2, '0')}`;
  const lines = [
    '# nThread 1 nGpus 8 minBytes 8 maxBytes 8589934592 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0',
    '#',
    '# Using devices',
  ];
  for (let rank = 0; rank < 8; rank++)
    lines.push(
      `#  Rank  ${rank} Group  0 Pid ${4000 + number} on ${host} device  ${rank} [0x0${rank}] NVIDIA H100 80GB HBM3`,
    );
  lines.push(
    '#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong',
  );
  lines.push(
    '#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)',
  );
  const last = number % 10 === 9 ? 2 ** 20 : 2 ** 33;
  for (let size = 8; size <= last; size *= 2) {
    const time = (30 + size / 260e3) * (1 + 0.01 * Math.random());
    const block = [time, size / time / 1e3, (1.75 * size) / time / 1e3].map((each) => each.toFixed(2)).join(' ');
    lines.push(`${size} ${size / 4} float sum -1 ${block} 0 ${block} 0`);
  }
  lines.push(
    number % 10 === 9
      ? `${host}: Test NCCL failure common.cu:1005 'unhandled system error'`
      : '# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 100.0',
  );
  return lines.join('\n') + '\n';
}

async function upload(number) {
  const form = new FormData();
  form.append('file', new Blob([log(number)]), `night-${number}_all_reduce.log`);
  await ask('/api/v1/uploads?wait=10', { method: 'POST', body: form });
  count.uploads++;
}

async function until(step, pause) {
  for (let number = 0; Date.now() < end; number++) {
    await step(number);
    await sleep(pause);
  }
}

/** Megabytes in use after a full collection, and those that the process has. */
function memory() {
  execFileSync(jcmd, [pid, 'GC.run']);
  const heap = execFileSync(jcmd, [pid, 'GC.heap_info']).toString();
  // One line for the whole heap, or one for each generation; Metaspace is none.
  const generations = [...heap.matchAll(/total .*?used (\d+)K/g)];
  const used = generations.reduce((sum, each) => sum + Number(each[1]) / 1024, 0);
  const resident = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
  return { used, resident, threads: Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) };
}

const heaps = [];
async function watch() {
  console.log('minute  heap MB  resident MB  threads   reads  uploads  failures  p50 ms  p99 ms');
  for (let minute = 1; Date.now() < end; minute++) {
    await sleep(60_000);
    // What answers being computed use is not what the server keeps.
    paused = true;
    while (open > 0) await sleep(20);
    const { used, resident, threads } = memory();
    paused = false;
    heaps.push(used);
    const sorted = times.toSorted((a, b) => a - b);
    times = [];
    const at = (share) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0);
    const row = [
      used.toFixed(0),
      resident.toFixed(0),
      threads,
      count.reads,
      count.uploads,
      count.failures,
      at(0.5),
      at(0.99),
    ];
    const widths = [9, 13, 9, 8, 9, 10, 8, 8];
    console.log(`${String(minute).padStart(6)}${row.map((each, i) => String(each).padStart(widths[i])).join('')}`);
  }
}

await Promise.all([...Array.from({ length: Number(clients) }, () => until(read, 1000)), until(upload, 2000), watch()]);
const mean = (values) => values.reduce((sum, each) => sum + each, 0) / values.length;
const third = Math.ceil(heaps.length / 3);
const growth = mean(heaps.slice(-third)) / mean(heaps.slice(0, third)) - 1;
console.log(`heap after a collection, last third of the time against the first: ${(100 * growth).toFixed(1)} %`);
if (count.failures > 0 || growth > 0.2) process.exit(1);
