#!/bin/sh
# Builds a container image with plain tools: no Docker daemon, no base image to pull.
#   deploy/image/build.sh server          what `gpucomm serve` needs
#   deploy/image/build.sh runner [DIR…]   gpucomm-runner with Open MPI, sshd and libfabric, for MPIJobs; each DIR is copied over
#                                         the root, for what Debian does not have: NCCL, aws-ofi-nccl
# Results: deploy/image/target/NAME/rootfs and deploy/image/target/gpucomm-NAME.tar, an OCI archive:
#   podman load -i FILE, docker load -i FILE, skopeo copy oci-archive:FILE docker://REGISTRY/gpucomm-NAME:latest
# Needs a Debian or Ubuntu with apt, a JDK 25 with jlink, and the jars (mvn package -DskipTests).
set -eu

here=$(dirname "$(readlink -f "$0")")
root=$(dirname "$(dirname "$here")")
say() { echo "build.sh: $*" >&2; }

kind=${1:-}
case $kind in
  server) packages="base-files dash bash coreutils sed grep findutils libfontconfig1 libstdc++6 ca-certificates" ;;
  runner) packages="base-files base-passwd dash bash coreutils sed grep openssh-server openmpi-bin libfabric1 ca-certificates" ;;
  *) say "which image? build.sh server | build.sh runner [DIR…]"; exit 2 ;;
esac
shift
for tool in apt-get dpkg-deb tar gzip sha256sum; do
  command -v $tool >/dev/null 2>&1 || { say "needs $tool, which is not on the PATH"; exit 3; }
done
for built in analysis-server/target/gpucomm.jar runner/target/runner.jar; do
  [ -f "$root/$built" ] || { say "$built is not built: mvn package -DskipTests"; exit 3; }
done
jdk=
for home in "${GPUCOMM_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/*; do
  if [ -x "$home/bin/jlink" ] && grep -q '^JAVA_VERSION="2[5-9]' "$home/release" 2>/dev/null; then jdk=$home; break; fi
done
[ -n "$jdk" ] || { say "needs a JDK 25 or newer with jlink; set JAVA_HOME"; exit 3; }

work=$here/target/$kind
rootfs=$work/rootfs
rm -rf "$work"
mkdir -p "$rootfs" "$work/apt/partial" "$work/oci/blobs/sha256"

# Debian's packages and what they depend on, as if nothing were installed; unpacked, their scripts are not run.
: >"$work/status"
# shellcheck disable=SC2086 # package names are words
apt-get -q -y -o Dir::State::status="$work/status" -o Dir::Cache::archives="$work/apt" -o Debug::NoLocking=1 \
  -o APT::Sandbox::User=root --no-install-recommends --download-only install $packages >"$work/apt.log" 2>&1 ||
  { tail -n 5 "$work/apt.log" >&2; say "apt-get could not fetch the packages; apt-get update?"; exit 3; }
# Directories that are links today come first, so that every package lands behind them.
for folder in bin sbin lib lib64; do mkdir -p "$rootfs/usr/$folder"; ln -s "usr/$folder" "$rootfs/$folder"; done
for package in "$work"/apt/*.deb; do dpkg-deb --fsys-tarfile "$package" | tar -x -C "$rootfs" --keep-directory-symlink; done
rm -rf "$rootfs"/usr/share/doc "$rootfs"/usr/share/man "$rootfs"/usr/share/locale "$rootfs"/usr/share/info
ln -sf dash "$rootfs/usr/bin/sh"
mkdir -p "$rootfs/tmp" "$rootfs/proc" "$rootfs/dev" "$rootfs/data" "$rootfs/run/sshd" "$rootfs/root" "$rootfs/opt"
chmod 1777 "$rootfs/tmp"
# What the packages' scripts would have done.
printf 'root:x:0:0:root:/root:/bin/bash\nsshd:x:100:65534::/run/sshd:/usr/sbin/nologin\ngpucomm:x:999:999::/data:/bin/sh\n' >"$rootfs/etc/passwd"
printf 'root:x:0:\nnogroup:x:65534:\ngpucomm:x:999:\n' >"$rootfs/etc/group"
chown 999:999 "$rootfs/data" 2>/dev/null || true
if [ -d "$rootfs/usr/share/ca-certificates/mozilla" ]; then
  mkdir -p "$rootfs/etc/ssl/certs"
  cat "$rootfs"/usr/share/ca-certificates/mozilla/*.crt >"$rootfs/etc/ssl/certs/ca-certificates.crt"
fi
for link in orterun:mpirun opal_wrapper:mpicc; do
  [ ! -e "$rootfs/usr/bin/${link%%:*}" ] || ln -sf "${link%%:*}" "$rootfs/usr/bin/${link##*:}"
done
for extra in "$@"; do cp -a "$extra/." "$rootfs/"; done
ldconfig -r "$rootfs" 2>/dev/null || say "no ldconfig here: libraries are found in the usual folders only"

case $kind in
  server)
    # The launcher itself, so that the options for the JVM are said in one place.
    mkdir -p "$rootfs/opt/gpucomm/analysis-server/target/classes" "$rootfs/opt/gpucomm/runner/target/classes"
    cp "$root"/analysis-server/target/classes/*.options "$rootfs/opt/gpucomm/analysis-server/target/classes/"
    cp "$root/runner/target/classes/java.options" "$rootfs/opt/gpucomm/runner/target/classes/"
    cp "$root/gpucomm" "$rootfs/opt/gpucomm/"
    cp -r "$root"/analysis-server/target/gpucomm.jar "$root"/analysis-server/target/lib "$rootfs/opt/gpucomm/analysis-server/target/"
    cp -r "$root"/runner/target/runner.jar "$root"/runner/target/lib "$rootfs/opt/gpucomm/runner/target/"
    "$jdk/bin/jlink" --add-modules java.se,jdk.unsupported,jdk.jfr,jdk.management,jdk.net,jdk.crypto.ec,jdk.zipfs,jdk.charsets --strip-debug --no-header-files \
      --no-man-pages --compress zip-6 --output "$rootfs/opt/java"
    # That Java's own cache of what a start needs. It holds only at the places and with the times that the jars have in the image,
    # so it is made with the image as the root; without the right to that, the image starts without it, more slowly.
    server=opt/gpucomm/analysis-server/target
    find "$rootfs/$server" -name '*.jar' -exec touch -d "@${SOURCE_DATE_EPOCH:-0}" {} +
    if ! unshare --mount --pid --fork --kill-child sh -c 'mount -t proc proc "$1/proc" &&
        exec chroot "$1" /opt/java/bin/java "@/$2/classes/java.options" "-XX:AOTCacheOutput=/$2/gpucomm.aot" \
        -Dspring.context.exit=onRefresh -jar "/$2/gpucomm.jar" serve --port 0 --data-dir /tmp/first-start' sh "$rootfs" "$server" >"$work/aot.log" 2>&1; then
      say "no cache for a quick start in the image: $(tail -n 1 "$work/aot.log")"
      rm -f "$rootfs/$server"/*.aot
    fi
    rm -rf "$rootfs/tmp/first-start"
    config='"User":"999:999","WorkingDir":"/data","Volumes":{"/data":{}},"ExposedPorts":{"8080/tcp":{}},
      "Env":["PATH=/usr/sbin:/usr/bin:/opt/gpucomm","GPUCOMM_JAVA_HOME=/opt/java","HOME=/data","GPUCOMM_MANAGEMENT_PORT=8081"],
      "Entrypoint":["/opt/gpucomm/gpucomm"],"Cmd":["serve","--address","0.0.0.0","--data-dir","/data"]' ;;
  runner)
    "$root/runner/image.sh" "$jdk" >"$work/jlink.log"
    cp -a "$root/runner/target/image" "$rootfs/opt/gpucomm-runner"
    ln -s /opt/gpucomm-runner/bin/gpucomm-runner "$rootfs/usr/bin/gpucomm-runner"
    # The MPI operator starts sshd as it is, and mpirun uses ssh between pods whose keys are new each time.
    printf 'StrictHostKeyChecking no\nUserKnownHostsFile /dev/null\n' >>"$rootfs/etc/ssh/ssh_config"
    printf 'StrictModes no\nPermitRootLogin prohibit-password\n' >>"$rootfs/etc/ssh/sshd_config"
    config='"WorkingDir":"/root","Env":["PATH=/usr/sbin:/usr/bin:/sbin:/bin","HOME=/root"],"Cmd":["/bin/bash"]' ;;
esac

# An OCI image of one layer: https://github.com/opencontainers/image-spec
blob() { # FILE: moves it among the blobs and prints "sha256:… SIZE"
  sum=$(sha256sum "$1" | cut -d' ' -f1)
  size=$(wc -c <"$1")
  mv "$1" "$work/oci/blobs/sha256/$sum"
  printf 'sha256:%s %d' "$sum" "$size"
}
descriptor() { # TYPE BLOB: as JSON
  printf '{"mediaType":"application/vnd.oci.image.%s","digest":"%s","size":%s}' "$1" "${2% *}" "${2#* }"
}
case $(uname -m) in x86_64) machine=amd64 ;; aarch64) machine=arm64 ;; *) machine=$(uname -m) ;; esac
tar -C "$rootfs" --numeric-owner --sort=name --mtime="@${SOURCE_DATE_EPOCH:-0}" -cf "$work/layer.tar" .
diff=$(sha256sum "$work/layer.tar" | cut -d' ' -f1)
gzip -n "$work/layer.tar"
layer=$(blob "$work/layer.tar.gz")
printf '{"architecture":"%s","os":"linux","config":{%s},"rootfs":{"type":"layers","diff_ids":["sha256:%s"]}}' \
  "$machine" "$config" "$diff" >"$work/config.json"
config=$(blob "$work/config.json")
printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":%s,"layers":[%s]}' \
  "$(descriptor config.v1+json "$config")" "$(descriptor layer.v1.tar+gzip "$layer")" >"$work/manifest.json"
manifest=$(descriptor manifest.v1+json "$(blob "$work/manifest.json")")
printf '{"schemaVersion":2,"manifests":[%s,"annotations":{"org.opencontainers.image.ref.name":"gpucomm-%s:latest"}}]}' \
  "${manifest%\}}" "$kind" >"$work/oci/index.json"
echo '{"imageLayoutVersion":"1.0.0"}' >"$work/oci/oci-layout"
tar -C "$work/oci" -cf "$here/target/gpucomm-$kind.tar" oci-layout index.json blobs
rm -rf "$work/apt" "$work/oci"
echo "$here/target/gpucomm-$kind.tar, $(($(wc -c <"$here/target/gpucomm-$kind.tar") / 1000000)) MB; unpacked in $rootfs, $(du -sh "$rootfs" | cut -f1)"
