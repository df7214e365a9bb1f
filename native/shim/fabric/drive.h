/* What the files that drive lists of transfers share: lanes, one for each rail, and the crew of threads that drives them. */
#ifndef GPUCOMM_FABRIC_DRIVE_H
#define GPUCOMM_FABRIC_DRIVE_H

#include <pthread.h>
#include <stdatomic.h>

#include "rail.h"

/* A transfer as the loop posts it: everything that does not change from one iteration to the next is prepared. */
typedef struct {
  int64_t kind;
  fi_addr_t peer;
  struct iovec local;
  void *descriptor;
  struct fi_rma_iov remote;
  uint64_t data;
  int64_t phase;   /* which iteration of a period it belongs to */
} prepared;

/* The queue through which a producer asks for the transfers of a lane. */
typedef struct requests requests;

typedef struct {
  _Alignas(64) gpucomm_rail *rail;
  prepared *list;
  int64_t length;      /* of the list */
  int64_t next;        /* number of the transfer to post: list[next % length] */
  int64_t total;       /* transfers of all iterations */
  int64_t in_flight;
  int64_t complete;
  gpucomm_outcome outcome;
  struct crew *crew;
  int64_t *left;       /* transfers that each iteration still waits for, as its thread counts */
  int64_t *done;
  int64_t now;         /* when the completions at hand were read */
  int64_t moved;       /* when something was complete last */
  requests *requests;  /* NULL: the thread that drives the rail posts of itself */
} lane;

/* What all threads write if they count in common: in one line of the cache, as a program has it that does not care. */
typedef struct {
  _Atomic int64_t posted;
  _Atomic int64_t complete;
} common;

typedef struct crew {
  const gpucomm_pace *pace;
  const volatile int32_t *stop;
  lane *lanes;
  int64_t count;
  int64_t start;
  const gpucomm_arrivals *arrivals;
  int64_t current;     /* the iteration that is under way, if they come one by one */
  _Atomic int ready;
  _Atomic int go;
  _Atomic int finished;
  _Atomic int failure;
  _Atomic int64_t failed;
  _Atomic int64_t *left;   /* of each iteration, if the threads count in common */
  _Alignas(64) common common;
} crew;

typedef struct {
  crew *crew;
  int64_t number;
  int64_t core;
  int64_t *done;
  int64_t *left;
  pthread_t id;
} worker;

/* Brings the lists into the form in which they are posted, and counts their transfers; a status. */
int gpucomm_prepare(crew *crew, gpucomm_rail *const *rails, const gpucomm_transfer *transfers);
/* Starts a producer for a lane, which begins when the crew does; a status. quiet: it waits for each transfer. */
int gpucomm_requests_begin(lane *lane, int quiet);
/* Whether the next transfer of a lane has been asked for; a negative errno where the request is damaged. */
int gpucomm_requested(const lane *lane);
/* Tells the producer how many requests were taken. */
void gpucomm_requests_taken(const lane *lane);
/* Tells the producer how many transfers are complete, where all are that were taken. */
void gpucomm_requests_done(const lane *lane);
/* Waits for the producer, which ends by itself when all is asked for or something failed. */
void gpucomm_requests_end(lane *lane);
/* Posts a batch to a rail: how many transfers were posted, or a negative errno. */
int gpucomm_post_batch(lane *lane);
/* Takes the completions of a rail: how many there were, or a negative errno. */
int gpucomm_look(lane *lane);

#endif
