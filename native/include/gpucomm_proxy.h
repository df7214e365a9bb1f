/*
 * CPU threads that serve the queues of one GPU, by the rules of gpucomm.h. A proxy takes the requests of its own queue, in order, until it is
 * stopped. What it does with one, the mode says: nothing, or a copy within what the GPU reaches, queued on the proxy's stream and followed by
 * a write of the request's number to the queue's word `done`.
 */
#ifndef GPUCOMM_PROXY_H
#define GPUCOMM_PROXY_H

#include "gpucomm.h"

/* What proxies call of the CUDA driver, as its header declares it; addresses, since this library links to no CUDA. */
typedef struct {
  uint64_t context;           /* CUcontext that every proxy makes its own */
  uint64_t cuCtxSetCurrent;
  uint64_t cuMemcpyDtoDAsync;
  uint64_t cuStreamWriteValue32;
} gpucomm_driver;

typedef struct gpucomm_proxies gpucomm_proxies;

/*
 * Starts `queues` proxies over as many queues (gpucomm_queue.h) that begin at `shared`, which stays the caller's. streams: a CUstream each. They
 * take requests and do nothing with them until gpucomm_proxies_copy.
 */
GPUCOMM_API int gpucomm_proxies_start(void *shared, int64_t queues, int64_t depth, const gpucomm_driver *driver, const uint64_t *streams,
                                      gpucomm_proxies **proxies);
/* Ends the threads, whatever they wait for, and frees the handle. No work that is queued may need them. */
GPUCOMM_API int gpucomm_proxies_stop(gpucomm_proxies *proxies);

/* From now on a request copies the 16 * second word bytes that are 16 * first word bytes behind `from` to the same place behind `to`. */
GPUCOMM_API int gpucomm_proxies_copy(gpucomm_proxies *proxies, uint64_t to, uint64_t from);

/*
 * From now on requests are looked at: each of the first words 0 to count - 1 has to come once, with the second word of
 * gpucomm_request_word(first, seed). gpucomm_proxies_wrong ends that and tells how many came wrong, twice or not at all.
 * Both are called while no request is under way.
 */
GPUCOMM_API int gpucomm_proxies_inspect(gpucomm_proxies *proxies, int64_t count, int64_t seed);
GPUCOMM_API int gpucomm_proxies_wrong(gpucomm_proxies *proxies, int64_t *wrong);

/* GPUCOMM_CUDA if a call of a proxy has failed, which has ended it; the words are gpucomm_proxy_error's. */
GPUCOMM_API int gpucomm_proxies_failed(gpucomm_proxies *proxies);
/* What went wrong last in this thread. Never NULL. */
GPUCOMM_API const char *gpucomm_proxy_error(void);

#endif
