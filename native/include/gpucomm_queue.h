/*
 * The queue by which GPU threads ask a CPU thread for something, as kernels/proxy.cu and shim/proxy/proxy.c both see it. It lies in
 * pinned host memory, GPUCOMM_QUEUE_BYTES(depth) of it for each queue, zeroed at the beginning. A request is 16 bytes, written by one
 * access; its last word is its number, so that who sees the number has the request. Requests of a queue are numbered from 1 on without
 * gaps; number n lies in slot (n - 1) % depth, and depth is a power of two. Numbers wrap at 2^32.
 *
 * Whoever posts waits until taken >= n - depth. What was asked for is complete when done >= n. A request with GPUCOMM_ANSWERED in its
 * flags is besides answered by its number in the word of its slot.
 */
#ifndef GPUCOMM_QUEUE_H
#define GPUCOMM_QUEUE_H

#include <stdint.h>

#define GPUCOMM_TAKEN_AT 0
#define GPUCOMM_DONE_AT 128
#define GPUCOMM_SLOTS_AT 256
#define GPUCOMM_REQUEST_BYTES 16
#define GPUCOMM_ANSWERS_AT(depth) (GPUCOMM_SLOTS_AT + (uint64_t)(depth) * GPUCOMM_REQUEST_BYTES)
#define GPUCOMM_QUEUE_BYTES(depth) ((GPUCOMM_ANSWERS_AT(depth) + 4 * (uint64_t)(depth) + 4095) / 4096 * 4096)

/* Of the third word of a request. */
#define GPUCOMM_ANSWERED 1u

#ifdef __CUDACC__
#define GPUCOMM_BOTH static __host__ __device__ inline
#else
#define GPUCOMM_BOTH static inline
#endif

/* The second word of a request that asks for nothing: it follows from the first, so that a wrong one is known. */
GPUCOMM_BOTH uint32_t gpucomm_request_word(uint32_t index, uint32_t seed) {
  uint32_t x = (index + seed) * 0x9e3779b1u;
  return x ^ x >> 15;
}

#endif
