#!/bin/bash
# Holds `bench fabric` against libfabric's own fi_pingpong and, where there is one (FI_RMA_BW), fabtests' fi_rma_bw, in turns, each in two
# processes of this host over the loopback. Usage: fabric.sh [ROUNDS [LARGE ROUNDS]] > fabric.txt. Needs the built runner (mvn package) or one
# that GPUCOMM_RUNNER names, libfabric-bin or a fi_pingpong on the PATH, and idle processors: all programs poll. Where there are eight or more,
# each side of each program gets four of its own, the same for all programs. LIBRARIES: LD_LIBRARY_PATH of all of them. PARTS: pingpong,
# write, or both. SIZES: of ping-pong, bytes.
# Prints one-way times: the median of the rounds, the fastest and the slowest.
set -eu

rounds=${1:-7}
large_rounds=${2:-15}
here=$(dirname "$(readlink -f "$0")")
java=${JAVA:-$(ls -d /usr/lib/jvm/*25*/bin/java 2>/dev/null | head -n 1)}
runner=${GPUCOMM_RUNNER:-$java --enable-native-access=ALL-UNNAMED -jar $here/../runner/target/runner.jar}
first= second=
[ "$(nproc)" -lt 8 ] || first="taskset -c 0-3" second="taskset -c 4-7"
with="env LD_LIBRARY_PATH=${LIBRARIES:-${LD_LIBRARY_PATH:-}}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
port=29417

# shellcheck disable=SC2086 # programs and their arguments are words
gpucomm() { # what to take of the row, operation, provider, interface, bytes, iterations, more options
  take=$1 operation=$2 provider=$3 interface=$4 bytes=$5 iterations=$6
  shift 6
  port=$((port + 1))
  options="bench fabric $operation --provider $provider --interface $interface -b $bytes -e $bytes -n $iterations -w 100 -c 0
    --no-iteration-times --ranks 2 --seats 1 --rendezvous 127.0.0.1:$port $*"
  $with $second timeout 120 $runner $options --rank 1 > "$work/gpucomm.1" 2>&1 &
  $with $first timeout 120 $runner $options --rank 0 > "$work/gpucomm.0" 2>&1
  wait
  case $take in
    one_way) sed -n 's/.*one_way_us=\([0-9.]*\).*/\1/p' "$work/gpucomm.0" ;;
    time) awk -v bytes="$bytes" '$1 == bytes { print $3 }' "$work/gpucomm.0" ;;
  esac
}

# shellcheck disable=SC2086
two() { # the column of the last line, program and arguments
  column=$1
  shift
  $with $second timeout 120 "$@" > "$work/server" 2>&1 &
  sleep 0.5
  $with $first timeout 120 "$@" 127.0.0.1 > "$work/client" 2>&1
  wait
  awk -v column="$column" 'END { print $column }' "$work/client"
}

summary() { sort -n "$1" | awk '{ v[NR] = $1 } END { printf "%.2f us (%.2f to %.2f)", v[int((NR + 1) / 2)], v[1], v[NR] }'; }

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

compared() { # what, program, rounds
  echo "$1: $2 $(summary "$work/theirs"), gpucomm $(summary "$work/ours")," \
    "ratio $(awk "BEGIN { printf \"%.3f\", $(median "$work/ours") / $(median "$work/theirs") }"), $3 rounds"
}

parts=${PARTS:-pingpong write}
case $parts in *pingpong*) pairs="shm:shm tcp:lo" ;; *) pairs= ;; esac
for pair in $pairs; do
  provider=${pair%%:*}
  interface=${pair##*:}
  for bytes in ${SIZES:-8 64 512 1024 4096 1048576 4194304}; do
    iterations=10000 turns=$rounds
    [ "$bytes" -lt 1048576 ] || { iterations=500 turns=$large_rounds; }
    : > "$work/ours"
    : > "$work/theirs"
    for round in $(seq "$turns"); do
      # who goes first changes
      [ $((round % 2)) = 0 ] || gpucomm one_way sendrecv "$provider" "$interface" "$bytes" "$iterations" >> "$work/ours"
      two 7 fi_pingpong -p "$provider" -e rdm -d "$interface" -I "$iterations" -S "$bytes" >> "$work/theirs"
      [ $((round % 2)) = 1 ] || gpucomm one_way sendrecv "$provider" "$interface" "$bytes" "$iterations" >> "$work/ours"
    done
    compared "$provider $bytes B" fi_pingpong "$turns"
  done
done

case $parts in *write*) ;; *) exit 0 ;; esac
[ -n "${FI_RMA_BW:-}" ] || exit 0
for bytes in 65536 1048576 16777216; do
  : > "$work/ours"
  : > "$work/theirs"
  for round in $(seq "$rounds"); do
    two 6 "$FI_RMA_BW" -p shm -E -e rdm -o write -U -W 64 -I 200 -w 20 -S "$bytes" >> "$work/theirs"
    gpucomm time write shm shm "$bytes" 200 --depth 64 --no-pin >> "$work/ours"
  done
  compared "write over shm, 64 in flight, $bytes B" fi_rma_bw "$rounds"
done
