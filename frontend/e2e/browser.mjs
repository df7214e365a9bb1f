// Finds a Chromium, and reports everything that goes wrong in a page.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const UNPACKED = join(import.meta.dirname, 'node_modules/.chromium');
const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** For a Chromium on the PATH, else the one of the package @sparticuz/chromium. Set GPUCOMM_E2E_PACKAGED to prefer that. */
export function launchOptions() {
  const executablePath = process.env.GPUCOMM_E2E_PACKAGED ? null : installed();
  return executablePath ? { executablePath, args } : { ...packaged(), args };
}

export async function launch() {
  return chromium.launch(launchOptions());
}

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.flatMap((folder) => NAMES.map((name) => join(folder, name))).find((path) => existsSync(path));
}

/** It comes with the libraries and the font that it needs, so that a system with nothing else than Node runs it. */
function packaged() {
  try {
    if (!existsSync(UNPACKED)) unpack();
  } catch (cause) {
    throw new Error(
      `No browser to test with: none of ${NAMES.join(', ')} is on the PATH, and the package @sparticuz/chromium gives none ` +
        `(${cause.message}). Install one, for example: apt-get install chromium`,
    );
  }
  return {
    executablePath: join(UNPACKED, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: join(UNPACKED, 'al2023/lib'), FONTCONFIG_PATH: UNPACKED },
  };
}

/** Into a folder of this process that takes its name when it is complete: another process may unpack at the same time. */
function unpack() {
  const own = `${UNPACKED}-${process.pid}`;
  mkdirSync(own);
  // The package unpacks into the folder for temporary files, and its libraries only where it finds itself on AWS.
  const env = { ...process.env, TMPDIR: own, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs22.x' };
  const program = `import packed from '@sparticuz/chromium'; await packed.executablePath();`;
  execFileSync(process.execPath, ['--input-type=module', '--eval', program], { cwd: import.meta.dirname, env });
  writeFileSync(join(own, 'fonts.conf'), `<fontconfig><dir prefix="relative">fonts</dir></fontconfig>\n`);
  try {
    renameSync(own, UNPACKED);
  } catch {
    rmSync(own, { recursive: true });
  }
}

/** Fills the list with console errors, exceptions, policy violations, dialogs and requests to other servers than this. */
export async function watch(page, base, faults) {
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
}
