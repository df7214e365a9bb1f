#!/bin/sh
# How the rows of 4 GPUs in this folder's nvlink, nvshmem, jacobi and nccl_alltoall files were measured: rounds over all programs, so that
# drift falls on all alike, until SECONDS_LEFT (300) have passed. Usage: four.sh IMAGE OUT; IMAGE from runner/image.sh. NVSHMEM's rows are
# left out, and that is said, unless IMAGE/bin/gpucomm-runner doctor --build was run.
set -u

image=$1
out=$2
run=$image/bin/gpucomm-runner
port=29800
end=$(($(date +%s) + ${SECONDS_LEFT:-300}))
mkdir -p "$out"

left() { echo $((end - $(date +%s))); }

told() { # file, exit code, seconds
  echo "round $section, $1: exit $2, $3 s, $(sed -n 's/^# wrong results: /wrong results: /p;s/^# Out of bounds values *: /wrong: /p' "$out/$1.table")"
  [ "$2" -eq 0 ] || grep '^gpucomm' "$out/$1.table" | head -n 2
}

threads() { # file, seconds at most, family, operation and options: a thread a GPU
  file=$1 most=$2
  shift 2
  [ "$(left)" -gt 15 ] || return 0
  began=$(date +%s)
  timeout "$most" "$run" bench "$@" --output "$out/h200_$file.csv" --resume --section "$section" >"$out/$file.table" 2>&1
  told "$file" $? $(($(date +%s) - began))
}

processes() { # the same with a process a GPU
  file=$1 most=$2
  shift 2
  [ "$(left)" -gt 20 ] || return 0
  port=$((port + 1))
  began=$(date +%s)
  for rank in 1 2 3; do
    timeout "$most" "$run" bench "$@" -g 1 --rank "$rank" --ranks 4 --rendezvous "127.0.0.1:$port" >"$out/$file.rank$rank" 2>&1 &
  done
  timeout "$most" "$run" bench "$@" -g 1 --rank 0 --ranks 4 --rendezvous "127.0.0.1:$port" --output "$out/h200_$file.csv" --resume \
    --section "$section" >"$out/$file.table" 2>&1
  told "$file" $? $(($(date +%s) - began))
  wait
}

section=0
while [ "$(left)" -gt 20 ] && [ "$section" -lt 10 ]; do
  section=$((section + 1))
  threads nvlink_alltoall 60 nvlink alltoall -g 4 -b 1K -e 1G -f 4 -n 50
  for registered in 0 1 2; do
    threads "nccl_alltoall_R$registered" 40 alltoall -g 4 -b 1K -e 1G -f 4 -n 50 -R "$registered" --no-iteration-times
  done
  if [ "$section" -le 3 ]; then
    threads jacobi_4 40 jacobi jacobi -g 4 -n 1
    [ "$section" -gt 1 ] || threads jacobi_2 40 jacobi jacobi -g 2 -n 1
    [ "$section" -gt 1 ] || threads jacobi_1 40 jacobi jacobi -g 1 --ways linked -n 1
    processes nvshmem_alltoall 45 nvshmem alltoall -b 1K -e 256M -f 4 --ways host,block,put_signal,stores -n 50
    threads nvlink_matrix 30 nvlink write -g 4 --pairs all -b 256M -e 256M --ways kernel,copy_engine --blocks 8,132 -n 20
    threads nvlink_write 30 nvlink write -g 4 -b 1M -e 1G -f 32 --ways kernel,copy_engine,ping --blocks 1,8,32,132 -n 20
  fi
done
