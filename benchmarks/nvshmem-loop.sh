#!/bin/bash
# What gpucomm adds to NVSHMEM's own times: its all-to-all by the host and by one block, by gpucomm bench and by nvshmem-loop.cu, plain loops, in
# turns on the same GPUs, a process a GPU, no checks. Prints for every way and size the medians over the rounds and their ratio. Needs nvcc
# and NVSHMEM (NVSHMEM_HOME, with include/ and lib/) and the shim (native/shim/nvshmem/build.sh).
# Usage: benchmarks/nvshmem-loop.sh IMAGE GPUS [ROUNDS] [LARGEST BYTES]; IMAGE from runner/image.sh. What it printed is in
# benchmarks/nvshmem-loop.txt.
set -eu
here=$(dirname "$(readlink -f "$0")")
image=$1 gpus=$2 rounds=${3:-5} largest=${4:-67108864}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"${NVCC:-nvcc}" -rdc=true -arch=native -O3 -std=c++17 -I"$NVSHMEM_HOME/include" -o "$scratch/nvshmem-loop" "$here/nvshmem-loop.cu" \
  -L"$NVSHMEM_HOME/lib" -l:libnvshmem_host.so.3 -lnvshmem_device -Xlinker -rpath="$NVSHMEM_HOME/lib"
port=30600

for round in $(seq "$rounds"); do
  # who goes first changes
  for turn in $((round % 2)) $(((round + 1) % 2)); do
    if [ "$turn" = 1 ]; then
      "$scratch/nvshmem-loop" "$gpus" "$largest" 200 >>"$scratch/c"
    else
      port=$((port + 1))
      options="nvshmem alltoall -g 1 --ranks $gpus --rendezvous 127.0.0.1:$port -b 1K -e $largest -f 4 -n 200 -c 0 --no-iteration-times --ways host,block"
      for rank in $(seq $((gpus - 1))); do
        # shellcheck disable=SC2086 # options are words
        "$image/bin/gpucomm-runner" bench $options --rank "$rank" >/dev/null 2>&1 &
      done
      # shellcheck disable=SC2086
      "$image/bin/gpucomm-runner" bench $options --rank 0 --output "$scratch/rows.csv" --resume --section "$round" >/dev/null
      wait
    fi
  done
done
python3 - "$gpus" "$scratch/c" "$scratch/rows.csv" <<'P'
import csv, statistics, sys
gpus, c_file, rows_file = sys.argv[1:]
c, ours = {}, {}
for line in open(c_file):
    way, size, time = line.split()
    c.setdefault((way, int(size)), []).append(float(time))
for row in csv.DictReader(open(rows_file)):
    ours.setdefault((row["variant"], int(row["message_bytes"])), []).append(float(row["time_us"]))
def told(times):
    return f"{statistics.median(times):.2f} µs ({min(times):.2f} to {max(times):.2f})"
for key in sorted(ours):
    if key in c:
        apart = c.get(("host-each", key[1])) if key[0] == "host" else None
        print(f"{key[0]} {gpus} GPUs {key[1]} B: C {told(c[key])}, gpucomm {told(ours[key])}, "
              f"ratio {statistics.median(ours[key]) / statistics.median(c[key]):.3f}"
              + (f"; C as perftest times it {told(apart)}" if apart else ""))
P
