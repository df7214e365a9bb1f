#!/bin/sh
# Compiles the shim over NVSHMEM, for the GPUs of this host. Usage: build.sh [OUTPUT]; default: libgpucomm_nvshmem.so in
# ${XDG_CACHE_HOME:-~/.cache}/gpucomm, where gpucomm looks for it. NVSHMEM_HOME names the folder that has include/nvshmem.h and lib/;
# else those of NVIDIA's packages and of Python's nvidia.nvshmem are tried. Exit code 3: something is missing, which is said.
set -eu

here=$(dirname "$(readlink -f "$0")")
output=${1:-${XDG_CACHE_HOME:-$HOME/.cache}/gpucomm/libgpucomm_nvshmem.so}
missing() { echo "build.sh: $1" >&2; exit 3; }

nvcc=${NVCC:-}
[ -n "$nvcc" ] || nvcc=$(command -v nvcc) || for candidate in "${CUDA_HOME:-/usr/local/cuda}/bin/nvcc"; do
  [ -x "$candidate" ] && nvcc=$candidate
done
[ -n "$nvcc" ] || missing "no nvcc on the PATH or in CUDA_HOME: install the CUDA toolkit (Debian and Ubuntu: cuda-nvcc)"

home=
python=$(python3 -c 'import nvidia.nvshmem; print(list(nvidia.nvshmem.__path__)[0])' 2>/dev/null || true)
for candidate in "${NVSHMEM_HOME:-}" "$python" /usr/local/nvshmem /opt/nvidia/nvshmem /usr; do
  for include in include include/nvshmem_13 include/nvshmem_12; do
    [ -z "$home" ] && [ -n "$candidate" ] && [ -f "$candidate/$include/nvshmem.h" ] && home=$candidate && headers=$candidate/$include
  done
done
[ -n "$home" ] || missing "no nvshmem.h: install NVSHMEM (pip install nvidia-nvshmem-cu13, or libnvshmem3-dev-cuda-13) or set NVSHMEM_HOME"
libraries=
for candidate in "$home/lib" "$home"/lib/*/nvshmem/13 "$home"/lib/*/nvshmem/12 "$home"/lib/*; do
  [ -z "$libraries" ] && [ -f "$candidate/libnvshmem_device.a" ] && libraries=$candidate
done
[ -n "$libraries" ] || missing "no libnvshmem_device.a beneath $home/lib"

mkdir -p "$(dirname "$output")"
"$nvcc" -shared -Xcompiler -fPIC,-fvisibility=hidden -rdc=true -arch="${GPUCOMM_ARCH:-native}" -O3 -std=c++17 -I"$here/../../include" \
  -I"$headers" -o "$output.new" "$here/nvshmem.cu" -L"$libraries" -l:libnvshmem_host.so.3 -lnvshmem_device \
  -Xlinker -rpath="$libraries"
mv "$output.new" "$output"
echo "$output: NVSHMEM of $home"
