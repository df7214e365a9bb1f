#!/bin/sh
# How gpucomm's own kernels and NVSHMEM were measured beside NCCL, on the first 2 GPUs of one host. Usage: own.sh IMAGE OUT; IMAGE
# from runner/image.sh. ROUNDS interleaved rounds (3) are sections of each file. NVSHMEM needs IMAGE/bin/gpucomm-runner doctor --build first;
# without it those rows are left out and the run says so.
set -u

image=$1
out=$2
run=$image/bin/gpucomm-runner
port=29600
mkdir -p "$out"

told() { # file, exit code
  echo "round $section, $1: exit $2, $(sed -n 's/^# wrong results: /wrong results: /p' "$out/$1.table")"
}

threads() { # file, family, operation and options: a thread a GPU
  file=$1
  shift
  "$run" bench "$@" --output "$out/h200_$file.csv" --resume --section "$section" >"$out/$file.table" 2>&1
  told "$file" $?
}

processes() { # the same with a process a GPU
  file=$1
  shift
  port=$((port + 1))
  "$run" bench "$@" -g 1 --rank 1 --ranks 2 --rendezvous "127.0.0.1:$port" >"$out/$file.rank1" 2>&1 &
  "$run" bench "$@" -g 1 --rank 0 --ranks 2 --rendezvous "127.0.0.1:$port" --output "$out/h200_$file.csv" --resume --section "$section" \
    >"$out/$file.table" 2>&1
  told "$file" $?
  wait
}

for section in $(seq "${ROUNDS:-3}"); do
  threads nvlink_write nvlink write -g 2 -b 1M -e 1G -f 4 --ways kernel,bulk,copy_engine,ping --blocks 1,2,4,8,16,32,64,132 -n 20
  threads nvlink_read nvlink read -g 2 -b 1K -e 1G -f 4 --ways kernel,copy_engine --blocks 1,8,32,132 -n 20
  threads nvlink_alltoall nvlink alltoall -g 2 -b 256 -e 512M -f 2 -n 200
  processes nvshmem_alltoall nvshmem alltoall -b 256 -e 512M -f 4 -n 100
  threads jacobi jacobi jacobi -g 2 -n 1
done
section=$((section + 1))
threads jacobi jacobi jacobi -g 1 --ways linked -n 1
