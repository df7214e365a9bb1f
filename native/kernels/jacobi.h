/*
 * What steps of Jacobi's method share, whoever brings the halo to the neighbours: the computation of a block's cells, and its part of
 * the norm. jacobi.cu says what a step is.
 */
#ifndef GPUCOMM_JACOBI_H
#define GPUCOMM_JACOBI_H

#include "peers.h"

/* Measured on an H200 at 16384 x 16384: 0.544 ms a step; 32 rows in batches of 8 take 0.56 to 0.60 ms. */
#define ROWS 16

/* What a block adds to the norm. */
__device__ static void add_up(float mine, double *norm, uint64_t spread) {
  __shared__ float of_warp[32];
  double sum = 0;
  for (int distance = 16; distance; distance /= 2) mine += __shfl_down_sync(~0u, mine, distance);
  if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = mine;
  __syncthreads();
  if (threadIdx.x) return;
  for (unsigned warp = 0; warp < blockDim.x / 32; warp++) sum += of_warp[warp];
  atomicAdd(norm + blockIdx.x % (uint32_t)spread, sum);
}

__device__ static float4 relaxed(float4 up, float left, float4 middle, float right, float4 down) {
  return float4{0.25f * (left + middle.y + up.x + down.x), 0.25f * (middle.x + middle.z + up.y + down.y),
                0.25f * (middle.y + middle.w + up.z + down.z), 0.25f * (middle.z + right + up.w + down.w)};
}

/* A halo that nobody brings anywhere. */
struct NoHalo {
  __device__ void first(uint64_t, float4) const {}
  __device__ void last(uint64_t, float4) const {}
};

/*
 * A thread has four columns and goes down ROWS rows, all of which it has in registers; left and right neighbours come from the
 * lanes beside. Rows first to last are computed. halo: what takes the first and the last row, four cells at a time.
 */
template <class Halo>
__device__ static float relax(const float *from, float *to, uint64_t pitch, uint64_t nx, uint64_t first, uint64_t last, uint32_t group,
                              uint32_t column_block, const Halo &halo) {
  uint64_t quads = pitch / 4, quad = column_block * blockDim.x + threadIdx.x;
  bool inside = quad < quads;
  if (!inside) quad = quads - 1;
  uint64_t x = quad * 4, row = first + group * ROWS;
  unsigned lane = threadIdx.x % 32;
  const float4 *source = (const float4 *)from + quad;
  float4 *target = (float4 *)to + quad;
  float4 up = source[(row - 1) * quads], middle = source[row * quads], below[ROWS];
  float beside[ROWS], squares = 0;
#pragma unroll
  for (int i = 0; i < ROWS; i++) {
    uint64_t at = row + i <= last ? row + i : last;
    below[i] = source[(at + 1) * quads];
    beside[i] = 0;
    if (lane == 0 && x > 0) beside[i] = from[at * pitch + x - 1];
    if (lane == 31 && x + 4 < pitch) beside[i] = from[at * pitch + x + 4];
  }
#pragma unroll
  for (int i = 0; i < ROWS; i++) {
    float left = __shfl_up_sync(~0u, middle.w, 1), right = __shfl_down_sync(~0u, middle.x, 1);
    if (lane == 0) left = beside[i];
    if (lane == 31) right = beside[i];
    float4 now = relaxed(up, left, middle, right, below[i]);
    if (x == 0) now.x = middle.x;
    if (x + 3 >= nx - 1) {
      if (x >= nx - 1) now.x = middle.x;
      if (x + 1 >= nx - 1) now.y = middle.y;
      if (x + 2 >= nx - 1) now.z = middle.z;
      now.w = middle.w;
    }
    if (row + i <= last && inside) {
      float a = now.x - middle.x, b = now.y - middle.y, c = now.z - middle.z, d = now.w - middle.w;
      squares += a * a + b * b + c * c + d * d;
      target[(row + i) * quads] = now;
      if (row + i == first) halo.first(quad, now);
      if (row + i == last) halo.last(quad, now);
    }
    up = middle;
    middle = below[i];
  }
  return squares;
}

/* Blocks beside one another that a row takes. */
__device__ static uint32_t blocks_of_a_row(uint64_t pitch) { return ((uint32_t)pitch / 4 + blockDim.x - 1) / blockDim.x; }

/* Which rows a block computes: those at the two ends come first in the grid, for others wait for them. */
struct Group {
  uint32_t number, column_block;
  bool is_first, is_last;

  __device__ Group(uint64_t pitch, uint64_t rows) {
    uint32_t beside = blocks_of_a_row(pitch), groups = ((uint32_t)rows + ROWS - 1) / ROWS;
    number = blockIdx.x / beside;
    column_block = blockIdx.x % beside;
    if (number == 1) number = groups - 1;
    else if (number > 1) number--;
    is_first = number == 0;
    is_last = number == groups - 1;
  }
};

#endif
