#!/bin/sh
# Compiles the libfabric shim. Usage: build.sh OUTPUT. Without libfabric's headers (Debian: libfabric-dev) or a C compiler
# nothing is written and the exit code is 0: the runner then says that it cannot drive libfabric.
set -eu

output=$1
here=$(dirname "$(readlink -f "$0")")
native=$here/../..
compiler=${CC:-cc}

include=
[ -d /opt/amazon/efa/include/rdma ] && include=-I/opt/amazon/efa/include
if ! command -v "$compiler" >/dev/null 2>&1; then
  echo "native/shim/fabric/build.sh: no C compiler ($compiler); built without libfabric" >&2
  exit 0
fi
# shellcheck disable=SC2086 # no or one word
if ! printf '#include <rdma/fi_rma.h>\n' | "$compiler" $include -E -x c - >/dev/null 2>&1; then
  echo "native/shim/fabric/build.sh: no rdma/fabric.h (Debian: libfabric-dev); built without libfabric" >&2
  exit 0
fi
if [ -f "$output" ] && [ -z "$(find "$here" "$native/include" -newer "$output" -type f)" ]; then
  exit 0
fi
mkdir -p "$(dirname "$output")"
# shellcheck disable=SC2086
"$compiler" -std=gnu11 -O2 -g1 -fPIC -shared -Wall -Wextra -Werror -fvisibility=hidden -I"$native/include" $include \
  -Wl,-soname,libgpucomm_fabric.so -Wl,-z,defs -o "$output.new" "$here"/*.c -pthread -ldl
mv "$output.new" "$output"
