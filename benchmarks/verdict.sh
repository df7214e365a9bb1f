#!/bin/bash
# How long from a log to what it says: a log of 100 rows in the format of nccl-tests is explained on the terminal, and uploaded
# to a running server that answers with its findings. Elapsed and processor time, the median of RUNS, and the load of the machine.
# Usage: benchmarks/verdict.sh [RUNS] [PORT]
# What it printed is in benchmarks/verdict.txt.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
runs=${1:-9}
port=${2:-18182}
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT

log() { # SEED: 50 lines of an all-reduce, each out-of-place and in-place: 100 rows
  awk -v seed="$1" 'BEGIN {
    srand(seed)
    print "# nThread 1 nGpus 8 minBytes 1024 maxBytes 6710886400 step: 134217728(bytes) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0"
    print "#\n# Using devices"
    for (r = 0; r < 8; r++) printf "#  Rank %2d Group  0 Pid %6d on     node-0 device %2d [0000:%02x:00] NVIDIA H100 80GB HBM3\n", r, 4000 + r, r, 16 + r
    print "#\n#                                                              out-of-place                       in-place"
    print "#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong"
    print "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)"
    for (i = 1; i <= 50; i++) {
      bytes = i <= 20 ? 2 ^ (i + 2) : 134217728 * (i - 20)
      for (p = 0; p < 2; p++) { t[p] = (14 + bytes / 270e3) * (1 + 0.01 * rand()); a[p] = bytes / t[p] / 1e3 }
      printf "%12.0f %13.0f %9s %6s %7d %8.2f %7.2f %7.2f %6d %8.2f %7.2f %7.2f %6d\n", bytes, bytes / 4, "float", "sum", -1, t[0], a[0], 1.75 * a[0], 0, t[1], a[1], 1.75 * a[1], 0
    }
    print "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 1\n#"
  }'
}

median() { sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }
load() { cut -d' ' -f1-3 /proc/loadavg; }

log 1 >"$work/a.log"
"$root/gpucomm" explain "$work/a.log" >/dev/null 2>&1 # builds and trains, if need be
echo "load $(load), $(nproc) processors"
for run in $(seq "$runs"); do
  ( TIMEFORMAT='%R %U %S'; time "$root/gpucomm" explain "$work/a.log" >/dev/null ) 2>>"$work/explain"
done
printf 'explain, %s runs: %s ms elapsed, %s ms of processor time\n' "$runs" \
  "$(awk '{ print $1 * 1000 }' "$work/explain" | median)" "$(awk '{ print ($2 + $3) * 1000 }' "$work/explain" | median)"

"$root/gpucomm" serve --port "$port" --data-dir "$work/data" >"$work/out" 2>&1 &
server=$!
until curl -sf "http://127.0.0.1:$port/api/v1/overview" 2>/dev/null | grep -q '"importing":0'; do sleep 0.2; kill -0 "$server" || { cat "$work/out"; exit 1; }; done
pid=$(pgrep -P "$server" java || echo "$server")
ticks() { awk '{ print $14 + $15 }' "/proc/$pid/stat"; }
for run in $(seq 0 "$runs"); do
  log $((100 + run)) >"$work/$run.log"
  before=$(ticks)
  curl -sf -w '%{time_total}\n' -o "$work/answer" -F "file=@$work/$run.log" "http://127.0.0.1:$port/api/v1/uploads" >"$work/took"
  grep -q '"headline"' "$work/answer" || { echo "no findings in the answer: $(cat "$work/answer")"; exit 1; }
  echo "$(cat "$work/took") $((($(ticks) - before) * 10))" >>"$work/upload"
done
printf 'first upload after the start, findings in the answer: %s ms elapsed\n' "$(head -1 "$work/upload" | awk '{ print $1 * 1000 }')"
printf 'upload, %s runs: %s ms elapsed, %s ms of processor time of the server\n' "$runs" \
  "$(tail -n +2 "$work/upload" | awk '{ print $1 * 1000 }' | median)" "$(tail -n +2 "$work/upload" | awk '{ print $2 }' | median)"
echo "load $(load)"
