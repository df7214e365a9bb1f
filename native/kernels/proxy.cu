/*
 * GPU threads that ask CPU threads (shim/proxy) for something, by the queues of gpucomm_queue.h. `shared` is the first of `queues` queues
 * in pinned host memory. Blocks have whole warps, or one thread. Whoever waits for a proxy in vain says so as peers.h has it.
 */
#include "gpucomm_queue.h"
#include "peers.h"

/* Requests that a poster has under way whose answers it looks at. */
#define WINDOW 8

enum { POST = 0, ANSWERED = 1, BLOCKING = 2 };

struct Queue {
  char *shared;
  uint32_t depth, which;
  Patience patience;

  __device__ Queue(char *shared, uint64_t depth, uint64_t which, uint64_t deadline, uint64_t *lost)
      : shared(shared + which * GPUCOMM_QUEUE_BYTES(depth)), depth((uint32_t)depth), which((uint32_t)which), patience(deadline, lost, GPUCOMM_LOST_PROXY) {}

  __device__ const uint32_t *taken() const { return (const uint32_t *)(shared + GPUCOMM_TAKEN_AT); }

  __device__ void store(Line16 request) {
    store_line(shared + GPUCOMM_SLOTS_AT + (uint64_t)((request.w - 1) & (depth - 1)) * GPUCOMM_REQUEST_BYTES, request);
  }

  __device__ bool done(uint32_t number) { return patience.awaits((const uint32_t *)(shared + GPUCOMM_DONE_AT), number, which); }

  __device__ bool answered(uint32_t number) {
    return patience.awaits((const uint32_t *)(shared + GPUCOMM_ANSWERS_AT(depth)) + ((number - 1) & (depth - 1)), number, which);
  }
};

/* What a GPU knows of its queues, in its own memory: how many requests were numbered, and how many are known to be taken. */
struct Known { uint32_t numbered, unused[31], taken, unused2[31]; };

/*
 * The threads of a warp post a request each. All threads go through the loop together, for those with the lower numbers must be able to store
 * theirs while the others wait for room. `taken` is what the thread last saw of it. Returns false in all of them if there is no room in time.
 */
__device__ static bool post(Queue &queue, Known *known, unsigned lanes, uint32_t &taken, Line16 request) {
  bool waits = true, lasts = true;
  queue.patience.since = 0;
  do {
    if (waits && (int32_t)(request.w - taken) <= (int32_t)queue.depth) {
      queue.store(request);
      waits = false;
    }
    if (waits) {
      uint32_t others = load_number(&known->taken);
      if (others == taken) store_number(&known->taken, others = observe(queue.taken()));
      taken = others;
      lasts = queue.patience.lasts(queue.which, request.w);
    }
  } while (__any_sync(lanes, waits) && __all_sync(lanes, lasts));
  return __all_sync(lanes, !waits);
}

/*
 * Every thread posts `each` requests that ask for nothing: nobody waits but for room; or a poster sees the answer of each, WINDOW under way;
 * or it waits for each before the next. The kernel ends when all are taken. Warps take turns with the queues. Request k of thread t has the
 * index k * threads + t.
 */
extern "C" __global__ void gpucomm_proxy_post(char *shared, uint64_t queues, uint64_t depth, Known *known, uint64_t way, uint64_t each,
                                              uint64_t seed, uint64_t deadline, uint64_t *lost) {
  uint32_t threads = gridDim.x * blockDim.x, thread = blockIdx.x * blockDim.x + threadIdx.x, which = thread / 32 % (uint32_t)queues;
  unsigned lanes = __activemask(), mine = threadIdx.x % 32, first = __ffs(lanes) - 1;
  uint32_t before = __popc(lanes & ((1u << mine) - 1)), all = __popc(lanes), number = 0, window[WINDOW];
  Queue queue(shared, depth, which, deadline, lost);
  known += which;
  uint32_t taken = load_number(&known->taken);
  for (uint32_t k = 0; k < each; k++) {
    uint32_t index = k * threads + thread;
    if (way == ANSWERED && k >= WINDOW && !__all_sync(lanes, queue.answered(window[k % WINDOW]))) return;
    uint32_t base = mine == first ? atomicAdd(&known->numbered, all) : 0;
    number = __shfl_sync(lanes, base, first) + before + 1;
    if (!post(queue, known, lanes, taken, Line16{index, gpucomm_request_word(index, (uint32_t)seed), way == ANSWERED ? GPUCOMM_ANSWERED : 0, number})) return;
    window[k % WINDOW] = number;
    if (way == BLOCKING && !__all_sync(lanes, queue.done(number))) return;
  }
  if (way == ANSWERED) {
    uint32_t left = each < WINDOW ? (uint32_t)each : WINDOW;
    for (uint32_t k = (uint32_t)each - left; k < each; k++)
      if (!__all_sync(lanes, queue.answered(window[k % WINDOW]))) return;
  }
  if (each) queue.done(number);
}

#define POSTS 1
#define QUIET 2
#define FILLS 4

/*
 * Writes of `bytes` that a proxy does, one after the other, from `send`, whose nth slot of `slots` is n * pitch bytes on. Of `how`: with POSTS
 * block 0's first thread posts each; with QUIET it waits for each before the next; with FILLS all blocks write the slot before, 4 bytes a
 * thread at a time. Number `first` is that of the first write since the queues began, 0 the very first; writes take turns with the queues. A
 * slot is filled again when the write from it is done. The kernel ends when all writes are done. gathered[0] counts how often a block has
 * filled its part, `before` times until now; gathered[1] tells the other blocks how many writes block 0 knows to be done, for 32 blocks
 * that all look across the bus make a write several times slower. All blocks of the grid must fit on the GPU at once.
 */
extern "C" __global__ void gpucomm_proxy_write(char *shared, uint64_t queues, uint64_t depth, char *send, uint64_t bytes, uint64_t pitch,
                                               uint64_t slots, uint64_t first, uint64_t repeats, uint64_t how, uint64_t seed, uint32_t *gathered,
                                               uint64_t before, uint64_t deadline, uint64_t *lost) {
  uint64_t words = bytes / 4, lanes = (uint64_t)gridDim.x * blockDim.x, thread = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
  bool came = true;
  for (uint64_t n = 0; n < repeats; n++) {
    uint64_t write = first + n, slot = write % slots, last = how & QUIET ? 1 : slots;
    if (how & FILLS) {
      if (how & POSTS && n >= last) {
        uint64_t earlier = write - last;
        if (threadIdx.x == 0) {
          Queue queue(shared, depth, earlier % queues, deadline, lost);
          if (blockIdx.x) came = queue.patience.awaits(gathered + 1, (uint32_t)earlier + 1, queue.which);
          else came = queue.done((uint32_t)(earlier / queues + 1));
          if (came && !blockIdx.x) publish(gathered + 1, (uint32_t)earlier + 1);
        }
        if (!__syncthreads_and(came)) return;
      }
      uint32_t *to = (uint32_t *)(send + slot * pitch);
      for (uint64_t i = thread; i < words; i += lanes) to[i] = (uint32_t)(seed + n + i);
      __syncthreads();
      if (threadIdx.x == 0) {
        __threadfence_system();
        atomicAdd(gathered, 1);
      }
    }
    if (!(how & POSTS) || blockIdx.x) continue;
    if (threadIdx.x == 0) {
      Queue queue(shared, depth, write % queues, deadline, lost);
      uint32_t number = (uint32_t)(write / queues + 1);
      if (how & FILLS) came = queue.patience.awaits(gathered, (uint32_t)(before + (n + 1) * gridDim.x), queue.which);
      if (came && n >= depth * queues) came = queue.patience.awaits(queue.taken(), number - (uint32_t)depth, queue.which);
      if (came) queue.store(Line16{(uint32_t)(slot * pitch / 16), (uint32_t)(bytes / 16), 0, number});
      if (came && how & QUIET) came = queue.done(number);
    }
    if (!__syncthreads_and(came)) return;
  }
  if (how & POSTS && thread == 0)
    for (uint64_t back = 1; back <= queues && back <= first + repeats; back++) {
      uint64_t write = first + repeats - back;
      if (!Queue(shared, depth, write % queues, deadline, lost).done((uint32_t)(write / queues + 1))) return;
    }
}

/* Words of a buffer as gpucomm_proxy_write fills it, by hand, and how many of them are something else. */
extern "C" __global__ void gpucomm_proxy_fill(uint32_t *to, uint64_t words, uint64_t seed) {
  for (uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += (uint64_t)gridDim.x * blockDim.x) to[i] = (uint32_t)(seed + i);
}

extern "C" __global__ void gpucomm_proxy_check(const uint32_t *from, uint64_t words, uint64_t seed, unsigned long long *wrong) {
  unsigned long long found = 0;
  for (uint64_t i = blockIdx.x * blockDim.x + threadIdx.x; i < words; i += (uint64_t)gridDim.x * blockDim.x) found += from[i] != (uint32_t)(seed + i);
  if (found) atomicAdd(wrong, found);
}
