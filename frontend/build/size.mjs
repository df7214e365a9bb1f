// Fails the build when the first page loads more JavaScript than allowed: initial scripts and their static imports, gzip.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const LIMIT = 150_000;
const dist = new URL('../dist/', import.meta.url);

const seen = new Map();
const entry = /<script[^>]*type="module"[^>]*src="\.\/([^"]+)"/.exec(read('index.html'))?.[1];
if (!entry) throw new Error('dist/index.html names no module script');
follow(entry);

let total = 0;
for (const size of seen.values()) total += size;
console.log(
  `initial JavaScript: ${(total / 1000).toFixed(1)} kB compressed in ${seen.size} files, limit ${LIMIT / 1000} kB`,
);
if (total > LIMIT) {
  console.error('initial JavaScript is over its limit: load what is large with import() where it is needed');
  process.exit(1);
}

function read(name) {
  return readFileSync(new URL(name, dist), 'utf8');
}

function follow(name) {
  if (seen.has(name)) return;
  const text = read(name);
  seen.set(name, gzipSync(text).length);
  for (const match of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) follow(`assets/${match[1]}`);
}
