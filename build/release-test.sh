#!/bin/sh
# Tries the files of a release where nothing is installed but what every Debian has (sh, coreutils, sed, tar, gzip):
#   build/release-test.sh [FOLDER]     FOLDER has the files; target/release without it
# Unpacks, explains a log, serves, uploads and reads a page, lists what the runner measures; the wheel in an environment of its own
# where this host has Python. Prints what each took. Needs root and mmdebstrap.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
folder=$(cd "${1:-$root/target/release}" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mmdebstrap --quiet --variant=essential "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$work/root"
mkdir "$work/root/given"
cp "$folder"/gpucomm-*-linux-*.tar.gz "$folder/install.sh" "$work/root/given/"
cat >"$work/root/given/dgx.log" <<'LOG'
# nThread 1 nGpus 8 minBytes 1073741824 maxBytes 1073741824 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
# Using devices
#  Rank  0 Group  0 Pid   1001 on     node-1 device  0 [0x1b] NVIDIA H100 80GB HBM3
#  Rank  1 Group  0 Pid   1001 on     node-1 device  1 [0x43] NVIDIA H100 80GB HBM3
#                                                              out-of-place                       in-place
#       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
#        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
  1073741824     268435456     float     sum      -1   3210.4  334.46  334.46      0   3212.8  334.21  334.21      0
# Out of bounds values : 0 OK
# Avg bus bandwidth    : 334.335
LOG
cat >"$work/root/given/steps.sh" <<'STEPS'
set -eu
export HOME=/root LANG=C.UTF-8
took() {
  began=$(date +%s%N)
  "$@" >/given/out 2>&1 || { cat /given/out; tail -n 40 /given/served 2>/dev/null; echo "failed: $*" >&2; exit 1; }
  echo "$((($(date +%s%N) - began) / 1000000)) ms: $*"
}
took sh /given/install.sh
export PATH=/root/.local/bin:$PATH
took gpucomm explain /given/dgx.log
grep -q '334 GB/s' /given/out
took gpucomm explain /given/dgx.log
took gpucomm bench --list
grep -q all_reduce /given/out
took gpucomm figures --style study --out /given/figures
gpucomm serve --port 18080 --data-dir /given/data >/given/served 2>&1 &
server=$!
began=$(date +%s%N)
until grep -q '^gpucomm is at ' /given/served; do
  kill -0 "$server" 2>/dev/null || { cat /given/served; exit 1; }
  sleep 0.1
done
echo "$((($(date +%s%N) - began) / 1000000)) ms: gpucomm serve"
took gpucomm upload --server http://127.0.0.1:18080 /given/dgx.log
grep -q '334 GB/s' /given/out
kill "$server"
wait "$server" || true
STEPS
unshare --mount --net --pid --fork --kill-child sh -c 'mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"
  command -v ip >/dev/null && ip link set lo up
  exec chroot "$1" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin sh /given/steps.sh' sh "$work/root"

for wheel in "$folder"/gpucomm-*.whl; do
  [ -e "$wheel" ] && command -v python3 >/dev/null || continue
  python3 -m venv "$work/venv"
  "$work/venv/bin/pip" install --quiet --no-index "$wheel"
  "$work/venv/bin/gpucomm" explain "$work/root/given/dgx.log" | grep -q '334 GB/s'
  echo "wheel: gpucomm explain"
done
echo "release-test.sh: passed"
