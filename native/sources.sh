#!/bin/sh
# Copies what gpucomm doctor --build compiles on a GPU host into a folder, with a list of it. Usage: sources.sh FOLDER.
set -eu

folder=$1
cd "$(dirname "$(readlink -f "$0")")"
rm -rf "$folder"
mkdir -p "$folder"
for file in build.sh include/*.h kernels/*.h kernels/*.cu shim/nvshmem/*; do
  mkdir -p "$folder/$(dirname "$file")"
  cp "$file" "$folder/$file"
  echo "$file" >>"$folder/list.txt"
done
