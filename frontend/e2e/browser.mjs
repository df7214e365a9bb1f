// Finds a Chromium and opens pages that report everything that goes wrong in them.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One on the PATH, else the one that comes as the package @sparticuz/chromium. Set GPUCOMM_E2E_PACKAGED to prefer that. */
export async function launch() {
  const executablePath = (process.env.GPUCOMM_E2E_PACKAGED ? null : installed()) ?? (await packaged());
  console.log(`browser: ${executablePath}`);
  return chromium.launch({ executablePath, args: FLAGS });
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

async function packaged() {
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    return await packed.executablePath();
  } catch (cause) {
    throw new Error(
      `No browser to test with: none of ${NAMES.join(', ')} is on the PATH, and the package @sparticuz/chromium gives none ` +
        `(${cause.message}). Install one, for example: apt-get install chromium`,
    );
  }
}

/** A page of its own context. `faults` collects console errors, exceptions, policy violations and foreign requests. */
export async function openPage(browser, base, options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    ...options,
  });
  const page = await context.newPage();
  const faults = [];
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) =>
      console.error(`content security policy: ${event.violatedDirective} ${event.blockedURI}`),
    );
  });
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => faults.push(`exception: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (['http:', 'https:'].includes(url.protocol) && url.origin !== base) faults.push(`request to ${url.origin}`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return { context, page, faults };
}

/** Takes an error that a step provokes on purpose off the list. */
export function forgive(faults, expected) {
  for (let index = faults.length - 1; index >= 0; index--) if (expected.test(faults[index])) faults.splice(index, 1);
}
