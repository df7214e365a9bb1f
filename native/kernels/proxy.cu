/*
 * Threads of the GPU post requests to threads of the CPU, over queues in the host's pinned memory. A request is a line of 16
 * bytes, {number, argument, argument, number}, whose numbers count the requests of its queue from 1 on: the CPU sees from them
 * that it is there, and that both halves are. The next number lies in device memory; how many requests are complete, in order,
 * lies in pinned memory and is written by the CPU.
 */
#include "peers.h"

/*
 * Each thread posts `posts` requests to the queue [its block % queues], and waits for each to be complete (blocking = 1), for
 * its last one at the end (2), or for none (0). lines: [queue][capacity], a power of two; next, complete: a number for each queue, 64 bytes apart.
 * size: the first argument; the second is a number for each post, posts * thread + i.
 */
extern "C" __global__ void gpucomm_post(char *lines, uint64_t capacity, unsigned long long *next, const uint64_t *complete, uint64_t queues,
                                        uint64_t posts, uint64_t blocking, uint64_t size, uint64_t deadline, uint64_t *lost) {
  uint64_t queue = blockIdx.x % queues, thread = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
  const volatile uint64_t *done_at = (const volatile uint64_t *)complete + 8 * queue;
  uint64_t done = 0, number = 0;
  Patience patience(deadline, lost);
  for (uint64_t i = 0; i < posts; i++) {
    number = atomicAdd(next + 8 * queue, 1ull) + 1;
    patience.since = 0;
    while (number > done + capacity && number > (done = *done_at) + capacity)
      if (!patience.lasts(queue, (uint32_t)number)) return;
    Line16 line = {(uint32_t)number, (uint32_t)size, (uint32_t)(posts * thread + i), (uint32_t)number};
    __threadfence_system(); /* what the request is about is written before it */
    store_line(lines + 16 * (queue * capacity + ((number - 1) & (capacity - 1))), line);
    if (blocking == 1 || (blocking == 2 && i == posts - 1)) {
      patience.since = 0;
      while (number > done && number > (done = *done_at))
        if (!patience.lasts(queue, (uint32_t)number)) return;
    }
  }
}

/* Fills a buffer as its producer would: 4 bytes a thread and step, as many blocks as are launched. */
extern "C" __global__ void gpucomm_produce(uint32_t *data, uint64_t words, uint64_t seed) {
  for (uint64_t i = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += (uint64_t)gridDim.x * blockDim.x)
    data[i] = (uint32_t)(i + seed);
}
