#!/bin/sh
# Unpacks gpucomm from the file beside this script into ~/.local/lib and links its command into ~/.local/bin.
#   install.sh [PREFIX]     PREFIX in place of ~/.local
set -eu

name=gpucomm
here=$(cd "$(dirname "$0")" && pwd)
prefix=${1:-$HOME/.local}
mkdir -p "$prefix/lib" "$prefix/bin"
rm -rf "${prefix:?}/lib/$name"
tar -C "$prefix/lib" -xzf "$here/$name.tar.gz"
ln -sf "../lib/$name/gpucomm" "$prefix/bin/gpucomm"
# Prepares a quick start.
"$prefix/bin/gpucomm" --version
echo "gpucomm is in $prefix/bin."
case ":$PATH:" in
  *":$prefix/bin:"*) ;;
  *) echo "Add it to the PATH: export PATH=$prefix/bin:\$PATH" ;;
esac
