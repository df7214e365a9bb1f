// What benchmarks/pages.sh measures in a browser: node pages.mjs BASE_URL ROUNDS [PICTURES]
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from '../frontend/e2e/browser.mjs';

const [address, rounds = '5', pictures] = process.argv.slice(2);
const base = new URL(address).origin;
const browser = await launch();

const api = async (path) => (await fetch(`${base}/api/v1/${path}`)).json();
const run = (await api('runs?q=night&size=1')).items[0];
const history = (await api('histories?size=1')).items[0];
const upload = (await api('uploads?q=night&size=1')).items[0];
const ALL = 'x=size&metric=busbw&operation=all_reduce';

/** What is waited for: a chart, or where there is none the first row or picture. */
const CHART = '.plot canvas';
const PAGES = [
  ['overview', '/', '.table tbody tr'],
  ['explore, all All-Reduce', `/explore?${ALL}`, CHART],
  ['explore, 16 GPUs', `/explore?${ALL}&ranks=16`, CHART],
  ['scaling', '/scaling', CHART],
  ['history', `/history?id=${history.id}`, CHART],
  ['histories', '/history', '.table tbody tr'],
  ['runs', '/runs', '.table tbody tr'],
  ['run', `/runs/${run.id}`, CHART],
  ['uploads', '/uploads', '.table tbody tr'],
  ['upload', `/uploads/${upload.id}`, 'h2'],
  ['compare', `/compare?a=${run.id}&b=${upload.runIds.at(-1)}`, 'h2'],
  ['figures', '/figures', 'a.card'],
  ['study', '/study', 'h2'],
];
const SWITCHES = [
  ['explore, all All-Reduce', `/explore?${ALL}`, 'Metric', ['algbw', 'time', 'busbw']],
  ['explore, 16 GPUs', `/explore?${ALL}&ranks=16`, 'Metric', ['algbw', 'time', 'busbw']],
  ['run', `/runs/${run.id}`, 'Metric', ['algbw', 'time', 'busbw']],
];

try {
  console.log(`${(await api('overview')).runs} runs; ms, median and worst of ${rounds}`);
  for (const [name, path, what] of PAGES) {
    const times = [];
    for (let round = 0; round < Number(rounds); round++) times.push(await opened(path, what));
    const [first, ...rest] = times;
    say(`opened: ${name}`, times, rest.length > 0 ? `first ${Math.round(first)}` : '');
  }
  for (const [name, path, label, values] of SWITCHES) {
    const fresh = [];
    const known = [];
    for (let round = 0; round < Number(rounds); round++) {
      const page = await openPage();
      await page.goto(base + path);
      await painted(page, CHART);
      const curves = await page.locator('.legend button, .plot').count();
      // A person looks before clicking.
      await page.waitForTimeout(1500);
      for (const value of values) fresh.push(await switched(page, label, value));
      for (const value of values) known.push(await switched(page, label, value));
      if (curves === 0) throw new Error(`${path} shows nothing`);
      await page.close();
    }
    say(`switched for the first time: ${name}`, fresh);
    say(`switched again: ${name}`, known);
  }
  if (pictures) await photograph();
} finally {
  await browser.close();
}

/** A page of a browser that has never been here. */
function openPage(options = {}) {
  return browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'light', ...options });
}

function say(what, times, more = '') {
  const sorted = times.toSorted((a, b) => a - b);
  const [middle, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map((time) => Math.round(time));
  console.log(`  ${what.padEnd(56)} ${String(middle).padStart(6)} ${String(worst).padStart(6)}  ${more}`);
}

/** From the start of the navigation. */
async function opened(path, what) {
  const page = await openPage();
  await page.goto(base + path, { waitUntil: 'commit' });
  const time = await painted(page, what);
  await page.close();
  return time;
}

/** The time in the page's own clock when the frame with it has been painted. */
async function painted(page, what) {
  return page.evaluate(
    (selector) =>
      new Promise((resolve) => {
        const look = () => {
          const found = document.querySelector(selector);
          if (!found || (found.tagName === 'CANVAS' && found.width === 0)) return requestAnimationFrame(look);
          // A task behind the frame's own work runs when that frame was handed over.
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now());
            port2.postMessage(null);
          });
        };
        look();
      }),
    what,
  );
}

/** From the click to the frame whose chart has the new title. */
async function switched(page, label, value) {
  const time = await page.evaluate(
    ([group, name]) =>
      new Promise((resolve, reject) => {
        const button = [...document.querySelectorAll(`[role=group][aria-label="${group}"] button`)].find(
          (each) => each.textContent.trim() === name,
        );
        if (!button) return reject(new Error(`there is no ${name}`));
        const title = () => document.querySelector('section.chart h2')?.textContent;
        const before = title();
        const began = performance.now();
        button.click();
        const look = () => {
          if (title() === before) return requestAnimationFrame(look);
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve(performance.now() - began);
          port2.postMessage(null);
        };
        requestAnimationFrame(look);
      }),
    [label, value],
  );
  // What is done behind the chart must not count for the next switch, nor be left out of sight: it ends before.
  await page.waitForFunction(() => !document.querySelector('[aria-busy=true]'));
  await page.waitForTimeout(300);
  return time;
}

async function photograph() {
  mkdirSync(pictures, { recursive: true });
  for (const look of ['light', 'dark'])
    for (const width of [390, 1440, 2560]) {
      const page = await openPage({ viewport: { width, height: 900 }, colorScheme: look });
      for (const [name, path, what] of PAGES) {
        await page.goto(base + path);
        await painted(page, what);
        await page.waitForTimeout(400);
        await page.screenshot({ path: join(pictures, `${name.replaceAll(/[ ,]+/g, '-')}-${width}-${look}.png`) });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        if (over > 0) console.log(`  ${name} at ${width} is ${over} pixels too wide`);
      }
      await page.close();
    }
}
