/*
 * One step of Jacobi's method for Laplace's equation: every inner cell becomes the mean of its four neighbours. Columns 0 and
 * nx - 1 are given; rows are a ring. A rank has `rows` rows of its own, 1 to rows of its array, between a copy of the row before
 * them (0) and of the row after them (rows + 1). A row is pitch floats long, a multiple of 4. The sum of squares of all changes
 * is added to the doubles at norm, `spread` of them, so that not all blocks add to one address; their sum is the square of the norm.
 */
#include "jacobi.h"

/* Rows first to last of a step, without a word to the neighbours. Grid: a block for every 1024 columns of every ROWS rows. */
extern "C" __global__ void __launch_bounds__(256, 2) gpucomm_jacobi_rows(const float *from, float *to, uint64_t pitch, uint64_t nx,
                                                                         uint64_t first, uint64_t last, double *norm, uint64_t spread) {
  uint32_t beside = blocks_of_a_row(pitch);
  add_up(relax(from, to, pitch, nx, first, last, blockIdx.x / beside, blockIdx.x % beside, NoHalo()), norm, spread);
}

/* The neighbours' copies of the first and of the last row, as far as this GPU can write there. */
struct Stores {
  float4 *above, *below;
  __device__ void first(uint64_t quad, float4 now) const { above[quad] = now; }
  __device__ void last(uint64_t quad, float4 now) const { below[quad] = now; }
};

/*
 * A whole step of a rank, halo included: blocks of the first and the last rows are the first of the grid, wait until the
 * neighbour has done the step before, and write their row into its memory too. The last of them tells it that this
 * step is done there, which also says that its row was read. number: of the step, from 1 on; marks are 0 at the beginning.
 * A rank may be its own neighbour. above_row, below_row: the neighbours' copies of our first and last row, in their next array.
 * come: our marks, which they publish; gone: theirs, which we do. counters: two of ours, 0 between steps.
 */
extern "C" __global__ void __launch_bounds__(256, 2)
    gpucomm_jacobi_linked(const float *from, float *to, uint64_t pitch, uint64_t nx, uint64_t rows, double *norm, uint64_t spread,
                          float4 *above_row, float4 *below_row, const uint32_t *come_above, const uint32_t *come_below,
                          uint32_t *gone_above, uint32_t *gone_below, uint32_t *counters, uint64_t number, uint64_t above,
                          uint64_t below, uint64_t deadline, uint64_t *lost) {
  Group group(pitch, rows);
  if (group.is_first || group.is_last) {
    bool came = true;
    if (threadIdx.x == 0) {
      Patience patience(deadline, lost);
      if (group.is_first) came = patience.awaits(come_above, (uint32_t)number - 1, above);
      if (group.is_last) came = came && patience.awaits(come_below, (uint32_t)number - 1, below);
    }
    if (!__syncthreads_and(came)) return;
  }
  add_up(relax(from, to, pitch, nx, 1, rows, group.number, group.column_block, Stores{above_row, below_row}), norm, spread);
  if (!group.is_first && !group.is_last) return;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x) return;
  for (int side = 0; side < 2; side++) {
    if (!(side ? group.is_last : group.is_first) || atomicAdd(counters + side, 1u) != blocks_of_a_row(pitch) - 1) continue;
    counters[side] = 0;
    __threadfence_system();
    publish(side ? gone_below : gone_above, (uint32_t)number);
  }
}

/* A thread a cell, the plainest way: what the others are checked against. */
extern "C" __global__ void gpucomm_jacobi_cells(const float *from, float *to, uint64_t pitch, uint64_t nx, uint64_t rows, double *norm,
                                                uint64_t spread) {
  uint64_t inner = nx - 2, cells = inner * rows;
  float squares = 0;
  for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < cells; i += (uint64_t)gridDim.x * blockDim.x) {
    uint64_t at = (1 + i / inner) * pitch + 1 + i % inner;
    float now = 0.25f * (from[at - 1] + from[at + 1] + from[at - pitch] + from[at + pitch]);
    to[at] = now;
    squares += (now - from[at]) * (now - from[at]);
  }
  add_up(squares, norm, spread);
}

/* Columns 0 and nx - 1 of `count` rows, the first of which is row `first` of a domain of ny rows. All else is 0. */
extern "C" __global__ void gpucomm_jacobi_begin(float *array, uint64_t pitch, uint64_t nx, uint64_t ny, uint64_t first, uint64_t count) {
  for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < count * pitch; i += (uint64_t)gridDim.x * blockDim.x) {
    uint64_t row = first + i / pitch, x = i % pitch;
    array[i] = x == 0 || x == nx - 1 ? (float)sinpi(2.0 * (double)row / (double)(ny - 1)) : 0.0f;
  }
}

/* Adds to *wrong the number of inner cells of `rows` rows that differ by more than `parts` millionths. */
extern "C" __global__ void gpucomm_jacobi_compare(const float *one, const float *other, uint64_t pitch, uint64_t nx, uint64_t rows, uint64_t parts,
                                                  unsigned long long *wrong) {
  unsigned long long mine = 0;
  for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < rows * nx; i += (uint64_t)gridDim.x * blockDim.x) {
    uint64_t at = i / nx * pitch + i % nx;
    mine += !(fabsf(one[at] - other[at]) <= 1e-6f * (float)parts);
  }
  if (mine) atomicAdd(wrong, mine);
}
