/*
 * One step of Jacobi's method for Laplace's equation: every inner cell becomes the mean of its four neighbours. Columns 0 and
 * nx - 1 are given; rows are a ring. A rank has `rows` rows of its own, 1 to rows of its array, between a copy of the row before
 * them (0) and of the row after them (rows + 1). A row is pitch floats long, a multiple of 4. The sum of squares of all changes
 * is added to the doubles at norm, `spread` of them, so that not all blocks add to one address; their sum is the square of the norm.
 */
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

/*
 * A thread has four columns and goes down ROWS rows, all of which it has in registers; left and right neighbours come from the
 * lanes beside. Rows first to last are computed. halo: where the first and the last row go too, if not null.
 */
template <bool WITH_HALO>
__device__ static float relax(const float *from, float *to, uint64_t pitch, uint64_t nx, uint64_t first, uint64_t last, uint32_t group,
                              uint32_t column_block, float4 *first_copy, float4 *last_copy) {
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
      if (WITH_HALO && row + i == first) first_copy[quad] = now;
      if (WITH_HALO && row + i == last) last_copy[quad] = now;
    }
    up = middle;
    middle = below[i];
  }
  return squares;
}

/* Rows first to last of a step, without a word to the neighbours. Grid: a block for every 1024 columns of every ROWS rows. */
extern "C" __global__ void __launch_bounds__(256, 2) gpucomm_jacobi_rows(const float *from, float *to, uint64_t pitch, uint64_t nx,
                                                                         uint64_t first, uint64_t last, double *norm, uint64_t spread) {
  uint32_t column_blocks = ((uint32_t)pitch / 4 + blockDim.x - 1) / blockDim.x;
  add_up(relax<false>(from, to, pitch, nx, first, last, blockIdx.x / column_blocks, blockIdx.x % column_blocks, 0, 0), norm, spread);
}

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
  uint32_t column_blocks = ((uint32_t)pitch / 4 + blockDim.x - 1) / blockDim.x, groups = ((uint32_t)rows + ROWS - 1) / ROWS;
  uint32_t group = blockIdx.x / column_blocks;
  /* The last group comes second. */
  if (group == 1) group = groups - 1;
  else if (group > 1) group--;
  bool is_first = group == 0, is_last = group == groups - 1;
  if (is_first || is_last) {
    bool came = true;
    if (threadIdx.x == 0) {
      Patience patience(deadline, lost);
      if (is_first) came = patience.awaits(come_above, (uint32_t)number - 1, above);
      if (is_last) came = came && patience.awaits(come_below, (uint32_t)number - 1, below);
    }
    if (!__syncthreads_and(came)) return;
  }
  add_up(relax<true>(from, to, pitch, nx, 1, rows, group, blockIdx.x % column_blocks, above_row, below_row), norm, spread);
  if (!is_first && !is_last) return;
  __threadfence_system();
  __syncthreads();
  if (threadIdx.x) return;
  for (int side = 0; side < 2; side++) {
    if (!(side ? is_last : is_first) || atomicAdd(counters + side, 1u) != column_blocks - 1) continue;
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
