#define _GNU_SOURCE
#include "gpucomm_proxy.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpucomm_queue.h"

/* Parts of a queue behind each of which `taken` is told, so that posters find room while a long batch is taken. Each time the word has to be
 * fetched back from the GPU's looks at it. */
enum { PARTS = 8 };
/* Looks at an empty queue before others may have the core. */
enum { LOOKS_BEFORE_YIELD = 4096 };

enum { CUDA_DEFAULT_WRITE = 0 };

typedef struct { _Atomic uint32_t first, second, flags, number; } request;

typedef struct {
  pthread_t thread;
  gpucomm_proxies *all;
  char *queue;
  uint64_t stream;
  const char *_Atomic failed_call; /* NULL while all is well */
  int failed_code;
  uint64_t read; /* sum of what requests said, so that they are read */
} proxy;

struct gpucomm_proxies {
  int64_t queues, depth;
  gpucomm_driver driver;
  atomic_int stopped;
  _Atomic uint64_t to, from;
  _Atomic(atomic_uchar *) seen; /* a byte for each request that is looked at; NULL = none is */
  int64_t looked_at;
  uint32_t seed;
  _Atomic int64_t wrong;
  proxy proxy[];
};

static _Thread_local char why[200];

int gpucomm_abi_version(void) { return GPUCOMM_ABI_VERSION; }
const char *gpucomm_proxy_error(void) { return why; }

static int said(int status, const char *words) {
  snprintf(why, sizeof why, "%s", words);
  return status;
}

static void look(gpucomm_proxies *all, atomic_uchar *seen, uint32_t first, uint32_t second) {
  int again = first >= all->looked_at || atomic_exchange(&seen[first], 1);
  if (again || second != gpucomm_request_word(first, all->seed)) atomic_fetch_add(&all->wrong, 1);
}

/* Returns 0, or the code of the call that failed. */
static int copy(proxy *p, uint64_t to, uint32_t first, uint32_t second, uint32_t number) {
  const gpucomm_driver *driver = &p->all->driver;
  uint64_t shift = 16 * (uint64_t)first;
  int (*copies)(uint64_t, uint64_t, size_t, uint64_t) = (int (*)(uint64_t, uint64_t, size_t, uint64_t))driver->cuMemcpyDtoDAsync;
  int (*writes)(uint64_t, uint64_t, uint32_t, unsigned) = (int (*)(uint64_t, uint64_t, uint32_t, unsigned))driver->cuStreamWriteValue32;
  const char *call = "cuMemcpyDtoDAsync";
  int code = copies(to + shift, atomic_load(&p->all->from) + shift, 16 * (size_t)second, p->stream);
  if (!code) {
    call = "cuStreamWriteValue32";
    code = writes(p->stream, (uint64_t)p->queue + GPUCOMM_DONE_AT, number, CUDA_DEFAULT_WRITE);
  }
  if (code) {
    p->failed_code = code;
    atomic_store(&p->failed_call, call);
  }
  return code;
}

static void tell(proxy *p, uint64_t copies, uint32_t taken) {
  if (!copies) atomic_store_explicit((_Atomic uint32_t *)(p->queue + GPUCOMM_DONE_AT), taken, memory_order_release);
  atomic_store_explicit((_Atomic uint32_t *)(p->queue + GPUCOMM_TAKEN_AT), taken, memory_order_release);
}

static inline void breathe(unsigned *looks) {
  if (++*looks % LOOKS_BEFORE_YIELD == 0) sched_yield();
#ifdef __x86_64__
  else __builtin_ia32_pause();
#endif
}

static void *serve(void *argument) {
  proxy *p = argument;
  gpucomm_proxies *all = p->all;
  request *slots = (request *)(p->queue + GPUCOMM_SLOTS_AT);
  _Atomic uint32_t *answers = (_Atomic uint32_t *)(p->queue + GPUCOMM_ANSWERS_AT(all->depth));
  uint32_t next = 1, told = 0, mask = (uint32_t)all->depth - 1, part = all->depth > PARTS ? (uint32_t)all->depth / PARTS : 1;
  unsigned looks = 0;
  if (all->driver.cuCtxSetCurrent) {
    p->failed_code = ((int (*)(uint64_t))all->driver.cuCtxSetCurrent)(all->driver.context);
    if (p->failed_code) atomic_store(&p->failed_call, "cuCtxSetCurrent");
  }
  while (!p->failed_code && !atomic_load_explicit(&all->stopped, memory_order_relaxed)) {
    request *at = &slots[(next - 1) & mask];
    if (atomic_load_explicit(&at->number, memory_order_acquire) != next) {
      breathe(&looks);
      continue;
    }
    uint64_t to = atomic_load_explicit(&all->to, memory_order_relaxed);
    atomic_uchar *seen = atomic_load_explicit(&all->seen, memory_order_relaxed);
    while (next - 1 - told < part && atomic_load_explicit(&at->number, memory_order_acquire) == next) {
      uint32_t first = atomic_load_explicit(&at->first, memory_order_relaxed), second = atomic_load_explicit(&at->second, memory_order_relaxed);
      p->read += first + second;
      if (to && copy(p, to, first, second, next)) return 0;
      if (seen) look(all, seen, first, second);
      if (atomic_load_explicit(&at->flags, memory_order_relaxed) & GPUCOMM_ANSWERED)
        atomic_store_explicit(&answers[(next - 1) & mask], next, memory_order_release);
      at = &slots[next++ & mask];
    }
    tell(p, to, told = next - 1);
  }
  return 0;
}

int gpucomm_proxies_start(void *shared, int64_t queues, int64_t depth, const gpucomm_driver *driver, const uint64_t *streams, gpucomm_proxies **proxies) {
  if (queues < 1 || depth < 2 || depth > 1 << 24 || depth & (depth - 1)) return said(GPUCOMM_INVALID, "queues and depth must be at least 1 and 2, depth a power of two");
  gpucomm_proxies *made = calloc(1, sizeof *made + (size_t)queues * sizeof(proxy));
  if (!made) return said(GPUCOMM_LIBRARY, "no memory for proxies");
  made->depth = depth;
  made->driver = *driver;
  for (; made->queues < queues; made->queues++) {
    proxy *p = &made->proxy[made->queues];
    p->all = made;
    p->queue = (char *)shared + (uint64_t)made->queues * GPUCOMM_QUEUE_BYTES(depth);
    p->stream = streams[made->queues];
    if (pthread_create(&p->thread, 0, serve, p)) {
      gpucomm_proxies_stop(made);
      return said(GPUCOMM_LIBRARY, "no more threads can be started");
    }
  }
  *proxies = made;
  return GPUCOMM_OK;
}

int gpucomm_proxies_stop(gpucomm_proxies *proxies) {
  atomic_store(&proxies->stopped, 1);
  for (int64_t i = 0; i < proxies->queues; i++) pthread_join(proxies->proxy[i].thread, 0);
  free(atomic_load(&proxies->seen));
  free(proxies);
  return GPUCOMM_OK;
}

int gpucomm_proxies_copy(gpucomm_proxies *proxies, uint64_t to, uint64_t from) {
  atomic_store(&proxies->from, from);
  atomic_store(&proxies->to, to);
  return GPUCOMM_OK;
}

int gpucomm_proxies_inspect(gpucomm_proxies *proxies, int64_t count, int64_t seed) {
  atomic_uchar *seen = calloc((size_t)count, 1);
  if (!seen) return said(GPUCOMM_LIBRARY, "no memory to look at requests");
  proxies->looked_at = count;
  proxies->seed = (uint32_t)seed;
  atomic_store(&proxies->wrong, 0);
  free(atomic_exchange(&proxies->seen, seen));
  return GPUCOMM_OK;
}

int gpucomm_proxies_wrong(gpucomm_proxies *proxies, int64_t *wrong) {
  atomic_uchar *seen = atomic_exchange(&proxies->seen, NULL);
  if (!seen) return said(GPUCOMM_INVALID, "requests are not looked at");
  *wrong = atomic_load(&proxies->wrong);
  for (int64_t i = 0; i < proxies->looked_at; i++) *wrong += !seen[i];
  free(seen);
  return GPUCOMM_OK;
}

int gpucomm_proxies_failed(gpucomm_proxies *proxies) {
  for (int64_t i = 0; i < proxies->queues; i++) {
    const char *call = atomic_load(&proxies->proxy[i].failed_call);
    if (call) {
      snprintf(why, sizeof why, "%s of proxy thread %lld (%d)", call, (long long)i, proxies->proxy[i].failed_code);
      return GPUCOMM_CUDA;
    }
  }
  return GPUCOMM_OK;
}
