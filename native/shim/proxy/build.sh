#!/bin/sh
# Compiles the threads that serve a GPU's queues. Usage: build.sh OUTPUT. It needs a C compiler and nothing of CUDA; without one
# nothing is written and the exit code is 0: the runner then says that it has no proxy.
set -eu

output=$1
here=$(dirname "$(readlink -f "$0")")
native=$here/../..
compiler=${CC:-cc}

if ! command -v "$compiler" >/dev/null 2>&1; then
  echo "native/shim/proxy/build.sh: no C compiler ($compiler); built without proxy" >&2
  exit 0
fi
if [ -f "$output" ] && [ -z "$(find "$here" "$native/include" -newer "$output" -type f)" ]; then
  exit 0
fi
mkdir -p "$(dirname "$output")"
"$compiler" -std=gnu11 -O2 -g1 -fPIC -shared -Wall -Wextra -Werror -fvisibility=hidden -I"$native/include" \
  -Wl,-soname,libgpucomm_proxy.so -Wl,-z,defs -o "$output.new" "$here"/*.c -pthread
mv "$output.new" "$output"
