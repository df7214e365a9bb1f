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

export default defineConfig({
  // The server puts the path before it under which its pages lie.
  base: './',
  plugins: [svelte(), uplotInAnyLocale()],
  build: {
    target: BROWSERS,
    cssTarget: BROWSERS,
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { '/api': server } },
  test: { include: ['src/**/*.test.ts', 'build/*.test.mjs'] },
});
