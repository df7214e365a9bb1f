#!/bin/bash
# How fast logs are read: makes a debug log of a thousand ranks, a canonical CSV and one of other columns of a million rows each, a
# sweep of ten thousand small runs and that sweep ten times over, converts each on one processor in 128 MB of heap, and prints MB/s
# (10^6 bytes), with that of wc -l on the same file. On a machine that others use too, only processor time tells.
# Usage: benchmarks/convert.sh [RUNS]; what it printed is in benchmarks/convert.txt.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
runs=${1:-3}
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT

# What awk needs to print a run of nccl-tests: its banner, a line a rank, a row a size, its footer.
run_of_nccl_tests='
  # Returns the columns of one placement, which agree as those of the program do, and sets busbw.
  function columns(size, factor,    micros) {
    micros = 10 + 5 * rand() + size / (40 + 260 * rand()) / 1000
    busbw = factor * size / micros / 1000
    return sprintf("%7.2f %7.2f %7.2f       0", micros, size / micros / 1000, busbw)
  }
  function run(operation, ranks, sizes, tag,    rank, row, size, factor, out, sum) {
    printf "%s# nccl-tests version 2.17.6 nccl-headers=22907 nccl-library=22907\n", tag
    printf "%s# Collective test starting: %s_perf\n", tag, operation
    printf "%s# nThread 1 nGpus 1 minBytes 64 maxBytes %.0f step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n", tag, 64 * 2 ^ (sizes - 1)
    printf "%s#\n%s# Using devices\n", tag, tag
    for (rank = 0; rank < ranks; rank++)
      printf "%s#  Rank %2d Group  0 Pid %6d on  node-%03d device %2d [0000:%02x:00] NVIDIA H200\n", tag, rank, 4000 + rand() * 100000, rank / 8, rank % 8, 27 + rank % 8
    printf "%s#\n%s#                                                              out-of-place                       in-place          \n", tag, tag
    printf "%s#       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong\n", tag
    printf "%s#        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)       \n", tag
    size = 64
    sum = 0
    factor = (operation == "all_reduce" ? 2 : 1) * (ranks - 1) / ranks
    for (row = 0; row < sizes; row++) {
      out = columns(size, factor)
      sum += busbw
      out = out "  " columns(size, factor)
      sum += busbw
      printf "%s%12.0f  %12.0f     float    %s      -1  %s\n", tag, size, size / 4 / (operation == "all_reduce" ? 1 : ranks), operation ~ /reduce/ ? " sum" : "none", out
      size *= 2
    }
    printf "%s# Out of bounds values : 0 OK\n%s# Avg bus bandwidth    : %g \n%s#\n%s# Collective test concluded: %s_perf\n%s\n", tag, tag, sum / (2 * sizes), tag, tag, operation, tag
  }'

# Three runs of 1,024 ranks under mpirun --tag-output with NCCL_DEBUG=INFO: about a million lines of the library, ranks in turns.
debug_log() {
  awk "$run_of_nccl_tests"'
    function says(rank, text) {
      printf "[1,%d]<stdout>:node-%03d:%d:%d [%d] NCCL INFO %s\n", rank, rank / 8, 40000 + rank, 41000 + rank, rank % 8, text
    }
    BEGIN {
      srand(1)
      ranks = 1024
      for (pass = 0; pass < 3; pass++) {
        for (rank = 0; rank < ranks; rank++) {
          says(rank, "Bootstrap : Using eth0:10.0." int(rank / 8) ".140<0>")
          says(rank, "NCCL_DEBUG set by environment to INFO.")
          says(rank, "NET/OFI Initializing aws-ofi-nccl 1.16.3")
          says(rank, "NET/OFI Selected provider is efa, fabric is efa (found 32 nics)")
          says(rank, "Using network AWS Libfabric")
          says(rank, sprintf("comm 0x55%010x rank %d nRanks %d nNodes %d localRanks 8 localRank %d MNNVL 0", rank * 7919, rank, ranks, ranks / 8, rank % 8))
        }
        for (channel = 0; channel < 80; channel++)
          for (rank = 0; rank < ranks; rank++)
            says(rank, sprintf("Channel %02d/0 : %d[%d] -> %d[%d] via P2P/CUMEM/read", channel % 16, rank, rank % 8, rank % 8 == 7 ? rank - 7 : rank + 1, (rank + 1) % 8))
        for (channel = 0; channel < 200; channel++)
          for (rank = 0; rank < ranks; rank++)
            says(rank, sprintf("Channel %02d/0 : %d[%d] -> %d[%d] [%s] via NET/AWS Libfabric/%d/GDRDMA", channel % 16, (rank + 8) % ranks, rank % 8, rank, rank % 8, channel % 2 ? "send" : "receive", rank % 8))
        for (rank = 0; rank < ranks; rank++)
          for (i = 0; i < 40; i++)
            says(rank, sprintf("Trees [%d] %d/%d/-1->%d->%d", i % 16, rank + 1, rank + 8, rank, rank - 1))
        run("all_reduce", ranks, 24, "[1,0]<stdout>:")
      }
    }'
}

# Ten thousand runs of twenty sizes, one of four operations on two to sixteen ranks.
sweep() {
  awk "$run_of_nccl_tests"'
    BEGIN {
      srand(2)
      split("all_reduce all_gather alltoall reduce_scatter", operations, " ")
      for (i = 0; i < 10000; i++)
        run(operations[1 + i % 4], 2 ^ (1 + int(i / 4) % 4), 20, "")
    }'
}

# The rows of the sweep, over and over.
canonical() {
  awk 'NR == 1 { print; next } { row[n++] = $0 } END { for (i = 0; i < 1000000; i++) print row[i % n] }' "$data/sweep.csv"
}

# A million rows under headers of another program's own.
own_columns() {
  awk 'BEGIN {
    srand(3)
    print "operation,library,nodes,ranks,datatype,msg size,iterations,time (us),algbw (GB/s),busbw (GB/s)"
    for (i = 0; i < 1000000; i++) {
      size = 64 * 2 ^ (i % 24)
      micros = 10 + 5 * rand() + size / (40 + 260 * rand()) / 1000
      bandwidth = size / micros / 1000
      nodes = 1 + int(i / 24) % 16
      printf "all_reduce,nccl,%d,%d,float32,%d,100,%.3f,%.4f,%.4f\n", nodes, 8 * nodes, size, micros, bandwidth, bandwidth * 2 * (1 - 1 / (8 * nodes))
    }
  }'
}

measure() { # FILE
  bytes=$(stat -c %s "$1")
  for run in $(seq "$runs"); do
    # elapsed and processor seconds
    used=$(TIMEFORMAT='%R %U %S'; { time GPUCOMM_JAVA_OPTS=-Xmx128m taskset -c 0 "$root/gpucomm" convert "$1" -o /dev/null 2>"$data/said"; } 2>&1)
    counted=$(TIMEFORMAT='%R %U %S'; { time taskset -c 0 wc -l <"$1" >/dev/null; } 2>&1)
    echo "$used $counted" | awk -v file="$(basename "$1")" -v run="$run" -v mb=$((bytes / 1000000)) '{
      printf "%s run %d: %d MB, %.0f MB/s (%.0f MB/s of processor time); wc -l: %.0f MB/s\n", file, run, mb, mb / $1, mb / ($2 + $3), mb / $4 }'
  done
  tail -n 1 "$data/said"
}

sweep >"$data/sweep.log"
"$root/gpucomm" convert "$data/sweep.log" -o "$data/sweep.csv" 2>/dev/null # builds what is not built
measure "$data/sweep.log"
for _ in 1 2 3 4 5 6 7 8 9 10; do cat "$data/sweep.log"; done >"$data/sweep10.log"
measure "$data/sweep10.log"
rm "$data/sweep10.log"
canonical >"$data/rows.csv"
measure "$data/rows.csv"
own_columns >"$data/own.csv"
measure "$data/own.csv"
debug_log >"$data/debug.log"
measure "$data/debug.log"
