#!/bin/sh
# Builds both images and runs them without a container engine: the OCI archives are unpacked and checked against their digests;
# of the server's the command is started in a root of its own, asked for a figure and sent a log; of the runner's doctor, sshd and mpirun.
# Where this machine allows no root of its own, it says so and ends with 0.
set -eu
here=$(dirname "$(readlink -f "$0")")
fail() { echo "test.sh: $*" >&2; exit 1; }

if ! unshare --mount --pid --fork --root=/ true 2>/dev/null; then
  echo "test.sh: this machine does not let a program change its root (unshare); the images are built and not started"
  "$here/build.sh" server && "$here/build.sh" runner
  exit 0
fi
scratch=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill -9 "$server" 2>/dev/null || true; sleep 1; rm -rf "$scratch"' EXIT

unpacked() { # KIND: from the archive as it is passed on, and as its digests say
  mkdir -p "$scratch/$1/oci" "$scratch/$1/rootfs"
  tar -C "$scratch/$1/oci" -xf "$here/target/gpucomm-$1.tar"
  for blob in "$scratch/$1"/oci/blobs/sha256/*; do
    [ "$(sha256sum "$blob" | cut -d' ' -f1)" = "$(basename "$blob")" ] || fail "$blob is not what its name says"
  done
  manifest=$(sed 's/.*"digest":"sha256:\([0-9a-f]*\)".*/\1/' "$scratch/$1/oci/index.json")
  layer=$(sed 's/.*"layers":.*"digest":"sha256:\([0-9a-f]*\)".*/\1/' "$scratch/$1/oci/blobs/sha256/$manifest")
  tar -C "$scratch/$1/rootfs" -xzf "$scratch/$1/oci/blobs/sha256/$layer"
}
inside() { # KIND COMMAND…: in the root of the image; with background=1 in place of a background job's shell, so that it can be killed
  kind=$1
  shift
  ${background:+exec} unshare --mount --pid --fork --kill-child sh -c 'r=$1; shift
    mount --bind /dev "$r/dev" && mount -t proc proc "$r/proc" && exec chroot "$r" "$@"' sh "$scratch/$kind/rootfs" "$@"
}

"$here/build.sh" server
unpacked server
: >"$scratch/server.log"
background=1 inside server /usr/bin/env -i PATH=/usr/bin HOME=/data GPUCOMM_JAVA_HOME=/opt/java /opt/gpucomm/gpucomm serve --port 0 \
  --data-dir /data >"$scratch/server.log" 2>&1 &
server=$!
url=
tries=0
until [ -n "$url" ]; do
  url=$(sed -n 's/^gpucomm is at \([^ ]*\).*/\1/p' "$scratch/server.log")
  tries=$((tries + 1))
  kill -0 "$server" 2>/dev/null && [ $tries -lt 300 ] || { cat "$scratch/server.log"; fail "the server's image does not start"; }
  [ -n "$url" ] || sleep 0.5
done
curl -fsS "${url}actuator/health" | grep -q '"UP"' || fail "the server's image is not healthy"
curl -fsS -o "$scratch/figure.png" "${url}api/v1/figures/bandwidth.png" && head -c 4 "$scratch/figure.png" | grep -q PNG || fail "the server's image draws no figure"
sample=$(ls "$here"/../../docs/samples/nccl-tests/* | head -n 1)
upload=$(curl -fsS --data-binary "@$sample" "${url}api/v1/uploads?filename=sample.log" | sed 's/.*"id":"\([0-9a-f]*\)".*/\1/')
tries=0
until curl -fsS "${url}api/v1/uploads/$upload" | grep -q '"state":"ready"'; do
  tries=$((tries + 1))
  [ $tries -lt 240 ] || { tail -n 40 "$scratch/server.log"; fail "the server's image does not import an upload"; }
  sleep 0.5
done
curl -fsS -H 'Content-Type: application/json' -d '{"query": "select 6 * 7 as n"}' "${url}api/v1/sql" | grep -q 42 ||
  { tail -n 40 "$scratch/server.log"; fail "the server's image answers no SQL"; }
# unshare waits through milder signals; what runs in the image ends with it.
kill -9 "$server"
wait "$server" 2>/dev/null || true
server=
echo "test.sh: the server's image starts, is healthy, draws a figure, imports an upload and answers SQL"

"$here/build.sh" runner
unpacked runner
inside runner /usr/bin/gpucomm-runner --version || fail "the runner's image does not start"
inside runner /usr/sbin/sshd -V 2>&1 | grep -q OpenSSH || fail "the runner's image has no sshd"
inside runner /usr/bin/mpirun --allow-run-as-root -np 2 sh -c 'echo rank $OMPI_COMM_WORLD_RANK of $OMPI_COMM_WORLD_SIZE' |
  sort | tr '\n' ' ' | grep -q 'rank 0 of 2 rank 1 of 2' || fail "mpirun of the runner's image starts no two processes"
echo "test.sh: the runner's image has gpucomm-runner, sshd and an mpirun that starts two processes"
