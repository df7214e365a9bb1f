/*
 * Steps of Jacobi's method whose halo NVSHMEM brings to the neighbours; what a step is says ../../kernels/jacobi.cu. Part of
 * nvshmem.cu.
 */
#include "../../kernels/jacobi.h"

/* How the halo goes: cell by cell, by a put of each block, or by that with a signal that the neighbour waits for. */
enum { BY_ELEMENT, BY_BLOCK_PUT, BY_PUT_SIGNAL };

struct Elements {
  float *above_row, *below_row;
  int above, below;

  __device__ void first(uint64_t quad, float4 now) const { put(above_row + 4 * quad, now, above); }
  __device__ void last(uint64_t quad, float4 now) const { put(below_row + 4 * quad, now, below); }
  __device__ static void put(float *to, float4 cells, int rank) {
    nvshmem_float_p(to, cells.x, rank);
    nvshmem_float_p(to + 1, cells.y, rank);
    nvshmem_float_p(to + 2, cells.z, rank);
    nvshmem_float_p(to + 3, cells.w, rank);
  }
};

/*
 * signals: what the rank above and what the rank below has put here, a block each time. By signals, the blocks at the two ends begin
 * when the neighbour has put all of the step before, by which it has read what they write over.
 */
template <int WAY>
__global__ static void __launch_bounds__(256, 2)
    jacobi_kernel(const float *from, float *to, uint64_t pitch, uint64_t nx, uint64_t rows, double *norm, uint64_t spread, float *above_row,
                  float *below_row, uint64_t *signals, uint64_t number, int above, int below, uint64_t deadline, uint64_t *lost) {
  Group group(pitch, rows);
  if (WAY == BY_PUT_SIGNAL && (group.is_first || group.is_last)) {
    bool came = true;
    if (threadIdx.x == 0) {
      uint64_t puts = (number - 1) * blocks_of_a_row(pitch);
      Patience patience(deadline, lost);
      if (group.is_first) came = signalled(signals, puts, (uint64_t)above, patience);
      if (group.is_last) came = came && signalled(signals + 1, puts, (uint64_t)below, patience);
    }
    if (!__syncthreads_and(came)) return;
  }
  if (WAY == BY_ELEMENT) {
    add_up(relax(from, to, pitch, nx, 1, rows, group.number, group.column_block, Elements{above_row, below_row, above, below}), norm, spread);
    return;
  }
  add_up(relax(from, to, pitch, nx, 1, rows, group.number, group.column_block, NoHalo()), norm, spread);
  if (!group.is_first && !group.is_last) return;
  __syncthreads();
  uint64_t begin = group.column_block * blockDim.x * 4, left = pitch - begin, cells = left < blockDim.x * 4 ? left : blockDim.x * 4;
  for (int side = 0; side < 2; side++) {
    if (!(side ? group.is_last : group.is_first)) continue;
    float *target = (side ? below_row : above_row) + begin, *source = to + (side ? rows : 1) * pitch + begin;
    int peer = side ? below : above;
    /* What we put above comes from below there. */
    if (WAY == BY_PUT_SIGNAL) nvshmemx_float_put_signal_nbi_block(target, source, cells, signals + 1 - side, 1, NVSHMEM_SIGNAL_ADD, peer);
    else nvshmemx_float_put_nbi_block(target, source, cells, peer);
  }
}

/*
 * A step of a rank. from, to, signals and the two rows are symmetric; the rows are the neighbours' copies of our first and last row in their
 * `to`. number: of the step, from 1 on, and on from run to run. Without signals the caller has a barrier behind each step.
 */
GPUCOMM_API int gpucomm_nvshmem_jacobi(int64_t way, uint64_t from, uint64_t to, uint64_t pitch, uint64_t nx, uint64_t rows, uint64_t norm,
                                       uint64_t spread, uint64_t above_row, uint64_t below_row, uint64_t signals, uint64_t number,
                                       int64_t above, int64_t below, uint64_t deadline, uint64_t lost, uint64_t stream) {
  if (way < BY_ELEMENT || way > BY_PUT_SIGNAL || pitch % 4 || !rows) return failed(GPUCOMM_INVALID, "step of Jacobi", (int)way, "no such way or shape");
  unsigned threads = 256, blocks = (unsigned)((pitch / 4 + threads - 1) / threads * ((rows + ROWS - 1) / ROWS));
#define GPUCOMM_JACOBI(way)                                                                                                            \
  jacobi_kernel<way><<<blocks, threads, 0, (cudaStream_t)stream>>>((const float *)from, (float *)to, pitch, nx, rows, (double *)norm, spread, \
                                                                   (float *)above_row, (float *)below_row, (uint64_t *)signals, number,   \
                                                                   (int)above, (int)below, deadline, (uint64_t *)lost)
  if (way == BY_ELEMENT) GPUCOMM_JACOBI(BY_ELEMENT);
  else if (way == BY_BLOCK_PUT) GPUCOMM_JACOBI(BY_BLOCK_PUT);
  else GPUCOMM_JACOBI(BY_PUT_SIGNAL);
  return of_cuda("launch of a step of Jacobi", cudaGetLastError());
}
