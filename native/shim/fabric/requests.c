/*
 * A producer beside the thread that drives a rail: it asks for each transfer by a request in a queue of gpucomm_queue.h, as threads of a
 * GPU ask a proxy. What is measured then is the way from the queue to the wire; only who fills the queue is another.
 */
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "drive.h"
#include "gpucomm_queue.h"

/* Requests that a queue holds: as many as those of a GPU by default. */
#define DEPTH 4096
#define SEED 0x5eedu
#define ROUNDS 256

typedef struct { _Atomic uint32_t first, second, flags, number; } request;

struct requests {
  char *queue;
  const lane *lane;
  int quiet;      /* a request waits until the one before is complete */
  int started;
  pthread_t id;
};

static _Atomic uint32_t *word(const requests *self, uint64_t at) { return (_Atomic uint32_t *) (self->queue + at); }

static request *slot(const requests *self, uint32_t number) {
  return (request *) (self->queue + GPUCOMM_SLOTS_AT) + ((number - 1) & (DEPTH - 1));
}

/* Waits until the word is at least so much; 0 where the others have failed. */
static int reaches(const requests *self, uint64_t at, uint32_t least) {
  for (int64_t round = 1; (int32_t) (atomic_load_explicit(word(self, at), memory_order_acquire) - least) < 0; round++) {
    if (atomic_load_explicit(&self->lane->crew->failure, memory_order_relaxed))
      return 0;
    if (round % ROUNDS == 0)
      sched_yield();
  }
  return 1;
}

static void *produce(void *argument) {
  const requests *self = argument;
  const crew *crew = self->lane->crew;
  while (!atomic_load(&crew->go))
    sched_yield();
  for (int64_t n = 1; n <= self->lane->total; n++) {
    uint32_t number = (uint32_t) n;
    if (!reaches(self, GPUCOMM_TAKEN_AT, number - DEPTH))
      return NULL;
    request *next = slot(self, number);
    atomic_store_explicit(&next->first, number, memory_order_relaxed);
    atomic_store_explicit(&next->second, gpucomm_request_word(number, SEED), memory_order_relaxed);
    atomic_store_explicit(&next->number, number, memory_order_release);
    if (self->quiet && !reaches(self, GPUCOMM_DONE_AT, number))
      return NULL;
  }
  return NULL;
}

int gpucomm_requests_begin(lane *lane, int quiet) {
  requests *self = calloc(1, sizeof *self);
  lane->requests = self;
  if (!self || !(self->queue = aligned_alloc(4096, GPUCOMM_QUEUE_BYTES(DEPTH))))
    return gpucomm_rail_fail(lane->rail, -FI_ENOMEM, "no memory for a queue of %d requests", DEPTH);
  memset(self->queue, 0, GPUCOMM_QUEUE_BYTES(DEPTH));
  self->lane = lane;
  self->quiet = quiet;
  if (pthread_create(&self->id, NULL, produce, self))
    return gpucomm_rail_fail(lane->rail, -FI_ENOMEM, "starting a producer of requests");
  self->started = 1;
  return 0;
}

int gpucomm_requested(const lane *lane) {
  const requests *self = lane->requests;
  uint32_t number = (uint32_t) (lane->next + 1);
  request *next = slot(self, number);
  if (atomic_load_explicit(&next->number, memory_order_acquire) != number)
    return 0;
  uint32_t first = atomic_load_explicit(&next->first, memory_order_relaxed);
  uint32_t second = atomic_load_explicit(&next->second, memory_order_relaxed);
  if (first != number || second != gpucomm_request_word(number, SEED))
    return gpucomm_rail_fail(lane->rail, -FI_EIO, "request %u came wrong through the queue", number);
  return 1;
}

void gpucomm_requests_taken(const lane *lane) {
  atomic_store_explicit(word(lane->requests, GPUCOMM_TAKEN_AT), (uint32_t) lane->next, memory_order_release);
}

/* Transfers complete in any order: all are only where none is in flight. */
void gpucomm_requests_done(const lane *lane) {
  if (lane->in_flight == 0)
    atomic_store_explicit(word(lane->requests, GPUCOMM_DONE_AT), (uint32_t) lane->complete, memory_order_release);
}

void gpucomm_requests_end(lane *lane) {
  requests *self = lane->requests;
  if (!self)
    return;
  if (self->started)
    pthread_join(self->id, NULL);
  free(self->queue);
  free(self);
  lane->requests = NULL;
}
