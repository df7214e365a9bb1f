#!/bin/sh
# Builds the dashboard into dist/: installs when package-lock.json changed, builds when a source did.
set -eu
cd "$(dirname "$0")"

fail() {
  printf 'frontend: %s\n' "$*" >&2
  exit 1
}

needs="the dashboard needs Node 20.19 or newer and npm to build"
command -v node >/dev/null 2>&1 || fail "$needs; there is no node on the PATH. To build without it: mvn -Dfrontend.skip=true"
command -v npm >/dev/null 2>&1 || fail "$needs; there is no npm on the PATH. To build without it: mvn -Dfrontend.skip=true"
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  fail "$needs; this is Node $(node --version). To build without it: mvn -Dfrontend.skip=true"

# The lock as it was installed; it lies in node_modules, so that it goes when they go.
if ! cmp -s package-lock.json node_modules/.installed-lock.json; then
  npm ci --no-progress --loglevel=error
  cp package-lock.json node_modules/.installed-lock.json
fi

changed=$(find src public build index.html package.json package-lock.json vite.config.ts svelte.config.js tsconfig.json \
  -newer dist/index.html 2>/dev/null | head -n 1) || changed=all
if [ ! -f dist/index.html ] || [ -n "$changed" ]; then
  npm run --silent build
fi
