/*
 * What the fake libraries share. They behave as the real ones as far as gpucomm sees them, on host memory: work is queued on
 * streams, each of which has a thread, and completes later. Faults are asked for by environment variables:
 *
 *   FAKE_FAIL=CALL[@RANK][#N]=CODE   the Nth call (default: the first) returns CODE
 *   FAKE_HANG=CALL[@RANK][#N]        the Nth call never returns
 *   FAKE_STALL=CALL[@RANK][#N]       the Nth call returns, but what it queued never completes
 *   FAKE_WRONG=CALL[@RANK][#N]       the Nth call and those after it change one bit of the first element of the result
 *   FAKE_LOSE=KERNEL[@DEVICE][#N]    the Nth launch of a kernel and those after it tell no peer that they have come; cuStreamWriteValue32
 *                                    writes nothing
 *   FAKE_DIE=CALL[@RANK][#N]         the Nth call ends the process at once, as a crash does
 *   FAKE_COLD=N                      copies within a device take 50 ms each until N kernels were launched, as on a GPU at a low clock rate
 *
 * RANK is that of the communicator, for calls of libcuda the device. FAKE_WRONG knows kernels too, by their names. Several faults of a kind are separated by commas.
 */
#ifndef GPUCOMM_FAKE_H
#define GPUCOMM_FAKE_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define FAKE_EXPORT __attribute__((visibility("default")))
#define FAKE_FAULTS 64

/* Work of a stream; arg is freed by nobody, since a graph may hold it. */
typedef void (*fake_work)(void *arg);

/* libcuda's: queues work on a stream, or adds it to the graph that is being captured. */
FAKE_EXPORT void gpucomm_fake_queue(void *stream, fake_work work, void *arg);

/* One value of a fault variable, counted per process. */
struct fake_fault {
  char call[48];
  long rank;
  int nth;
  int code;
  atomic_int seen;
};

struct fake_faults {
  struct fake_fault fault[FAKE_FAULTS];
  int count;
};

static inline void fake_parse(struct fake_faults *faults, const char *variable) {
  const char *text = getenv(variable);
  while (text && *text && faults->count < FAKE_FAULTS) {
    struct fake_fault *fault = &faults->fault[faults->count++];
    const char *end = strchr(text, ',');
    char copy[128], *part;
    size_t length = end ? (size_t)(end - text) : strlen(text);
    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    fault->rank = -1;
    fault->nth = 1;
    if ((part = strchr(copy, '='))) { fault->code = atoi(part + 1); *part = 0; }
    if ((part = strchr(copy, '#'))) { fault->nth = atoi(part + 1); *part = 0; }
    if ((part = strchr(copy, '@'))) { fault->rank = atol(part + 1); *part = 0; }
    snprintf(fault->call, sizeof fault->call, "%.47s", copy);
    text = end ? end + 1 : 0;
  }
}

/* The fault that this call is to have; null if none. later: whether it stays for the calls after. */
static inline struct fake_fault *fake_due(struct fake_faults *faults, const char *call, long rank, int later) {
  for (int i = 0; i < faults->count; i++) {
    struct fake_fault *fault = &faults->fault[i];
    if (strcmp(fault->call, call) || (fault->rank >= 0 && fault->rank != rank)) continue;
    int seen = atomic_fetch_add(&fault->seen, 1) + 1;
    if (seen == fault->nth || (later && seen > fault->nth)) return fault;
  }
  return 0;
}

static struct fake_faults fake_fails, fake_hangs, fake_stalls, fake_wrongs, fake_losses, fake_deaths;

__attribute__((constructor)) static inline void fake_read_environment(void) {
  fake_parse(&fake_fails, "FAKE_FAIL");
  fake_parse(&fake_hangs, "FAKE_HANG");
  fake_parse(&fake_stalls, "FAKE_STALL");
  fake_parse(&fake_wrongs, "FAKE_WRONG");
  fake_parse(&fake_losses, "FAKE_LOSE");
  fake_parse(&fake_deaths, "FAKE_DIE");
}

/* As in the real libraries, what a call that has not returned works with is gone after exit()'s destructors. */
static atomic_int fake_inside;

__attribute__((destructor)) static inline void fake_crash_under_calls(void) {
  if (atomic_load(&fake_inside)) raise(SIGSEGV);
}

/* To be called at the beginning of every call; returns the code to fail with, 0 to go on. */
static inline int fake_enter(const char *call, long rank) {
  struct fake_fault *fault = fake_due(&fake_fails, call, rank, 0);
  if (fake_due(&fake_deaths, call, rank, 0)) _exit(66);
  while (fake_due(&fake_hangs, call, rank, 0)) {
    atomic_fetch_add(&fake_inside, 1);
    for (;;) pause();
  }
  return fault ? fault->code : 0;
}

#define FAKE_ENTER(call, rank) do { int fake_code = fake_enter(call, rank); if (fake_code) return fake_code; } while (0)

#endif
