/*
 * What kernels share that work on memory of several GPUs: copies, stores and loads of 16 bytes that are one access for the other
 * GPU too, marks that say how far a peer is, and waiting that ends. Every argument of a kernel is 64 bits wide, so that
 * callers need no layout; addresses of peers' memory are as mapped in the calling process.
 *
 * Whoever waits for a peer waits until `deadline` nanoseconds have passed. Then the kernel writes what it waited for to
 * *lost, if no other thread has, and ends: LOST in the lowest byte, the peer's rank in the next three, the number that did
 * not come in the upper four. What follows on the GPU is then not to be believed; the host looks at *lost after each batch.
 * Who waits for a thread of the CPU writes LOST_PROXY and that thread's number.
 */
#ifndef GPUCOMM_PEERS_H
#define GPUCOMM_PEERS_H

#include <stdint.h>

#define GPUCOMM_LOST 1
#define GPUCOMM_LOST_PROXY 2
#define GPUCOMM_POLLS_BETWEEN_LOOKS 256

struct Line16 { uint32_t x, y, z, w; };

/* One access of 16 bytes (PTX: .b128 is a scalar type), so that a mark in it comes together with the data beside it. */
__device__ static inline void store_line(void *to, Line16 line) {
  uint64_t low = line.x | (uint64_t)line.y << 32, high = line.z | (uint64_t)line.w << 32;
  asm volatile("{.reg .b128 v; mov.b128 v, {%1, %2}; st.relaxed.sys.global.b128 [%0], v;}" ::"l"(to), "l"(low), "l"(high) : "memory");
}

__device__ static inline Line16 load_line(const void *from) {
  uint64_t low, high;
  asm volatile("{.reg .b128 v; ld.relaxed.sys.global.b128 v, [%2]; mov.b128 {%0, %1}, v;}" : "=l"(low), "=l"(high) : "l"(from) : "memory");
  return Line16{(uint32_t)low, (uint32_t)(low >> 32), (uint32_t)high, (uint32_t)(high >> 32)};
}

/* A number alone, which says nothing of other memory. */
__device__ static inline void store_number(uint32_t *to, uint32_t value) {
  asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
}

__device__ static inline uint32_t load_number(const uint32_t *from) {
  uint32_t value;
  asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
  return value;
}

/* Everything that this thread wrote, or knows to be written since the last barrier of its block, is there before the mark. */
__device__ static inline void publish(uint32_t *mark, uint32_t value) {
  asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(mark), "r"(value) : "memory");
}

__device__ static inline uint32_t observe(const uint32_t *mark) {
  uint32_t value;
  asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(value) : "l"(mark) : "memory");
  return value;
}

__device__ static inline uint64_t nanos() {
  uint64_t now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return now;
}

#define GPUCOMM_LINES_IN_FLIGHT 8

/* The threads of a block copy lines of 16 bytes, GPUCOMM_LINES_IN_FLIGHT of a thread in flight. */
__device__ static inline void copy_lines(uint4 *to, const uint4 *from, uint64_t lines) {
  uint64_t lanes = blockDim.x, at = threadIdx.x;
  uint4 held[GPUCOMM_LINES_IN_FLIGHT];
  for (; at + (GPUCOMM_LINES_IN_FLIGHT - 1) * lanes < lines; at += GPUCOMM_LINES_IN_FLIGHT * lanes) {
#pragma unroll
    for (int i = 0; i < GPUCOMM_LINES_IN_FLIGHT; i++) held[i] = __ldcg(from + at + i * lanes);
#pragma unroll
    for (int i = 0; i < GPUCOMM_LINES_IN_FLIGHT; i++) __stwb(to + at + i * lanes, held[i]);
  }
#pragma unroll
  for (int i = 0; i < GPUCOMM_LINES_IN_FLIGHT; i++)
    if (at + i * lanes < lines) held[i] = __ldcg(from + at + i * lanes);
#pragma unroll
  for (int i = 0; i < GPUCOMM_LINES_IN_FLIGHT; i++)
    if (at + i * lanes < lines) __stwb(to + at + i * lanes, held[i]);
}

struct Patience {
  uint64_t deadline;
  uint64_t *lost;
  uint64_t since;
  unsigned polls;
  unsigned kind;

  __device__ Patience(uint64_t deadline, uint64_t *lost, unsigned kind = GPUCOMM_LOST) : deadline(deadline), lost(lost), since(0), polls(0), kind(kind) {}

  /* Whether to go on waiting; notes the loss if not. */
  __device__ bool lasts(uint64_t peer, uint32_t number) {
    if (++polls % GPUCOMM_POLLS_BETWEEN_LOOKS) return true;
    uint64_t now = nanos();
    if (!since) since = now;
    if (now - since < deadline && !*(volatile uint64_t *)lost) return true;
    atomicCAS((unsigned long long *)lost, 0ull, kind | (peer & 0xffffff) << 8 | (uint64_t)number << 32);
    return false;
  }

  /* Returns when the mark has come to the number or gone beyond; false if it did not in time. Numbers wrap. */
  __device__ bool awaits(const uint32_t *mark, uint32_t number, uint64_t peer) {
    since = 0;
    while ((int32_t)(observe(mark) - number) < 0)
      if (!lasts(peer, number)) return false;
    return true;
  }
};

#endif
