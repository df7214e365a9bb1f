#!/bin/bash
# What gpucomm adds to NCCL's own times: the same operations by gpucomm bench and by nccl-loop.c, a plain loop in C, in turns
# on the same GPUs, one process a GPU, no checks, so that host and minute are the same for both. Prints for every operation and
# size the medians over the rounds and their ratio. Needs nvcc or gcc with CUDA's and NCCL's headers.
# Usage: benchmarks/nccl-loop.sh IMAGE GPUS [ROUNDS] [LARGEST BYTES]; IMAGE from runner/image.sh. What it printed is in
# benchmarks/nccl-loop.txt.
set -eu
here=$(dirname "$(readlink -f "$0")")
image=$1 gpus=$2 rounds=${3:-5} largest=${4:-268435456}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${NVCC:-nvcc}" -O2 -o "$scratch/nccl-loop" "$here/nccl-loop.c" -lnccl
port=30500

gpucomm_bench() { # OPERATION OUTPUT
  port=$((port + 1))
  options="$1 -g 1 --ranks $gpus --rendezvous 127.0.0.1:$port -b 8 -e $largest -f 2 -n 50 -w 10 -c 0 --no-iteration-times"
  for rank in $(seq $((gpus - 1))); do
    # shellcheck disable=SC2086 # options are words
    "$image/bin/gpucomm-runner" bench $options --rank "$rank" >/dev/null 2>&1 &
  done
  # shellcheck disable=SC2086
  "$image/bin/gpucomm-runner" bench $options --rank 0 >"$scratch/table"
  wait
  # the out-of-place time is the sixth column of nccl-tests' table
  awk '/^ +[0-9]/ { print $1, $6 }' "$scratch/table" >>"$2"
}

for operation in all_reduce all_gather reduce_scatter alltoall sendrecv; do
  for round in $(seq "$rounds"); do
    # who goes first changes
    for turn in $((round % 2)) $(((round + 1) % 2)); do
      if [ "$turn" = 1 ]; then
        "$scratch/nccl-loop" "$operation" "$gpus" "$largest" 50 10 >>"$scratch/$operation.c"
      else
        gpucomm_bench "$operation" "$scratch/$operation.gpucomm"
      fi
    done
  done
  python3 - "$operation" "$gpus" "$scratch/$operation.c" "$scratch/$operation.gpucomm" <<'P'
import statistics, sys
operation, gpus, *files = sys.argv[1:]
def times(file):
    sizes = {}
    for line in open(file):
        size, time = line.split()
        sizes.setdefault(int(size), []).append(float(time))
    return sizes
c, ours = map(times, files)
for size in sorted(c):
    if ours.get(size) and (size in (8, 1024) or size >= 65536 and size.bit_length() % 4 == 1):
        a, b = statistics.median(c[size]), statistics.median(ours[size])
        print(f"{operation} {gpus} GPUs {size} B: C {a:.2f} µs ({min(c[size]):.2f} to {max(c[size]):.2f}), "
              f"gpucomm {b:.2f} µs ({min(ours[size]):.2f} to {max(ours[size]):.2f}), ratio {b / a:.3f}")
P
done
