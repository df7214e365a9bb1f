/*
 * Copies between a GPU's memory and a peer's, by the kernel that reads and writes: a write has its source here, a read its
 * destination. Grids of one dimension and any size. The copy is done `repeats` times; the nth time `n % slots * stride` bytes
 * further on in both, so that small copies need not stay in a cache. Buffers begin at multiples of 16 bytes, and so is stride.
 */
#include "peers.h"

#define UNROLLED 8

/* A block takes tiles of UNROLLED elements a thread, all of which are loaded before the first is stored. */
template <typename Element>
__device__ static void copy(char *to, const char *from, uint64_t bytes, uint64_t stride, uint64_t slots, uint64_t repeats) {
  uint64_t elements = bytes / sizeof(Element), lanes = blockDim.x, tile = lanes * UNROLLED, slot = 0;
  for (uint64_t n = 0; n < repeats; n++) {
    Element *target = (Element *)(to + slot * stride);
    const Element *source = (const Element *)(from + slot * stride);
    if (++slot == slots) slot = 0;
    for (uint64_t first = blockIdx.x * tile; first < elements; first += gridDim.x * tile) {
      Element held[UNROLLED];
      uint64_t at = first + threadIdx.x;
      if (first + tile <= elements) {
#pragma unroll
        for (int i = 0; i < UNROLLED; i++) held[i] = __ldcg(source + at + i * lanes);
#pragma unroll
        for (int i = 0; i < UNROLLED; i++) __stwb(target + at + i * lanes, held[i]);
      } else {
#pragma unroll
        for (int i = 0; i < UNROLLED; i++)
          if (at + i * lanes < elements) held[i] = __ldcg(source + at + i * lanes);
#pragma unroll
        for (int i = 0; i < UNROLLED; i++)
          if (at + i * lanes < elements) __stwb(target + at + i * lanes, held[i]);
      }
    }
    if (blockIdx.x == 0 && threadIdx.x < bytes % sizeof(Element)) {
      uint64_t at = elements * sizeof(Element) + threadIdx.x;
      ((char *)target)[at] = ((const volatile char *)source)[at];
    }
  }
}

extern "C" __global__ void gpucomm_copy16(char *to, const char *from, uint64_t bytes, uint64_t stride, uint64_t slots,
                                          uint64_t repeats) {
  copy<uint4>(to, from, bytes, stride, slots, repeats);
}

extern "C" __global__ void gpucomm_copy4(char *to, const char *from, uint64_t bytes, uint64_t stride, uint64_t slots,
                                         uint64_t repeats) {
  copy<uint32_t>(to, from, bytes, stride, slots, repeats);
}

/* Chunks in shared memory; AHEAD of them are being loaded, the others stored. */
#ifndef CHUNKS
#define CHUNKS 12
#define AHEAD 6
#endif

/* Where a block is in its chunks of all repeats. Nothing is divided in the loop: one thread would wait longer for that than for memory. */
struct Place {
  uint64_t offset, slot, bytes, step, chunk, stride, slots;
  uint32_t buffer, phase;

  __device__ Place(uint64_t bytes, uint64_t chunk, uint64_t stride, uint64_t slots)
      : offset(blockIdx.x * chunk), slot(0), bytes(bytes), step(gridDim.x * chunk), chunk(chunk), stride(stride), slots(slots), buffer(0), phase(0) {}

  __device__ uint32_t size() const { return (uint32_t)(bytes - offset < chunk ? bytes - offset : chunk); }
  __device__ uint64_t at() const { return slot * stride + offset; }

  __device__ void next() {
    offset += step;
    if (offset >= bytes) {
      offset = blockIdx.x * chunk;
      if (++slot == slots) slot = 0;
    }
    if (++buffer == CHUNKS) {
      buffer = 0;
      phase ^= 1;
    }
  }
};

/*
 * The same by bulk copies through shared memory, CHUNKS * chunk bytes of it, which one thread of a block asks for; the other
 * threads do nothing. Only whole lines of 16 bytes, and only from compute capability 9.0 on: below, nothing is copied and
 * *lost is ~0.
 */
extern "C" __global__ void gpucomm_copy_bulk(char *to, const char *from, uint64_t bytes, uint64_t stride, uint64_t slots,
                                             uint64_t repeats, uint64_t chunk, uint64_t *lost) {
#if __CUDA_ARCH__ >= 900
  extern __shared__ char held[];
  __shared__ alignas(8) uint64_t arrived[CHUNKS];
  uint64_t tiles = (bytes + chunk - 1) / chunk;
  uint64_t mine = tiles > blockIdx.x ? (tiles - blockIdx.x + gridDim.x - 1) / gridDim.x : 0, all = mine * repeats;
  uint32_t memory = (uint32_t)__cvta_generic_to_shared(held), barriers = (uint32_t)__cvta_generic_to_shared(arrived);
  (void)lost;
  if (threadIdx.x || !all) return;
  for (uint32_t i = 0; i < CHUNKS; i++)
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barriers + 8 * i) : "memory");
  asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
  Place in(bytes, chunk, stride, slots), out(bytes, chunk, stride, slots);
  for (uint64_t step = 0; step < all + AHEAD; step++) {
    if (step < all) {
      uint32_t barrier = barriers + 8 * in.buffer;
      /* What was last stored from there is the CHUNKS - AHEADth youngest of the stores. */
      asm volatile("cp.async.bulk.wait_group.read %0;" ::"n"(CHUNKS - AHEAD - 1) : "memory");
      asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(in.size()) : "memory");
      asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                       memory + in.buffer * (uint32_t)chunk),
                   "l"(from + in.at()), "r"(in.size()), "r"(barrier)
                   : "memory");
      in.next();
    }
    if (step >= AHEAD) {
      uint32_t ready = 0;
      while (!ready)
        asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p;}"
                     : "=r"(ready)
                     : "r"(barriers + 8 * out.buffer), "r"(out.phase)
                     : "memory");
      asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(to + out.at()),
                   "r"(memory + out.buffer * (uint32_t)chunk), "r"(out.size())
                   : "memory");
      asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      out.next();
    }
  }
  asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
#else
  (void)to, (void)from, (void)bytes, (void)stride, (void)slots, (void)repeats, (void)chunk;
  if (blockIdx.x == 0 && threadIdx.x == 0) *lost = ~0ull;
#endif
}

/*
 * One thread writes a number to the peer and waits for the same from it, `rounds` times from `first` on; the GPU that starts
 * writes before it waits, the other after. Half the time of a round is the way of four bytes to the peer and into a register
 * that waits for it.
 */
extern "C" __global__ void gpucomm_ping(const uint32_t *mine, uint32_t *theirs, uint64_t starts, uint64_t first, uint64_t rounds,
                                        uint64_t peer, uint64_t deadline, uint64_t *lost) {
  Patience patience(deadline, lost);
  for (uint64_t n = 0; n < rounds; n++) {
    uint32_t number = (uint32_t)(first + n);
    if (starts) store_number(theirs, number);
    patience.since = 0;
    while (load_number(mine) != number)
      if (!patience.lasts(peer, number)) return;
    if (!starts) store_number(theirs, number);
  }
}
