#!/bin/bash
# How long from the command to the first measured line: starts bench on two GPUs and reads its table until the first row is
# there. Usage: benchmarks/bench-start.sh [RUNS] [IMAGE]; IMAGE from runner/image.sh (default: runner/target/image). Without
# a GPU it runs on the stand-ins of native/fake, which take no time to initialise: what is left is gpucomm's own. On a GPU
# host the time has the libraries' own initialisation in it. What it printed is in benchmarks/bench-start.txt.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
runs=${1:-10}
image=${2:-$root/runner/target/image}
[ -x "$image/bin/gpucomm-runner" ] || { echo "no image in $image: mvn -q package -DskipTests && runner/image.sh" >&2; exit 3; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

on="the GPUs of this host"
if [ ! -e /dev/nvidia0 ]; then
  on="the stand-ins of native/fake, no GPU"
  "$root/native/fake/build.sh" "$scratch"
  export GPUCOMM_CUDA_LIBRARY=$scratch/libcuda.so.1 GPUCOMM_CUDART_LIBRARY=$scratch/libcudart.so.13 \
    GPUCOMM_NCCL_LIBRARY=$scratch/libnccl.so.2 GPUCOMM_KERNELS=$scratch/kernels \
    GPUCOMM_LIBFABRIC_LIBRARY=none GPUCOMM_NVSHMEM_LIBRARY=none GPUCOMM_NVML_LIBRARY=none
fi
echo "$(nproc) cores, load $(cut -d ' ' -f 1 /proc/loadavg), on $on; gpucomm-runner bench all_reduce -g 2 -b 8 -e 8"

for run in $(seq "$runs"); do
  began=$(date +%s%N)
  first=
  exec 3< <("$image/bin/gpucomm-runner" bench all_reduce -g 2 -b 8 -e 8 2>"$scratch/messages"; cat "$scratch/messages" >&2; times >"$scratch/times")
  while IFS= read -r line <&3; do
    if [ -z "$first" ] && [[ $line =~ ^\ +[0-9] ]]; then first=$((($(date +%s%N) - began) / 1000000)); fi
  done
  exec 3<&-
  ended=$((($(date +%s%N) - began) / 1000000))
  [ -n "$first" ] || { echo "run $run printed no row" >&2; exit 1; }
  # The second line of times is that of the children: user and system.
  echo "run $run: first row after $first ms, ended after $ended ms, processor time of the whole run $(tail -n 1 "$scratch/times")"
done
