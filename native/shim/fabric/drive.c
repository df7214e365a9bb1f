/* Drives lists of transfers over several rails by one or more threads. */
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "drive.h"

/* A thread looks at the clock and at stop once in so many fruitless rounds. */
#define ROUNDS 256

/* A thread has rails that follow one another: those of one GPU are near one another, and so is the thread's core. */
static int64_t first_rail(const crew *crew, int64_t thread) { return crew->count * thread / crew->pace->threads; }

/* What ends a call early: another thread's failure, the caller's stop, a rail on which nothing moves. */
static int ended(crew *crew, lane *lane) {
  if (atomic_load(&crew->failure))
    return atomic_load(&crew->failure);
  if (crew->stop && *crew->stop)
    return gpucomm_rail_fail(lane->rail, -FI_ECANCELED, "stopped with %lld of %lld transfers not complete",
                             (long long) (lane->total - lane->complete), (long long) lane->total);
  if (gpucomm_now() - lane->moved > crew->pace->stall)
    return gpucomm_rail_fail(lane->rail, -FI_ETIMEDOUT, "nothing moves: %lld of %lld transfers are not complete",
                             (long long) (lane->total - lane->complete), (long long) lane->total);
  return 0;
}

static void fail(crew *crew, int64_t rail, int status) {
  int none = 0;
  if (atomic_compare_exchange_strong(&crew->failure, &none, status))
    atomic_store(&crew->failed, rail);
}

static int arrived(const crew *crew) {
  const gpucomm_arrivals *needed = crew->arrivals;
  for (int64_t source = 0; needed && source < needed->sources; source++) {
    int64_t here = 0;
    for (int64_t r = 0; r < crew->count; r++)
      here += crew->lanes[r].rail->arrivals[source];
    if (here < needed->before[source] + (crew->current + 1) * needed->each[source])
      return 0;
  }
  return 1;
}

/* Begins the next iteration where they come one by one and the one under way is complete on both sides. */
static void advance(crew *crew, worker *self) {
  while (crew->current < crew->pace->iterations && self->left[crew->current] == 0 && arrived(crew)) {
    self->done[crew->current] = gpucomm_now() - crew->start;
    crew->current++;
  }
}

static int all_complete(crew *crew, const worker *self, int64_t all) {
  if (crew->pace->single)
    return crew->current == crew->pace->iterations;
  if (crew->pace->shared)
    return atomic_load(&crew->common.complete) == all;
  for (int64_t r = first_rail(crew, self->number); r < first_rail(crew, self->number + 1); r++)
    if (crew->lanes[r].complete < crew->lanes[r].total)
      return 0;
  return 1;
}

/* One round over the rails of a thread: how many transfers were posted or completed, -1 after a failure. */
static int64_t round_of(worker *self, lane **unfinished) {
  crew *crew = self->crew;
  int64_t progress = 0;
  for (int64_t r = first_rail(crew, self->number); r < first_rail(crew, self->number + 1); r++) {
    lane *lane = &crew->lanes[r];
    int posted = lane->complete < lane->total ? gpucomm_post_batch(lane) : 0;
    int read = posted < 0 ? posted : gpucomm_look(lane);
    if (read < 0) {
      fail(crew, r, read);
      return -1;
    }
    progress += posted + read;
    if (!*unfinished || (lane->complete < lane->total
                         && ((*unfinished)->complete == (*unfinished)->total || lane->moved < (*unfinished)->moved)))
      *unfinished = lane;
  }
  return progress;
}

/*
 * Works until all threads are done: peers may need the progress of a rail whose own transfers are complete. Where threads are
 * more than processors, a fruitless thread gives its turn to the one that the others wait for.
 */
static void drive(worker *self) {
  crew *crew = self->crew;
  int64_t threads = crew->pace->threads, all = crew->pace->iterations * crew->pace->each, idle = 0;
  int counted = 0;
  for (int64_t round = 1; atomic_load_explicit(&crew->finished, memory_order_relaxed) < threads; round++) {
    lane *unfinished = NULL;
    int64_t progress = round_of(self, &unfinished);
    if (progress < 0)
      return;
    idle = progress ? 0 : idle + 1;
    if (crew->pace->single)
      advance(crew, self);
    if (!counted && all_complete(crew, self, all)) {
      counted = 1;
      atomic_fetch_add(&crew->finished, 1);
    }
    if (idle >= ROUNDS || round % (16 * ROUNDS) == 0) {
      int status = counted && !atomic_load(&crew->failure) ? 0 : ended(crew, unfinished);
      if (status) {
        fail(crew, unfinished - crew->lanes, status);
        return;
      }
      if (idle >= ROUNDS)
        sched_yield();
      idle = 0;
    }
  }
}

static void pin(worker *self) {
  cpu_set_t one;
  CPU_ZERO(&one);
  if (self->core >= 0) {
    CPU_SET((size_t) self->core, &one);
    if (sched_setaffinity(0, sizeof one, &one))
      fail(self->crew, self->number, gpucomm_rail_fail(self->crew->lanes[self->number].rail, -FI_EINVAL,
                                                       "pinning a thread to processor %lld", (long long) self->core));
  }
}

static void *work(void *argument) {
  worker *self = argument;
  crew *crew = self->crew;
  pin(self);
  atomic_fetch_add(&crew->ready, 1);
  while (!atomic_load(&crew->go))
    sched_yield();
  if (!atomic_load(&crew->failure))
    drive(self);
  return NULL;
}

static int run(crew *crew, worker *workers) {
  int64_t threads = crew->pace->threads, started = 1;
  for (; started < threads; started++)
    if (pthread_create(&workers[started].id, NULL, work, &workers[started]))
      break;
  if (started < threads)
    fail(crew, 0, gpucomm_rail_fail(crew->lanes[0].rail, -FI_ENOMEM, "starting thread %lld", (long long) started));
  cpu_set_t before;
  int pinned = workers[0].core >= 0 && !sched_getaffinity(0, sizeof before, &before);
  pin(&workers[0]);
  while (atomic_load(&crew->ready) < started - 1)
    sched_yield();
  crew->start = gpucomm_now();
  for (int64_t r = 0; r < crew->count; r++)
    crew->lanes[r].moved = crew->start;
  atomic_store(&crew->go, 1);
  if (!atomic_load(&crew->failure))
    drive(&workers[0]);
  if (pinned)
    sched_setaffinity(0, sizeof before, &before);
  for (int64_t t = 1; t < started; t++)
    pthread_join(workers[t].id, NULL);
  return atomic_load(&crew->failure);
}

/* An iteration is done when the last of its threads has done its part. */
static void gather(const crew *crew, const worker *workers, int64_t *done, gpucomm_outcome *outcomes) {
  for (int64_t i = 0; done && i < crew->pace->iterations; i++)
    for (int64_t t = 0; t < crew->pace->threads; t++)
      if (t == 0 || workers[t].done[i] > done[i])
        done[i] = workers[t].done[i];
  for (int64_t r = 0; r < crew->count; r++) {
    outcomes[r] = crew->lanes[r].outcome;
    outcomes[r].transfers = crew->lanes[r].complete;
  }
}

/* Slots of transfers that never completed are lost to the rail: after a failure it can only be closed. */
int gpucomm_drive(gpucomm_rail *const *rails, int64_t count, const gpucomm_transfer *transfers, const gpucomm_pace *pace,
                  const gpucomm_arrivals *arrivals, const int64_t *cores, const volatile int32_t *stop, int64_t *done,
                  gpucomm_outcome *outcomes, int64_t *failed) {
  crew crew = {.pace = pace, .stop = stop, .count = count, .arrivals = arrivals};
  int64_t listed = pace->each * pace->period, iterations = pace->iterations;
  int laid = 0;
  *failed = 0;
  if (count < 1 || pace->threads < 1 || pace->threads > count || pace->batch < 1 || pace->depth < 1 || listed < 1 || pace->requests < GPUCOMM_DIRECT || pace->requests > GPUCOMM_QUIET
      || (pace->single ? pace->threads > 1 || pace->shared : arrivals != NULL))
    return gpucomm_rail_fail(rails[0], -FI_EINVAL, "a pace that cannot be: %lld threads, %lld rails, batch %lld, depth %lld",
                             (long long) pace->threads, (long long) count, (long long) pace->batch,
                             (long long) pace->depth);
  worker *workers = calloc((size_t) pace->threads, sizeof *workers);
  crew.lanes = aligned_alloc(64, (size_t) count * sizeof(lane) + 64 - (size_t) count * sizeof(lane) % 64);
  prepared *lists = calloc((size_t) (listed * count), sizeof *lists);
  int64_t *times = calloc((size_t) (iterations * pace->threads * 2), sizeof *times);
  crew.left = pace->shared ? calloc((size_t) iterations, sizeof *crew.left) : NULL;
  int status = workers && crew.lanes && lists && times && (crew.left || !pace->shared)
                   ? 0 : gpucomm_rail_fail(rails[0], -FI_ENOMEM, "no memory for %lld iterations", (long long) iterations);
  if (!status) {
    memset(crew.lanes, 0, (size_t) count * sizeof(lane));
    laid = 1;
    for (int64_t t = 0; t < pace->threads; t++)
      workers[t] = (worker){.crew = &crew, .number = t, .core = cores ? cores[t] : -1, .done = times + 2 * t * iterations,
                            .left = times + (2 * t + 1) * iterations};
    for (int64_t i = 0; pace->shared && i < iterations; i++)
      atomic_init(&crew.left[i], pace->each);
    for (int64_t t = 0; t < pace->threads; t++)
      for (int64_t r = first_rail(&crew, t); r < first_rail(&crew, t + 1); r++)
        crew.lanes[r] = (lane){.rail = rails[r], .list = lists + r * listed, .crew = &crew, .done = workers[t].done,
                               .left = workers[t].left};
    status = gpucomm_prepare(&crew, rails, transfers);
    for (int64_t r = 0; !status && pace->requests && r < count; r++)
      status = gpucomm_requests_begin(&crew.lanes[r], pace->requests == GPUCOMM_QUIET);
    if (status && pace->requests) {
      atomic_store(&crew.failure, status);
      atomic_store(&crew.go, 1);
    }
  }
  if (!status) {
    status = run(&crew, workers);
    *failed = atomic_load(&crew.failed);
    gather(&crew, workers, done, outcomes);
  }
  for (int64_t r = 0; laid && r < count; r++)
    gpucomm_requests_end(&crew.lanes[r]);
  free(workers);
  free(crew.lanes);
  free(lists);
  free(times);
  free(crew.left);
  return status;
}
