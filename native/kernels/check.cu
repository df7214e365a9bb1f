/*
 * The two kernels that check results on the device. Every argument is 64 bits wide, so that callers need no layout. Grids of
 * one dimension and any size; each thread strides over the elements.
 */
#include "values.h"

/* Writes the elements that a rank gives, from one of a number on. op: the reduction, or copy. */
extern "C" __global__ void gpucomm_fill(void *data, uint64_t count, uint64_t type, uint64_t op, uint64_t ranks,
                                        uint64_t seed, uint64_t rank, uint64_t first) {
  uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
  for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
    gpucomm_store(data, (int)type, i, gpucomm_element((int)type, (int)op, (int)ranks, seed, rank, first + i));
}

/* Adds to *wrong the number of elements that are not what they must be. */
extern "C" __global__ void gpucomm_check(const void *data, uint64_t count, uint64_t type, uint64_t op, uint64_t ranks,
                                         uint64_t seed, uint64_t source, uint64_t first, unsigned long long *wrong) {
  uint64_t stride = (uint64_t)gridDim.x * blockDim.x;
  unsigned long long mine = 0;
  for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
    mine += !gpucomm_right((int)type, (int)op, (int)ranks, seed, source, first + i, gpucomm_load(data, (int)type, i));
  if (mine) atomicAdd(wrong, mine);
}
