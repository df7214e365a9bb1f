#!/bin/sh
# Builds the fake libraries into a folder, under the names that the real ones have, and FOLDER/kernels, whose files only name
# the kernels: the fake libcuda knows them. Usage: build.sh FOLDER [-DFAKE_OLD …]
set -eu
folder=$1
shift
here=$(dirname "$(readlink -f "$0")")
mkdir -p "$folder/kernels"
compile() { cc -std=gnu11 -O2 -fPIC -shared -Wall -Wextra -Wl,-z,defs -I"$here/../include" "$@" -pthread; }
compile -Wl,-soname,libcuda.so.1 -o "$folder/libcuda.so.1" "$here/cuda.c" "$here/kernels.c" "$here/proxy.c" -lm
compile -Wl,-soname,libcudart.so.13 -o "$folder/libcudart.so.13" "$here/cudart.c"
# libnccl finds the streams of the libcuda beside it.
compile "$@" -Wl,-soname,libnccl.so.2 -o "$folder/libnccl.so.2" "$here/nccl.c" \
  -L"$folder" -l:libcuda.so.1 -Wl,-rpath,"\$ORIGIN"
for source in "$here"/../kernels/*.cu; do
  basename "$source" .cu >"$folder/kernels/$(basename "$source" .cu).fatbin"
done
compile -Wl,-soname,libgpucomm_nvshmem.so -o "$folder/libgpucomm_nvshmem.so" "$here/nvshmem.c" -lrt \
  -L"$folder" -l:libcuda.so.1 -Wl,-rpath,"\$ORIGIN"
