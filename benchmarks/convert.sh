#!/bin/bash
# How fast logs are read: makes a log of nccl-tests and a canonical CSV, converts each on one processor in 128 MB of heap, and
# says MB/s (10^6 bytes) beside wc -l of the same file. On a machine that others use too, only processor time tells.
# Usage: benchmarks/convert.sh [MB] [RUNS]; what it printed is in benchmarks/convert.txt.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
megabytes=${1:-1000}
runs=${2:-3}
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT

# One sweep of 8 B to 16 GiB after the other; the numbers differ from row to row, and those of processes from run
# to run, as real ones do.
nccl_tests() {
  awk -v bytes=$((megabytes * 1000000)) 'BEGIN {
    srand(1)
    while (written < bytes) {
      text = sprintf("# nccl-tests version 2.17.6 nccl-headers=22907 nccl-library=22907\n" \
        "# Collective test starting: all_reduce_perf\n" \
        "# nThread 1 nGpus 1 minBytes 8 maxBytes 17179869184 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n")
      process = 4000 + int(rand() * 100000)
      for (rank = 0; rank < 8; rank++)
        text = text sprintf("#  Rank %2d Group  0 Pid %6d on     node-0 device %2d [0000:%02x:00] NVIDIA H200\n", rank, process + rank, rank, 27 + rank)
      text = text "#\n#                                                              out-of-place                       in-place          \n" \
        "#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong\n" \
        "#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)       \n"
      size = 8
      sum = 0
      for (row = 0; row < 32; row++) {
        out = int(rand() * 48000) / 100
        inplace = int(rand() * 48000) / 100
        sum += out + inplace
        text = text sprintf("%12.0f  %12.0f     float     sum      -1  %7.2f %7.2f %7.2f       0  %7.2f %7.2f %7.2f       0\n", size, size / 4,
          10 + rand() * (row + 1), rand() * 300, out, 10 + rand() * (row + 1), rand() * 300, inplace)
        size *= 2
      }
      text = text sprintf("# Out of bounds values : 0 OK\n# Avg bus bandwidth    : %g \n#\n# Collective test concluded: all_reduce_perf\n\n", sum / 64)
      printf "%s", text
      written += length(text)
    }
  }'
}

# The canonical CSV of a small log, its rows over and over.
canonical() { # LOG
  "$root/gpucomm" convert "$1" -o "$data/rows.csv" 2>/dev/null
  awk -v bytes=$((megabytes * 1000000)) 'NR == 1 { print; next } { row[n++] = $0 }
    END { while (written < bytes) { line = row[i++ % n]; print line; written += length(line) + 1 } }' "$data/rows.csv"
}

measure() { # FILE
  bytes=$(stat -c %s "$1")
  for run in $(seq "$runs"); do
    # elapsed and processor seconds
    used=$(TIMEFORMAT='%R %U %S'; { time GPUCOMM_JAVA_OPTS=-Xmx128m taskset -c 0 "$root/gpucomm" convert "$1" -o /dev/null 2>"$data/said"; } 2>&1)
    counted=$(TIMEFORMAT='%R %U %S'; { time taskset -c 0 wc -l <"$1" >/dev/null; } 2>&1)
    echo "$used $counted" | awk -v file="$(basename "$1")" -v run="$run" -v mb=$((bytes / 1000000)) '{
      printf "%s run %d: %.0f MB/s (%.0f MB/s of processor time); wc -l: %.0f MB/s\n", file, run, mb / $1, mb / ($2 + $3), mb / $4 }'
  done
  tail -n 1 "$data/said"
}

nccl_tests >"$data/nccl.log"
head -c 200000 "$data/nccl.log" >"$data/short.log"
"$root/gpucomm" convert "$data/short.log" -o /dev/null 2>/dev/null # builds what is not built, and its AOT cache
measure "$data/nccl.log"
canonical "$data/short.log" >"$data/canonical.csv"
rm "$data/nccl.log"
measure "$data/canonical.csv"
