/*
 * The CPU's side of kernels/proxy.cu: a thread that takes requests from a queue in pinned memory, does what they ask for and
 * tells the GPU how many are done. It calls nothing of CUDA by itself: what copies is handed over as addresses of functions.
 */
#include <stdatomic.h>
#include <stdio.h>

#include "gpucomm.h"

static _Thread_local char why[160];

GPUCOMM_API int gpucomm_abi_version(void) { return GPUCOMM_ABI_VERSION; }

GPUCOMM_API const char *gpucomm_proxy_error(void) { return why; }

struct line { _Atomic uint32_t first, size, argument, last; };

/* Waits for a request and reads it; 0 if it is to stop. Both halves must be there: a line is two words of 8 bytes to the CPU. */
static int take(struct line *line, uint32_t number, const _Atomic int *stop, uint32_t *size, uint32_t *argument) {
  for (unsigned polls = 0;; polls++) {
    if (atomic_load_explicit(&line->last, memory_order_acquire) == number && atomic_load_explicit(&line->first, memory_order_acquire) == number) {
      *size = atomic_load_explicit(&line->size, memory_order_relaxed);
      *argument = atomic_load_explicit(&line->argument, memory_order_relaxed);
      return 1;
    }
    if (polls % 1024 == 1023 && atomic_load_explicit(stop, memory_order_relaxed)) return 0;
  }
}

/*
 * Serves `requests` requests of a queue, the first of which has the number `first`, and returns how many it has served: fewer
 * if *stop was set meanwhile. complete: how many are done, told after every `every` requests and at the end. sum: what their
 * arguments add up to, by which the caller knows that each came once.
 */
GPUCOMM_API int gpucomm_proxy_serve(void *lines, uint64_t capacity, uint64_t *complete, uint64_t first, uint64_t requests, uint64_t every,
                                    const int *stop, uint64_t *served, uint64_t *sum) {
  uint64_t n, total = 0;
  if (!lines || !capacity || !complete || !every || every > capacity) {
    snprintf(why, sizeof why, "a queue of %llu requests cannot be answered every %llu", (unsigned long long)capacity, (unsigned long long)every);
    return GPUCOMM_INVALID;
  }
  for (n = 0; n < requests; n++) {
    uint32_t size, argument;
    uint64_t number = first + n;
    if (!take((struct line *)lines + (number - 1) % capacity, (uint32_t)number, (const _Atomic int *)stop, &size, &argument)) break;
    total += argument;
    if ((n + 1) % every == 0 || n + 1 == requests) atomic_store_explicit((_Atomic uint64_t *)complete, number, memory_order_release);
  }
  *served = n;
  *sum = total;
  return GPUCOMM_OK;
}

/* cuMemcpyDtoDAsync_v2, cuEventRecord and cuEventQuery of cuda.h, on the two platforms of gpucomm: addresses are 64-bit numbers. */
typedef int copy_function(uint64_t to, uint64_t from, uint64_t bytes, uint64_t stream);
typedef int record_function(uint64_t event, uint64_t stream);
typedef int query_function(uint64_t event);

/*
 * The same, with a write behind each request: `size` bytes are copied from `from` to `to`, the argument % slots * stride bytes further
 * on, and a request is complete when its copy is. events: `count` of them, which bounds how many writes are in flight. The calling thread's
 * context must be that of stream and events.
 */
GPUCOMM_API int gpucomm_proxy_write(void *lines, uint64_t capacity, uint64_t *complete, uint64_t first, uint64_t requests, const int *stop,
                                    uint64_t to, uint64_t from, uint64_t stride, uint64_t slots, uint64_t stream, const uint64_t *events,
                                    uint64_t count, void *copy, void *record, void *query, uint64_t *served) {
  enum { NOT_READY = 600 };
  uint64_t taken = 0, done = 0;
  int code = 0;
  if (!lines || !capacity || !complete || !slots || !count) {
    snprintf(why, sizeof why, "a proxy needs a queue, a place to write to and events");
    return GPUCOMM_INVALID;
  }
  while (done < requests && !atomic_load_explicit((const _Atomic int *)stop, memory_order_relaxed)) {
    uint64_t number = first + taken;
    struct line *line = (struct line *)lines + (number - 1) % capacity;
    if (taken < requests && taken - done < count && atomic_load_explicit(&line->last, memory_order_acquire) == (uint32_t)number
        && atomic_load_explicit(&line->first, memory_order_acquire) == (uint32_t)number) {
      uint64_t offset = line->argument % slots * stride;
      if ((code = ((copy_function *)copy)(to + offset, from + offset, line->size, stream))) break;
      if ((code = ((record_function *)record)(events[taken % count], stream))) break;
      taken++;
    } else if (done < taken) {
      code = ((query_function *)query)(events[done % count]);
      if (code == NOT_READY) continue;
      if (code) break;
      done++;
      atomic_store_explicit((_Atomic uint64_t *)complete, first + done - 1, memory_order_release);
    }
  }
  if (code && code != NOT_READY) {
    snprintf(why, sizeof why, "CUDA refused a write behind request %llu with code %d", (unsigned long long)(first + taken), code);
    return GPUCOMM_CUDA;
  }
  *served = done;
  return GPUCOMM_OK;
}
