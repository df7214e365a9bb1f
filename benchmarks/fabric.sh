#!/bin/sh
# Holds `bench fabric sendrecv` against libfabric's own fi_pingpong, in turns, each in two processes of this host over the loopback.
# Usage: fabric.sh [ROUNDS] > fabric.txt. Needs the built runner (mvn package) or one that GPUCOMM_RUNNER names, libfabric-bin or a
# fi_pingpong on the PATH, and two idle processors: both programs poll.
# Prints one-way times: the median of the rounds, the fastest and the slowest.
set -eu

rounds=${1:-5}
here=$(dirname "$(readlink -f "$0")")
java=${JAVA:-$(ls -d /usr/lib/jvm/*25*/bin/java 2>/dev/null | head -n 1)}
runner=${GPUCOMM_RUNNER:-$java --enable-native-access=ALL-UNNAMED -jar $here/../runner/target/runner.jar}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

gpucomm() { # provider interface bytes iterations
  for rank in 1 0; do
    # shellcheck disable=SC2086 # a program and its arguments
    timeout 120 $runner bench fabric sendrecv \
      --provider "$1" --interface "$2" -b "$3" -e "$3" -n "$4" -w 100 -c 0 --no-iteration-times --ranks 2 --rank $rank \
      --rendezvous 127.0.0.1:29417 > "$work/gpucomm.$rank" 2>&1 &
  done
  wait
  sed -n 's/.*one_way_us=\([0-9.]*\).*/\1/p' "$work/gpucomm.0"
}

pingpong() {
  timeout 120 fi_pingpong -p "$1" -e rdm -d "$2" -I "$4" -S "$3" > "$work/server" 2>&1 &
  sleep 0.5
  timeout 120 fi_pingpong -p "$1" -e rdm -d "$2" -I "$4" -S "$3" 127.0.0.1 > "$work/client" 2>&1
  wait
  awk 'END { print $7 }' "$work/client"
}

summary() { sort -n "$1" | awk '{ v[NR] = $1 } END { printf "%.2f us (%.2f to %.2f)", v[int((NR + 1) / 2)], v[1], v[NR] }'; }

median() { sort -n "$1" | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

for pair in shm:shm tcp:lo; do
  provider=${pair%%:*}
  interface=${pair##*:}
  for bytes in 8 64 1024 4096 1048576 4194304; do
    iterations=5000
    [ "$bytes" -ge 1048576 ] && iterations=200
    : > "$work/ours"
    : > "$work/theirs"
    round=0
    while [ $round -lt "$rounds" ]; do
      pingpong "$provider" "$interface" "$bytes" "$iterations" >> "$work/theirs"
      gpucomm "$provider" "$interface" "$bytes" "$iterations" >> "$work/ours"
      round=$((round + 1))
    done
    echo "$provider $bytes B: fi_pingpong $(summary "$work/theirs"), gpucomm $(summary "$work/ours")," \
      "ratio $(awk "BEGIN { printf \"%.3f\", $(median "$work/ours") / $(median "$work/theirs") }")"
  done
done
