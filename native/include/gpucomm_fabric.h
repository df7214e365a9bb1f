/*
 * libfabric as the runner drives it: flat functions over what rdma/fabric.h has only inline. By the rules of gpucomm.h; the
 * status is 0 or a negative errno of libfabric (rdma/fi_errno.h). Words are kept in the rail where there is one, for
 * gpucomm_rail_error(), else for gpucomm_fabric_error(). The one state is the loaded library.
 *
 * A rail is one network interface as one side drives it: domain, endpoint, addresses of the peers, completion queue. One
 * thread uses a rail at a time. Memory that is registered stays the caller's and outlives the rail.
 */
#ifndef GPUCOMM_FABRIC_H
#define GPUCOMM_FABRIC_H

#include "gpucomm.h"

/* Loads libfabric from the first of the candidates, separated by '\n', that the loader takes. Once for a process. */
GPUCOMM_API int gpucomm_fabric_load(const char *candidates);
/* The loaded library's version: major << 16 | minor. 0 before gpucomm_fabric_load(). */
GPUCOMM_API int gpucomm_fabric_version(void);
/* What went wrong last in this thread where there is no rail. Never NULL; the next call of this thread overwrites it. */
GPUCOMM_API const char *gpucomm_fabric_error(void);

/* Bytes of an address of an endpoint, whatever the provider: shorter ones are filled with zeros. */
#define GPUCOMM_ADDRESS_BYTES 256

/* A domain that a provider offers for one-sided and two-sided transfers between any two endpoints. */
typedef struct {
  char provider[64];
  char fabric[128];
  char domain[64];
  int64_t transmit;    /* transfers that may be in flight on an endpoint */
  int64_t inject;      /* bytes that can be sent without a completion */
  int64_t bits;        /* per second, 0 where the provider does not tell */
  int64_t pci;         /* domain << 20 | bus << 12 | device << 4 | function, -1 where it does not tell */
} gpucomm_domain;

/*
 * The domains of a provider (NULL: of all), each once, in the library's order; at most capacity of them. device != 0: only those
 * that transfer memory of GPUs.
 */
GPUCOMM_API int gpucomm_fabric_domains(const char *provider, int64_t device, gpucomm_domain *domains, int64_t capacity,
                                       int64_t *count);
/* What copies between addresses of which any may be a GPU's (cuMemcpy). Without it memory of GPUs is not copied here. */
GPUCOMM_API void gpucomm_fabric_copy_by(int (*copy)(uint64_t to, uint64_t from, size_t bytes));

typedef struct gpucomm_rail gpucomm_rail;

/*
 * Opens an endpoint on a domain; device != 0: one that transfers memory of GPUs too. depth is how many transfers may be in flight; *granted what the provider gives of it.
 * On failure gpucomm_fabric_error() tells why.
 */
GPUCOMM_API int gpucomm_rail_open(const char *provider, const char *domain, int64_t device, int64_t depth,
                                  gpucomm_rail **rail, int64_t *granted);
/* Closes what was opened and frees the rail. */
GPUCOMM_API int gpucomm_rail_close(gpucomm_rail *rail);
/* What went wrong last on the rail, with its domain and provider. Owned by the rail. */
GPUCOMM_API const char *gpucomm_rail_error(const gpucomm_rail *rail);
/* Writes GPUCOMM_ADDRESS_BYTES bytes by which another process reaches the rail. */
GPUCOMM_API int gpucomm_rail_address(gpucomm_rail *rail, void *address);
/* The next peer of the rail; the first is number 0. */
GPUCOMM_API int gpucomm_rail_peer(gpucomm_rail *rail, const void *address);
/*
 * Registers memory for every kind of transfer: of the host if gpu is -1, else of the GPU of this CUDA ordinal. A peer reaches
 * byte i of it by key and *base + i.
 */
GPUCOMM_API int gpucomm_rail_register(gpucomm_rail *rail, void *memory, int64_t bytes, int64_t gpu, uint64_t *key,
                                      uint64_t *base);

/* A send or write is complete when its bytes are in the peer's memory. The last kind copies to the local address `remote`. */
enum {
  GPUCOMM_SEND, GPUCOMM_RECEIVE, GPUCOMM_WRITE, GPUCOMM_WRITE_IMMEDIATE, GPUCOMM_READ, GPUCOMM_COPY_HERE
};

/* One transfer of an iteration. All members are 64 bits wide, so that a caller can fill an array of longs. */
typedef struct {
  int64_t kind;
  int64_t rail;    /* which of the rails given to gpucomm_drive() */
  int64_t peer;    /* of that rail; without meaning for GPUCOMM_RECEIVE */
  int64_t local;   /* address in this process, registered with the rail */
  int64_t bytes;
  int64_t remote;  /* base + offset at the peer, for writes and reads */
  int64_t key;     /* at the peer, for writes and reads */
  int64_t source;  /* whom an immediate names to the peer: the number of this side */
} gpucomm_transfer;

/*
 * Who asks for transfers: the thread that drives the rail; or a producer beside it, through a queue of gpucomm_queue.h, without waiting or
 * waiting for each to be complete. A producer asks as threads of a GPU do.
 */
enum { GPUCOMM_DIRECT, GPUCOMM_QUEUED, GPUCOMM_QUIET };

/* How gpucomm_drive() posts. All members are 64 bits wide. */
typedef struct {
  int64_t iterations;
  int64_t each;      /* transfers of one iteration */
  int64_t period;    /* iterations after which the list of transfers begins anew */
  int64_t depth;     /* transfers in flight on a rail at most */
  int64_t batch;     /* transfers posted to a rail before the thread turns to its next one */
  int64_t lazy;      /* 1: completions are looked for after a batch only; 0: after each post */
  int64_t threads;   /* each drives its own rails, which follow one another */
  int64_t shared;    /* 1: the threads count in common, in one cache line; 0: each by itself */
  int64_t stall;     /* nanoseconds without a completion on a rail after which it has failed */
  int64_t single;    /* 1: an iteration begins when the one before is complete; needs threads = 1 and shared = 0 */
  int64_t requests;  /* GPUCOMM_DIRECT, GPUCOMM_QUEUED or GPUCOMM_QUIET */
} gpucomm_pace;

/* What became of a rail. All members are 64 bits wide. */
typedef struct {
  int64_t transfers;  /* complete */
  int64_t bytes;
  int64_t first;      /* nanoseconds from the start to the first completion */
  int64_t last;       /* nanoseconds from the start to the last completion */
  int64_t full;       /* how often the provider had no room (EAGAIN) */
} gpucomm_outcome;

/*
 * Immediates that an iteration waits for besides its own transfers, in single iterations: from source s it needs each[s]. before[s]
 * have been waited for since the rails were opened.
 */
typedef struct {
  int64_t sources;
  const int64_t *before;
  const int64_t *each;
} gpucomm_arrivals;

/*
 * Does `iterations` times what the list says and returns when all is complete. transfers has period × each elements; those of
 * iteration i begin at (i % period) × each. arrivals may be NULL. cores[t] is the processor for thread t, -1 for any; NULL: any for
 * all. Another thread may set *stop to end the call with -FI_ECANCELED. done[i] gets the nanoseconds from the start to the moment
 * when iteration i was complete; it may be NULL. outcomes has a place for each rail. *failed gets the number of a rail that failed.
 */
GPUCOMM_API int gpucomm_drive(gpucomm_rail *const *rails, int64_t count, const gpucomm_transfer *transfers,
                              const gpucomm_pace *pace, const gpucomm_arrivals *arrivals, const int64_t *cores,
                              const volatile int32_t *stop, int64_t *done, gpucomm_outcome *outcomes, int64_t *failed);

/*
 * Lets the rails progress until each source has sent as many immediates as arrivals[source] says since the rails were opened,
 * and each word is at least what values[] says: a peer may be further already. Sources or words may be none.
 */
GPUCOMM_API int gpucomm_await(gpucomm_rail *const *rails, int64_t count, const int64_t *arrivals, int64_t sources,
                  const volatile int64_t *const *words, const int64_t *values, int64_t number, int64_t timeout,
                  const volatile int32_t *stop, int64_t *failed);

/*
 * Sends and receives in turns, `iterations` times; first != 0: begins. times[i] gets the nanoseconds of iteration i, there and
 * back, at the side that begins; at the other side from one reception to the next.
 */
GPUCOMM_API int gpucomm_ping_pong(gpucomm_rail *rail, int64_t peer, void *send, void *receive, int64_t bytes, int64_t iterations,
                      int64_t first, int64_t timeout, const volatile int32_t *stop, int64_t *times);

/* Fills memory with bytes that depend on the seed and on their place, of which the first has number `from`. */
GPUCOMM_API void gpucomm_fill(void *memory, int64_t bytes, uint64_t seed, int64_t from);
/* How many bytes differ from what gpucomm_fill() would have put there. */
GPUCOMM_API int64_t gpucomm_wrong_bytes(const void *memory, int64_t bytes, uint64_t seed, int64_t from);

#endif
