#!/bin/bash
# How long the five figures of the study take from a cold start, at their full size (47 million pixels): wall time,
# processor time and peak memory of ./gpucomm figures --style study. Usage: benchmarks/figures.sh [RUNS]
# Needs GNU time. What it printed when the figures were written is in benchmarks/figures.txt.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
runs=${1:-10}
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
gnu_time=$(command -v time) || { echo "needs GNU time: install the package time" >&2; exit 3; }

"$root/gpucomm" figures --style study --out "$out/warm-up" >/dev/null # builds what is not built
for _ in $(seq "$runs"); do
  rm -rf "$out/pictures"
  "$gnu_time" -a -o "$out/times" -f '%e %U %S %M' "$root/gpucomm" figures --style study --out "$out/pictures" >/dev/null
done

# Best, median and worst of a column of numbers.
spread() { sort -n | awk '{ v[NR] = $1 } END { printf "best %.2f, median %.2f, worst %.2f", v[1], v[int((NR + 1) / 2)], v[NR] }'; }

echo "$runs runs on $(nproc) cores"
echo "wall time, s:      $(awk '{ print $1 }' "$out/times" | spread)"
echo "processor time, s: $(awk '{ print $2 + $3 }' "$out/times" | spread)"
echo "peak memory, MB:   $(awk '{ print $4 / 1024 }' "$out/times" | spread)"
wc -c "$out"/pictures/*.png | sed "s|$out/pictures/||"
