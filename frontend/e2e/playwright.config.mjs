// Each project needs another server: see README.md. BASE_URL names it, or several, by blanks: one for each worker.
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { launchOptions } from './browser.mjs';

const servers = (process.env.BASE_URL ?? '').split(' ').filter((each) => each !== '');
if (servers.length === 0) throw new Error('BASE_URL is missing: the address of a server whose data may be changed');

/** The specs that need more than a server with the bundled results. */
const SPECIAL = {
  empty: ['empty'],
  fleet: ['asking', 'fleet', 'pinned'],
  proxy: ['gone', 'prefix'],
  live: ['live'],
  demo: ['demo'],
  readonly: ['readonly'],
};
const specs = (names) => names.map((name) => `${name}.spec.mjs`);

const projects = [
  { name: 'smoke', grep: /@smoke/ },
  { name: 'pages', testIgnore: specs(Object.values(SPECIAL).flat()) },
  ...Object.entries(SPECIAL).map(([name, names]) => ({ name, testMatch: specs(names) })),
];

export default defineConfig({
  projects: projects.map((project) => ({
    ...project,
    outputDir: join(import.meta.dirname, '../../analysis-server/target/browser', project.name),
  })),
  metadata: { servers: servers.map((each) => new URL(each).origin) },
  workers: servers.length,
  fullyParallel: true,
  retries: 0,
  timeout: 180_000,
  globalTimeout: 30 * 60_000,
  reporter: process.stdout.isTTY ? 'list' : 'dot',
  preserveOutput: 'failures-only',
  use: {
    launchOptions: launchOptions(),
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false },
  },
});
