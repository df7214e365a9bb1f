/* What the files of the libfabric shim share. */
#ifndef GPUCOMM_FABRIC_RAIL_H
#define GPUCOMM_FABRIC_RAIL_H

#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <rdma/fabric.h>
#include <rdma/fi_cm.h>
#include <rdma/fi_domain.h>
#include <rdma/fi_endpoint.h>
#include <rdma/fi_errno.h>
#include <rdma/fi_rma.h>

#include "gpucomm_fabric.h"

#define REGIONS 8
#define SOURCES 4096
#define WORDS 512

/* The exported functions of libfabric; all others are inline and go through tables of the objects. */
typedef struct {
  uint32_t (*version)(void);
  int (*getinfo)(uint32_t, const char *, const char *, uint64_t, const struct fi_info *, struct fi_info **);
  void (*freeinfo)(struct fi_info *);
  struct fi_info *(*dupinfo)(const struct fi_info *);
  int (*fabric)(struct fi_fabric_attr *, struct fid_fabric **, void *);
  const char *(*strerror)(int);
} gpucomm_libfabric;

typedef struct {
  char *memory;
  int64_t bytes;
  struct fid_mr *mr;
  void *descriptor;
} gpucomm_region;

/* What a completion finds behind its context. Providers may use the first member while the transfer is in flight. */
typedef struct {
  struct fi_context2 context;
  int64_t number;     /* the iteration that the transfer belongs to */
  int64_t transfer;   /* its number in the list */
} gpucomm_slot;

struct gpucomm_rail {
  struct fi_info *info;
  struct fid_fabric *fabric;
  struct fid_domain *domain;
  struct fid_av *av;
  struct fid_cq *cq;
  struct fid_ep *ep;
  fi_addr_t *peers;
  int64_t peer_count;
  gpucomm_region regions[REGIONS];
  int region_count;
  int device;             /* it transfers memory of GPUs too */
  gpucomm_slot *slots;
  gpucomm_slot **free;    /* a stack of the slots that no transfer uses */
  int64_t depth;
  int64_t free_count;
  int64_t arrivals[SOURCES];
  char error[WORDS];
};

extern gpucomm_libfabric gpucomm_lib;

/* What copies where an address may be a GPU's; NULL: memcpy, of the host's memory only. */
extern int (*gpucomm_copy)(uint64_t to, uint64_t from, size_t bytes);

/* What the provider (NULL: any) offers to a rail, to be freed; NULL and a status where it offers nothing. */
struct fi_info *gpucomm_offers(const char *provider, int device, int *status);

/* Keeps the words for gpucomm_fabric_error() and returns the code. */
int gpucomm_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Keeps the words, the code's meaning, domain and provider for gpucomm_rail_error() and returns the code. */
int gpucomm_rail_fail(gpucomm_rail *rail, int code, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The local descriptor of registered memory; *found is 0 where none of the regions holds it. */
void *gpucomm_descriptor(const gpucomm_rail *rail, const char *memory, int64_t bytes, int *found);
/* Called for each completion of a transfer that was posted with a slot. */
typedef void gpucomm_on_done(void *self, gpucomm_slot *slot);
/* Reads completions once: how many, or a negative errno. Immediates are counted on the rail. */
int gpucomm_rail_poll(gpucomm_rail *rail, gpucomm_on_done *done, void *self);

static inline int64_t gpucomm_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (int64_t) t.tv_sec * 1000000000 + t.tv_nsec;
}

#endif
