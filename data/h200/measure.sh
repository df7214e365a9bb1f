#!/bin/sh
# How the results in this folder were measured: every operation on the first 2, 4 … GPUs of one host, one process a GPU,
# float, both placements, 8 B to 4 GiB, each result checked, REPETITIONS rounds over all operations so that drift falls on
# all alike. Usage: measure.sh IMAGE OUT [GPUS…]; IMAGE from runner/image.sh. Environment: REPETITIONS (3), MAX (4G).
set -u

image=$1
out=$2
shift 2
[ $# -gt 0 ] || set -- 2 4
run=$image/bin/gpucomm-runner
port=29700
mkdir -p "$out"

bench() { # GPUs, file, section, operation and options
  gpus=$1 file=$2 section=$3
  shift 3
  port=$((port + 1))
  rank=$((gpus - 1))
  while [ "$rank" -gt 0 ]; do
    "$run" bench "$@" -g 1 --rank "$rank" --ranks "$gpus" --rendezvous "127.0.0.1:$port" >>"$out/log" 2>&1 &
    rank=$((rank - 1))
  done
  "$run" bench "$@" -g 1 --rank 0 --ranks "$gpus" --rendezvous "127.0.0.1:$port" \
    --output "$out/$file" --resume --section "$section" >"$out/table" 2>&1
  code=$?
  wait
  cat "$out/table" >>"$out/log"
  echo "$gpus GPUs, round $section, $1: exit $code, $(grep -cE '^ +[0-9]+ ' "$out/table") rows," \
    "wrong $(sed -n 's/^# Out of bounds values *: //p' "$out/table")"
  [ $code -eq 0 ] || grep '^gpucomm:' "$out/table" | head -n 3
}

for section in $(seq "${REPETITIONS:-3}"); do
  for gpus in "$@"; do
    for operation in all_reduce all_gather reduce_scatter alltoall alltoallv broadcast reduce gather scatter sendrecv hypercube; do
      bench "$gpus" "${operation}_$gpus.csv" "$section" "$operation" -b 8 -e "${MAX:-4G}" -f 2 -n 20 -w 5
    done
    # 128 and 4096 tokens a rank of 7168 bfloat16, 8 experts a GPU, 8 experts a token
    for operation in moe_dispatch moe_combine; do
      bench "$gpus" "${operation}_$gpus.csv" "$section" "$operation" -d bfloat16 -b 1835008 -e 58720256 -f 32 \
        --experts $((8 * gpus)) -n 20 -w 5
    done
  done
done
