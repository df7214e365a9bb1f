#!/bin/bash
# An hour of mixed load on a server with a bounded heap: readers ask what pages ask, logs and failing logs are uploaded, and every
# minute the heap that is in use after a full collection is measured. Fails if a request fails or the heap grows.
# Usage: benchmarks/soak.sh [MINUTES] [MEGABYTES OF HEAP] [CLIENTS] [PORT]. Needs what gpucomm needs, Node 20 and the JDK's jcmd.
# What it printed is in benchmarks/soak.txt.
set -eu
minutes=${1:-60}
megabytes=${2:-512}
clients=${3:-10}
port=${4:-18099}
root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(mktemp -d)
"$root/gpucomm" --version
GPUCOMM_JAVA_OPTS="-Xmx${megabytes}m" "$root/gpucomm" serve --port="$port" --data-dir="$folder/data" >"$folder/serve.log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || true; wait $server 2>/dev/null || true; rm -rf "$folder"' EXIT
for _ in $(seq 120); do
  curl -sf "http://127.0.0.1:$port/api/v1/overview" | grep -q '"importing":0' && break
  sleep 1
done
node "$root/benchmarks/soak.mjs" "http://127.0.0.1:$port" "$minutes" "$clients" "$server"
