import { readFileSync } from 'node:fs';
import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// light-dark() and nesting are left as written: these browsers know them.
const BROWSERS = ['chrome123', 'firefox121', 'safari17.5'];

const server = process.env['GPUCOMM_SERVER'] ?? 'http://127.0.0.1:8080';

/**
 * uPlot formats numbers in navigator.language as soon as it is loaded, and fails to load where that is no language tag:
 * Chromium says en-US@posix under LANG=C. The charts bring their own numbers, so any locale does.
 */
function uplotInAnyLocale(): Plugin {
  const asks = "domEnv ? nav.language : 'en-US'";
  return {
    name: 'uplot-in-any-locale',
    transform(code, id) {
      if (!id.includes('uPlot.esm.js')) return null;
      if (!code.includes(asks))
        this.error('uPlot no longer asks for the language this way: see whether this is still needed');
      return { code: code.replace(asks, "'en-US'"), map: null };
    },
  };
}

/**
 * Says which files each page needs in addition to the first ones, so that the server can name them in the page: the browser has
 * them all at once, and does not learn of one by running the other.
 */
function filesOfPages(): Plugin {
  const LISTED = /case '(\w+)':\s+return \w+\(import\('\.\/([^']+)'\)/g;
  return {
    name: 'files-of-pages',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const first = new Set(chunks.filter((each) => each.isEntry).flatMap((each) => [each.fileName, ...each.imports]));
      const pages: Record<string, string[]> = {};
      for (const [, page, file] of readFileSync('src/pages/pages.ts', 'utf8').matchAll(LISTED)) {
        const chunk = chunks.find((each) => each.facadeModuleId?.endsWith(`/src/pages/${file}`));
        if (page === undefined || !chunk) return this.error(`no file of its own has src/pages/${file}`);
        pages[page] = [chunk.fileName, ...chunk.imports].filter((each) => !first.has(each));
      }
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) });
    },
  };
}

export default defineConfig({
  // The server puts the path before it under which its pages lie.
  base: './',
  plugins: [svelte(), uplotInAnyLocale(), filesOfPages()],
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // A file costs more than what it holds: what pages share is in two, one with the charts and one without, and in one style sheet.
    cssCodeSplit: false,
    rolldownOptions: {
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'shared',
              test: /src\/((?!main)\w+(\.svelte)?\.(ts|json)|(api|format|parts|saved|share)\/)|overlay\/(overlays|fragment)|node_modules\/svelte/,
              priority: 2,
            },
            { name: 'charts', test: /src\/chart\/|src\/overlay\/|uplot/, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': server } },
  test: { include: ['src/**/*.test.ts', 'build/*.test.mjs'] },
});
