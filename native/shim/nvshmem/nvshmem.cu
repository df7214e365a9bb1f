/*
 * NVSHMEM for Java: what is inline in its headers, and kernels that must be compiled against its device library. build.sh makes it, where nvcc and
 * NVSHMEM's headers are. One process drives one GPU. Collectives are called by all processes, in the same order. Waiting on the
 * device ends after `deadline` nanoseconds, as in kernels/peers.h.
 */
#include <nvshmem.h>
#include <nvshmemx.h>

#include <stdio.h>
#include <stdlib.h>

#include "../../kernels/peers.h"
#include "gpucomm.h"

static thread_local char why[240];

static int failed(int status, const char *call, int code, const char *words) {
  snprintf(why, sizeof why, "%s: %s (%d)", call, words, code);
  return status;
}

static int of_cuda(const char *call, cudaError_t code) {
  return code == cudaSuccess ? GPUCOMM_OK : failed(GPUCOMM_CUDA, call, (int)code, cudaGetErrorString(code));
}

static int of_nvshmem(const char *call, int code) {
  return code == 0 ? GPUCOMM_OK : failed(GPUCOMM_LIBRARY, call, code, "NVSHMEM gave this code; NVSHMEM_DEBUG=INFO tells more");
}

GPUCOMM_API int gpucomm_abi_version(void) { return GPUCOMM_ABI_VERSION; }
GPUCOMM_API const char *gpucomm_nvshmem_error(void) { return why; }

/* Bytes of a unique id, which one process makes and all need. */
GPUCOMM_API int gpucomm_nvshmem_id_bytes(uint64_t *bytes) {
  *bytes = sizeof(nvshmemx_uniqueid_t);
  return GPUCOMM_OK;
}

/* Asks for a symmetric heap of so many bytes, unless NVSHMEM_SYMMETRIC_SIZE does. NVSHMEM reads it when it is first called in earnest. */
static void want_heap(uint64_t bytes) {
  char text[24];
  snprintf(text, sizeof text, "%llu", (unsigned long long)bytes);
  setenv("NVSHMEM_SYMMETRIC_SIZE", text, 0);
}

/* heap: as of gpucomm_nvshmem_join, for it is settled here in the process that makes the id. */
GPUCOMM_API int gpucomm_nvshmem_id(void *id, uint64_t heap) {
  want_heap(heap);
  nvshmemx_uniqueid_t made = NVSHMEMX_UNIQUEID_INITIALIZER;
  int status = of_nvshmem("nvshmemx_get_uniqueid", nvshmemx_get_uniqueid(&made));
  if (status == GPUCOMM_OK) *(nvshmemx_uniqueid_t *)id = made;
  return status;
}

/*
 * Joins the others, with a symmetric heap of `heap` bytes unless NVSHMEM_SYMMETRIC_SIZE says otherwise. The inline function that users
 * call, nvshmemx_init_attr, would end the process on failure; this is what it calls.
 */
GPUCOMM_API int gpucomm_nvshmem_join(const void *id, int64_t rank, int64_t ranks, int64_t device, uint64_t heap) {
  nvshmemx_uniqueid_t theirs = *(const nvshmemx_uniqueid_t *)id;
  nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
  nvshmemi_version_t compiled = {NVSHMEM_VENDOR_MAJOR_VERSION, NVSHMEM_VENDOR_MINOR_VERSION, NVSHMEM_VENDOR_PATCH_VERSION};
  int provided, status = of_cuda("cudaSetDevice", cudaSetDevice((int)device));
  if (status) return status;
  want_heap(heap);
  status = of_nvshmem("nvshmemx_set_attr_uniqueid_args", nvshmemx_set_attr_uniqueid_args((int)rank, (int)ranks, &theirs, &attributes));
  if (status) return status;
  return of_nvshmem("nvshmemi_init_thread", nvshmemi_init_thread(NVSHMEM_THREAD_SERIALIZED, &provided, NVSHMEMX_INIT_WITH_UNIQUEID, &attributes, compiled));
}

GPUCOMM_API int gpucomm_nvshmem_leave(void) {
  nvshmem_finalize();
  return GPUCOMM_OK;
}

/* The version that this was compiled against and, as major * 10000 + minor * 100 + patch, that which is loaded. */
GPUCOMM_API int gpucomm_nvshmem_version(int64_t *compiled, int64_t *loaded) {
  int major, minor, patch;
  nvshmemx_vendor_get_version_info(&major, &minor, &patch);
  *compiled = NVSHMEM_VENDOR_MAJOR_VERSION * 10000 + NVSHMEM_VENDOR_MINOR_VERSION * 100 + NVSHMEM_VENDOR_PATCH_VERSION;
  *loaded = major * 10000 + minor * 100 + patch;
  return GPUCOMM_OK;
}

/*
 * Symmetric memory, zeroed; all processes ask for the same. Freed by gpucomm_nvshmem_free. nvshmem_calloc(bytes, 1) would do, but lets the heap of
 * 3.4.5 grow by what one of its elements takes, a piece of 512 MiB: two buffers of 1 GiB did not fit into 4 GiB.
 */
GPUCOMM_API int gpucomm_nvshmem_allocate(uint64_t bytes, uint64_t *address) {
  void *made = nvshmem_malloc(bytes);
  if (!made) return failed(GPUCOMM_LIBRARY, "nvshmem_malloc", 0, "the symmetric heap is full; NVSHMEM_SYMMETRIC_SIZE makes it larger");
  int status = of_cuda("cudaMemset", cudaMemset(made, 0, bytes));
  if (status) return status;
  nvshmem_barrier_all();
  *address = (uint64_t)made;
  return GPUCOMM_OK;
}

GPUCOMM_API int gpucomm_nvshmem_free(uint64_t address) {
  nvshmem_free((void *)address);
  return GPUCOMM_OK;
}

/* Where this process can read and write a rank's symmetric memory directly; 0 if only by calls. */
GPUCOMM_API int gpucomm_nvshmem_mapped(uint64_t address, int64_t rank, uint64_t *here) {
  *here = (uint64_t)nvshmem_ptr((void *)address, (int)rank);
  return GPUCOMM_OK;
}

GPUCOMM_API int gpucomm_nvshmem_barrier(uint64_t stream) {
  nvshmemx_barrier_all_on_stream((cudaStream_t)stream);
  return of_cuda("nvshmemx_barrier_all_on_stream", cudaGetLastError());
}

/* Collectives that the host asks for. bytes: that each rank gives each (alltoall), gives all (fcollect), or the root gives. */
GPUCOMM_API int gpucomm_nvshmem_alltoall(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) {
  return of_nvshmem("nvshmemx_alltoallmem_on_stream", nvshmemx_alltoallmem_on_stream(NVSHMEM_TEAM_WORLD, (void *)to, (const void *)from, bytes, (cudaStream_t)stream));
}

GPUCOMM_API int gpucomm_nvshmem_fcollect(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream) {
  return of_nvshmem("nvshmemx_fcollectmem_on_stream", nvshmemx_fcollectmem_on_stream(NVSHMEM_TEAM_WORLD, (void *)to, (const void *)from, bytes, (cudaStream_t)stream));
}

GPUCOMM_API int gpucomm_nvshmem_broadcast(uint64_t to, uint64_t from, uint64_t bytes, int64_t root, uint64_t stream) {
  return of_nvshmem("nvshmemx_broadcastmem_on_stream",
                 nvshmemx_broadcastmem_on_stream(NVSHMEM_TEAM_WORLD, (void *)to, (const void *)from, bytes, (int)root, (cudaStream_t)stream));
}

/* A sum of `count` elements; type: gpucomm_type, of which NVSHMEM reduces these. */
GPUCOMM_API int gpucomm_nvshmem_reduce(uint64_t to, uint64_t from, uint64_t count, int64_t type, uint64_t stream) {
#define GPUCOMM_SUM_OF(name, c)                                                                                                  \
  return of_nvshmem("nvshmemx_" #name "_sum_reduce_on_stream",                                                                       \
                 nvshmemx_##name##_sum_reduce_on_stream(NVSHMEM_TEAM_WORLD, (c *)to, (const c *)from, count, (cudaStream_t)stream))
  switch (type) {
    case GPUCOMM_INT8: GPUCOMM_SUM_OF(int8, int8_t);
    case GPUCOMM_UINT8: GPUCOMM_SUM_OF(uint8, uint8_t);
    case GPUCOMM_INT32: GPUCOMM_SUM_OF(int32, int32_t);
    case GPUCOMM_UINT32: GPUCOMM_SUM_OF(uint32, uint32_t);
    case GPUCOMM_INT64: GPUCOMM_SUM_OF(int64, int64_t);
    case GPUCOMM_UINT64: GPUCOMM_SUM_OF(uint64, uint64_t);
    case GPUCOMM_HALF: GPUCOMM_SUM_OF(half, half);
    case GPUCOMM_FLOAT: GPUCOMM_SUM_OF(float, float);
    case GPUCOMM_DOUBLE: GPUCOMM_SUM_OF(double, double);
    case GPUCOMM_BFLOAT16: GPUCOMM_SUM_OF(bfloat16, __nv_bfloat16);
    default: return failed(GPUCOMM_UNSUPPORTED, "nvshmem reduce", (int)type, "NVSHMEM reduces no elements of this type");
  }
}

/* How the device does it. The first three are one call of NVSHMEM's own collective by one block, as in its perftest. */
enum { BY_THREAD, BY_WARP, BY_BLOCK, PUT_SIGNAL, PUT_THEN_SIGNAL, STORES };

__device__ static inline uint64_t observe64(const uint64_t *signal) {
  uint64_t value;
  asm volatile("ld.acquire.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(signal) : "memory");
  return value;
}

__device__ static bool signalled(const uint64_t *signal, uint64_t number, uint64_t peer, Patience &patience) {
  patience.since = 0;
  while (observe64(signal) < number)
    if (!patience.lasts(peer, (uint32_t)number)) return false;
  return true;
}

__global__ static void collective_kernel(int way, int32_t *to, const int32_t *from, size_t words, uint64_t repeats) {
  for (uint64_t n = 0; n < repeats; n++) {
    if (way == BY_BLOCK) nvshmemx_int32_alltoall_block(NVSHMEM_TEAM_WORLD, to, from, words);
    if (way == BY_WARP && threadIdx.x < 32) nvshmemx_int32_alltoall_warp(NVSHMEM_TEAM_WORLD, to, from, words);
    if (way == BY_THREAD && threadIdx.x == 0) nvshmem_int32_alltoall(NVSHMEM_TEAM_WORLD, to, from, words);
  }
}

/*
 * Block b of each rank puts the bth slice of each share to its peer, whose signal [rank][b] it sets; then it waits for its own. What the
 * rank gives itself is copied while the signals are on their way.
 */
__global__ static void __launch_bounds__(512) blocks_kernel(int way, char *to, const char *from, uint64_t share, uint64_t *signals,
                                                            uint64_t most_blocks, uint64_t first, uint64_t repeats, uint64_t deadline,
                                                            uint64_t *lost) {
  int rank = nvshmem_my_pe(), ranks = nvshmem_n_pes();
  uint64_t lines = share / 16, slice = (lines + gridDim.x - 1) / gridDim.x;
  uint64_t begin = slice * blockIdx.x < lines ? slice * blockIdx.x : lines, mine = lines - begin < slice ? lines - begin : slice;
  uint64_t *signal = signals + rank * most_blocks + blockIdx.x;
  Patience patience(deadline, lost);
  for (uint64_t n = 0; n < repeats; n++) {
    uint64_t number = first + n;
    for (int hop = 1; hop < ranks; hop++) {
      int peer = rank + hop < ranks ? rank + hop : rank + hop - ranks;
      char *target = to + rank * share + begin * 16;
      const char *source = from + peer * share + begin * 16;
      if (way == STORES) copy_lines((uint4 *)nvshmem_ptr(target, peer), (const uint4 *)source, mine);
      else if (way == PUT_SIGNAL) nvshmemx_putmem_signal_nbi_block(target, source, mine * 16, signal, number, NVSHMEM_SIGNAL_SET, peer);
      else nvshmemx_putmem_nbi_block(target, source, mine * 16, peer);
    }
    __syncthreads();
    for (int peer = threadIdx.x; peer < ranks && way != PUT_SIGNAL; peer += blockDim.x) {
      if (peer == rank) continue;
      if (way == STORES) {
        asm volatile("st.release.sys.global.u64 [%0], %1;" ::"l"(nvshmem_ptr(signal, peer)), "l"(number) : "memory");
      } else {
        nvshmem_fence();
        nvshmemx_signal_op(signal, number, NVSHMEM_SIGNAL_SET, peer);
      }
    }
    copy_lines((uint4 *)(to + rank * share) + begin, (const uint4 *)(from + rank * share) + begin, mine);
    bool came = true;
    for (int peer = threadIdx.x; peer < ranks && came; peer += blockDim.x)
      if (peer != rank) came = signalled(signals + peer * most_blocks + blockIdx.x, number, peer, patience);
    if (!__syncthreads_and(came)) return;
  }
}

/*
 * All-to-alls on the device, `repeats` in a row, numbered from `first` on (from 1, and on from launch to launch). share: bytes that each rank gives
 * each, a multiple of 16. signals: symmetric, ranks * most_blocks words of 8 bytes, zero at the beginning; not used by the first three ways.
 */
GPUCOMM_API int gpucomm_nvshmem_device_alltoall(int64_t way, uint64_t to, uint64_t from, uint64_t share, uint64_t signals, uint64_t most_blocks,
                                                uint64_t first, uint64_t repeats, uint64_t blocks, uint64_t threads, uint64_t deadline, uint64_t lost,
                                                uint64_t stream) {
  if (way < BY_THREAD || way > STORES || share % 16 || blocks > most_blocks || !blocks || !threads)
    return failed(GPUCOMM_INVALID, "all-to-all on the device", (int)way, "no such way, grid or share");
  if (way <= BY_BLOCK)
    collective_kernel<<<1, (unsigned)threads, 0, (cudaStream_t)stream>>>((int)way, (int32_t *)to, (const int32_t *)from, share / 4, repeats);
  else
    blocks_kernel<<<(unsigned)blocks, (unsigned)threads, 0, (cudaStream_t)stream>>>((int)way, (char *)to, (const char *)from, share, (uint64_t *)signals,
                                                                                    most_blocks, first, repeats, deadline, (uint64_t *)lost);
  return of_cuda("launch of an all-to-all", cudaGetLastError());
}

/* Puts or gets of `bytes` to or from one peer: each block its slice, by scope; complete (quiet) after each round if `each`, else after all. */
template <bool GETS>
__global__ static void rma_kernel(int scope, char *to, const char *from, uint64_t bytes, int peer, uint64_t repeats, int each) {
  uint64_t lines = bytes / 16, slice = (lines + gridDim.x - 1) / gridDim.x;
  uint64_t begin = slice * blockIdx.x < lines ? slice * blockIdx.x : lines, mine = lines - begin < slice ? lines - begin : slice;
  for (uint64_t n = 0; n < repeats; n++) {
    unsigned parts = scope == BY_BLOCK ? 1 : scope == BY_WARP ? blockDim.x / 32 : blockDim.x, part = threadIdx.x * parts / blockDim.x;
    uint64_t piece = (mine + parts - 1) / parts, at = piece * part < mine ? piece * part : mine, size = mine - at < piece ? mine - at : piece;
    char *target = to + (begin + at) * 16;
    const char *source = from + (begin + at) * 16;
    if (scope == BY_BLOCK) GETS ? nvshmemx_getmem_nbi_block(target, source, size * 16, peer) : nvshmemx_putmem_nbi_block(target, source, size * 16, peer);
    else if (scope == BY_WARP) GETS ? nvshmemx_getmem_nbi_warp(target, source, size * 16, peer) : nvshmemx_putmem_nbi_warp(target, source, size * 16, peer);
    else if (size) GETS ? nvshmem_getmem_nbi(target, source, size * 16, peer) : nvshmem_putmem_nbi(target, source, size * 16, peer);
    if (each) {
      __syncthreads();
      if (threadIdx.x == 0) nvshmem_quiet();
      __syncthreads();
    }
  }
  __syncthreads();
  if (threadIdx.x == 0) nvshmem_quiet();
}

GPUCOMM_API int gpucomm_nvshmem_device_rma(int64_t gets, int64_t scope, uint64_t to, uint64_t from, uint64_t bytes, int64_t peer, uint64_t repeats,
                                           int64_t each, uint64_t blocks, uint64_t threads, uint64_t stream) {
  if (scope < BY_THREAD || scope > BY_BLOCK || bytes % 16 || !blocks || !threads || threads % 32)
    return failed(GPUCOMM_INVALID, "put or get on the device", (int)scope, "no such scope, grid or size");
  if (gets)
    rma_kernel<true><<<(unsigned)blocks, (unsigned)threads, 0, (cudaStream_t)stream>>>((int)scope, (char *)to, (const char *)from, bytes, (int)peer, repeats, (int)each);
  else
    rma_kernel<false><<<(unsigned)blocks, (unsigned)threads, 0, (cudaStream_t)stream>>>((int)scope, (char *)to, (const char *)from, bytes, (int)peer, repeats, (int)each);
  return of_cuda("launch of puts or gets", cudaGetLastError());
}

/* Threads of one block put `bytes` with a signal to the peer, by calls of one scope, and wait for the peer's, `rounds` times from `first` on. */
__global__ static void put_signal_kernel(int scope, char *to, const char *from, uint64_t bytes, uint64_t *signal, int peer, int starts,
                                         uint64_t first, uint64_t rounds, uint64_t deadline, uint64_t *lost) {
  Patience patience(deadline, lost);
  for (uint64_t n = 0; n < 2 * rounds; n++) {
    uint64_t number = first + n / 2;
    if ((n % 2 == 0) == (starts != 0)) {
      if (scope == BY_BLOCK) nvshmemx_putmem_signal_nbi_block(to, from, bytes, signal, number, NVSHMEM_SIGNAL_SET, peer);
      else if (scope == BY_WARP) nvshmemx_putmem_signal_nbi_warp(to, from, bytes, signal, number, NVSHMEM_SIGNAL_SET, peer);
      else nvshmem_putmem_signal_nbi(to, from, bytes, signal, number, NVSHMEM_SIGNAL_SET, peer);
    } else {
      bool came = threadIdx.x || signalled(signal, number, (uint64_t)peer, patience);
      if (!__syncthreads_and(came)) return;
    }
  }
}

GPUCOMM_API int gpucomm_nvshmem_device_put_signal(int64_t scope, uint64_t to, uint64_t from, uint64_t bytes, uint64_t signal, int64_t peer,
                                                  int64_t starts, uint64_t first, uint64_t rounds, uint64_t deadline, uint64_t lost, uint64_t stream) {
  static const unsigned threads[] = {1, 32, 256};
  if (scope < BY_THREAD || scope > BY_BLOCK) return failed(GPUCOMM_INVALID, "put with signal on the device", (int)scope, "no such scope");
  put_signal_kernel<<<1, threads[scope], 0, (cudaStream_t)stream>>>((int)scope, (char *)to, (const char *)from, bytes, (uint64_t *)signal, (int)peer,
                                                                    (int)starts, first, rounds, deadline, (uint64_t *)lost);
  return of_cuda("launch of puts with signals", cudaGetLastError());
}

#include "jacobi.h"
