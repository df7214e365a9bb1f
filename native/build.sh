#!/bin/sh
# Compiles each kernels/NAME.cu into a fat binary FOLDER/NAME.fatbin: machine code for the architectures below that this nvcc
# knows, and PTX for later ones. Usage: build.sh FOLDER. Without nvcc nothing is written and the exit code is 0: the runner
# then says that results are not checked.
set -eu

folder=$1
here=$(dirname "$(readlink -f "$0")")
architectures="80 90 100"

nvcc=${NVCC:-}
[ -n "$nvcc" ] || nvcc=$(command -v nvcc) || for candidate in "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"; do
  [ -x "$candidate" ] && nvcc=$candidate
done
if [ -z "$nvcc" ]; then
  echo "native/build.sh: no nvcc on the PATH or in CUDA_HOME; built without kernels, so results will not be checked" >&2
  exit 0
fi

known=$("$nvcc" --list-gpu-arch)
flags=
newest=
for architecture in $architectures; do
  if printf '%s\n' "$known" | grep -qx "compute_$architecture"; then
    flags="$flags -gencode arch=compute_$architecture,code=sm_$architecture"
    newest=$architecture
  fi
done
# PTX of the oldest as well as of the newest: a driver older than the newest architecture can still compile the former.
flags="$flags -gencode arch=compute_80,code=compute_80 -gencode arch=compute_$newest,code=compute_$newest"
mkdir -p "$folder"
for source in "$here"/kernels/*.cu; do
  output=$folder/$(basename "$source" .cu).fatbin
  if [ -f "$output" ] && [ -z "$(find "$source" "$here/kernels" "$here/include" -newer "$output" \( -name '*.h' -o -path "$source" \))" ]; then
    continue
  fi
  # shellcheck disable=SC2086 # the flags are words
  "$nvcc" -fatbin -O3 --threads 2 $flags -I"$here/include" -o "$output.new" "$source"
  mv "$output.new" "$output"
done
