#!/bin/bash
# How long from the command to the first page: starts ./gpucomm serve on a data directory that already holds the bundled
# results, as a second start does, and asks for / until it answers. Usage: benchmarks/startup.sh [RUNS] [PORT]
# What it printed is in benchmarks/startup.txt.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
runs=${1:-5}
port=${2:-18181}
data=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi; rm -rf "$data"' EXIT

start() { "$root/gpucomm" serve --port "$port" --data-dir "$data" >"$data/out" 2>&1 & server=$!; }
stop() { kill "$server"; wait "$server" 2>/dev/null || true; server=; }
first_page() { until curl -sf -o /dev/null "http://127.0.0.1:$port/"; do sleep 0.04; kill -0 "$server" || { cat "$data/out"; exit 1; }; done; }
importing() { curl -sf "http://127.0.0.1:$port/api/v1/overview" | grep -qv '"importing":0'; }

start; first_page
while importing; do sleep 0.2; done
stop

for run in $(seq "$runs"); do
  began=$(date +%s%N)
  start; first_page
  took=$((($(date +%s%N) - began) / 1000000))
  ticks=$(awk '{print $14 + $15}' "/proc/$server/stat")
  echo "start $run: first page after $took ms, $((ticks * 10)) ms of processor time"
  stop
done
