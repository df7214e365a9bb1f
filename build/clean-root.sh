#!/bin/sh
# Runs a command in a minimal Debian that has a JDK 25, Maven, Node 20 and git, and nothing else that is installed here:
#   build/clean-root.sh FOLDER COMMAND
# FOLDER gets the root file system, which the next call uses again, and a fresh clone of this repository, in which the command runs.
# The JDK, Node and the downloads of Maven and npm are those of this machine. Needs root and mmdebstrap. Every process that the command
# leaves behind ends with it.
set -eu

source=$(cd "$(dirname "$0")/.." && pwd)
folder=$1
command=$2
root=$folder/root

jdk=$(for home in "${JAVA_HOME:-}" /usr/lib/jvm/* /opt/java/* /opt/jdk*; do
  if grep -qs '^JAVA_VERSION="25' "$home/release"; then echo "$home"; break; fi
done)
[ -n "$jdk" ] || { echo "clean-root.sh: no JDK 25 below JAVA_HOME, /usr/lib/jvm or /opt" >&2; exit 3; }

if [ ! -e "$root/.complete" ]; then
  mkdir -p "$folder"
  chmod 755 "$folder"
  mmdebstrap --quiet --variant=minbase --include=maven,git,ca-certificates "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$root"
  mkdir -p "$root/usr/local/lib/node_modules" "$root/root/.m2" "$root/root/.npm" "$root$jdk"
  cp "$(readlink -f "$(command -v node)")" "$root/usr/local/bin/node"
  cp -a "$(npm root -g)/npm" "$root/usr/local/lib/node_modules/"
  for tool in npm npx; do ln -s "../lib/node_modules/npm/bin/$tool-cli.js" "$root/usr/local/bin/$tool"; done
  touch "$root/.complete"
fi
mkdir -p "$HOME/.m2" "$HOME/.npm"
rm -rf "$root/src"
git clone -q "$source" "$root/src/gpucomm"
cp /etc/resolv.conf /etc/hosts "$root/etc/"

export root jdk command
# shellcheck disable=SC2016 # the inner shell expands
exec unshare --mount --pid --fork sh -c '
  set -eu
  # A mount of its own, so that programs find the file system of "/".
  mount --bind "$root" "$root"
  mount --bind "$jdk" "$root$jdk"
  mount --bind /etc/ssl "$root/etc/ssl"
  mount --bind "$HOME/.m2" "$root/root/.m2"
  mount --bind "$HOME/.npm" "$root/root/.npm"
  mount --rbind /dev "$root/dev"
  mount -t proc proc "$root/proc"
  # Not chroot: in there nobody may make the user namespace in which PostgreSQL runs for root.
  mkdir -p "$root/outside"
  cd "$root"
  pivot_root . outside
  umount -l outside
  exec /usr/bin/env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/bin:/usr/bin:/bin \
    NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt sh -c "cd /src/gpucomm && $command"
'
