/* The kernels of kernels/proxy.cu on the host. One thread posts for all of a grid, over the queues that the real proxies serve. */
#include "kernels.h"

#include <sched.h>
#include <time.h>

#include "gpucomm_queue.h"

enum { POST = 0, ANSWERED = 1, BLOCKING = 2 };
enum { POSTS = 1, QUIET = 2, FILLS = 4 };
enum { LOST_PROXY = 2 };

struct known { uint32_t numbered, unused[31], taken, unused2[31]; };

static uint64_t nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

/* Waits for a word of a queue; the loss is noted as the kernels note it. */
static int awaits(char *word, uint32_t number, uint64_t which, uint64_t deadline, uint64_t lost) {
  uint64_t since = nanos(), none = 0;
  while ((int32_t)(atomic_load((_Atomic uint32_t *)word) - number) < 0) {
    if (nanos() - since > deadline || atomic_load((_Atomic uint64_t *)lost)) {
      atomic_compare_exchange_strong((_Atomic uint64_t *)lost, &none, LOST_PROXY | which << 8 | (uint64_t)number << 32);
      return 0;
    }
    sched_yield();
  }
  return 1;
}

static void store(char *queue, uint64_t depth, const uint32_t *words, uint32_t number) {
  char *to = queue + GPUCOMM_SLOTS_AT + ((number - 1) & (depth - 1)) * GPUCOMM_REQUEST_BYTES;
  memcpy(to, words, 12);
  atomic_store((_Atomic uint32_t *)(to + 12), number);
}

/* shared, queues, depth, known, way, each, seed, deadline, lost */
void fake_proxy_post(void *arg) {
  const struct fake_launch *l = arg;
  const uint64_t *a = l->argument;
  uint64_t threads = l->blocks * l->threads;
  for (uint32_t k = 0; k < a[5]; k++)
    for (uint32_t thread = 0; thread < threads; thread++) {
      uint64_t which = thread / 32 % a[1];
      char *queue = (char *)a[0] + which * GPUCOMM_QUEUE_BYTES(a[2]);
      uint32_t index = k * (uint32_t)threads + thread, number = ++((struct known *)a[3])[which].numbered;
      uint32_t words[3] = {index, gpucomm_request_word(index, (uint32_t)a[6]), a[4] == ANSWERED ? GPUCOMM_ANSWERED : 0};
      if (l->wrong && !index) words[1] ^= 1;
      if (!awaits(queue + GPUCOMM_TAKEN_AT, number - (uint32_t)a[2], which, a[7], a[8])) return;
      if (!l->silent || index) store(queue, a[2], words, number);
      if (a[4] == BLOCKING && !awaits(queue + GPUCOMM_DONE_AT, number, which, a[7], a[8])) return;
      if (a[4] == ANSWERED && !awaits(queue + GPUCOMM_ANSWERS_AT(a[2]) + 4 * ((number - 1) & (a[2] - 1)), number, which, a[7], a[8])) return;
    }
  for (uint64_t which = 0; which < a[1]; which++)
    if (!awaits((char *)a[0] + which * GPUCOMM_QUEUE_BYTES(a[2]) + GPUCOMM_DONE_AT, ((struct known *)a[3])[which].numbered, which, a[7], a[8])) return;
}

/* shared, queues, depth, send, bytes, pitch, slots, first, repeats, how, seed, gathered, before, deadline, lost */
void fake_proxy_write(void *arg) {
  const struct fake_launch *l = arg;
  const uint64_t *a = l->argument;
  for (uint64_t n = 0; n < a[8]; n++) {
    uint64_t write = a[7] + n, slot = write % a[6], which = write % a[1];
    char *queue = (char *)a[0] + which * GPUCOMM_QUEUE_BYTES(a[2]);
    uint32_t number = (uint32_t)(write / a[1] + 1), words[3] = {(uint32_t)(slot * a[5] / 16), (uint32_t)(a[4] / 16), 0};
    if (a[9] & FILLS && a[9] & POSTS && n >= a[6]) {
      uint64_t earlier = write - a[6];
      char *other = (char *)a[0] + earlier % a[1] * GPUCOMM_QUEUE_BYTES(a[2]);
      if (!awaits(other + GPUCOMM_DONE_AT, (uint32_t)(earlier / a[1] + 1), earlier % a[1], a[13], a[14])) return;
    }
    if (a[9] & FILLS)
      for (uint64_t i = 0; i < a[4] / 4; i++) ((uint32_t *)(a[3] + slot * a[5]))[i] = (uint32_t)(a[10] + n + i);
    if (l->wrong) *(char *)(a[3] + slot * a[5]) ^= 1;
    if (!(a[9] & POSTS)) continue;
    if (!awaits(queue + GPUCOMM_TAKEN_AT, number - (uint32_t)a[2], which, a[13], a[14])) return;
    if (!l->silent) store(queue, a[2], words, number);
    if (a[9] & QUIET && !awaits(queue + GPUCOMM_DONE_AT, number, which, a[13], a[14])) return;
  }
  for (uint64_t back = 1; a[9] & POSTS && back <= a[1] && back <= a[7] + a[8]; back++) {
    uint64_t write = a[7] + a[8] - back;
    char *queue = (char *)a[0] + write % a[1] * GPUCOMM_QUEUE_BYTES(a[2]);
    if (!awaits(queue + GPUCOMM_DONE_AT, (uint32_t)(write / a[1] + 1), write % a[1], a[13], a[14])) return;
  }
}

/* to, words, seed */
void fake_proxy_fill(void *arg) {
  const uint64_t *a = ((struct fake_launch *)arg)->argument;
  for (uint64_t i = 0; i < a[1]; i++) ((uint32_t *)a[0])[i] = (uint32_t)(a[2] + i);
}

/* from, words, seed, wrong */
void fake_proxy_check(void *arg) {
  const uint64_t *a = ((struct fake_launch *)arg)->argument;
  for (uint64_t i = 0; i < a[1]; i++) *(uint64_t *)a[3] += ((uint32_t *)a[0])[i] != (uint32_t)(a[2] + i);
}
