#!/bin/sh
# Runs the commands of the README's first block as they are printed there, in the current folder: the one that serves until its first
# page is there, the others to their end. Prints how long each took.
set -eu

sed -n '/^```bash/,/^```/p' README.md | sed -n '2,/^```/p' | sed -e '/^```/d' -e 's/ *#.*//' |
  while IFS= read -r command; do
    began=$(date +%s)
    case $command in
      *gpucomm\ serve*)
        $command >served.log 2>&1 </dev/null &
        server=$!
        until grep -q '^gpucomm is at ' served.log; do
          kill -0 "$server" 2>/dev/null || { cat served.log; echo "readme.sh: $command ended" >&2; exit 1; }
          sleep 1
        done
        address=$(sed -n 's/^gpucomm is at \([^ ]*\).*/\1/p' served.log)
        node -e 'fetch(process.argv[1]).then(async (page) => {
          if (!page.ok || !(await page.text()).includes("<title>")) throw new Error(`no page: ${page.status}`);
        })' "$address"
        took=$(($(date +%s) - began))
        kill "$server"
        wait "$server" || true
        ;;
      *)
        $command </dev/null
        took=$(($(date +%s) - began))
        ;;
    esac
    echo "readme.sh: $took s: $command"
  done
