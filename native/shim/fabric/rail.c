/* A rail: opening, peers, memory, completions, closing. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rail.h"

/* Beyond the header's own size: structs of a newer library may be longer, and read zeros there. */
#define LATER_MEMBERS 256
/* Completions that one call reads. */
#define ENTRIES 16
#define MOST_PEERS 4096

int gpucomm_rail_fail(gpucomm_rail *rail, int code, const char *format, ...) {
  char what[WORDS / 2];
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(what, sizeof what, format, arguments);
  va_end(arguments);
  snprintf(rail->error, sizeof rail->error, "%.255s over %.63s (%.63s): %.60s (%d)", what, rail->info->domain_attr->name,
           rail->info->fabric_attr->prov_name, gpucomm_lib.strerror(-code), code);
  return code;
}

const char *gpucomm_rail_error(const gpucomm_rail *rail) { return rail->error; }

int gpucomm_rail_close(gpucomm_rail *rail) {
  if (!rail)
    return 0;
  /* The endpoint first: everything else is bound to it. */
  int status = rail->ep ? fi_close(&rail->ep->fid) : 0;
  for (int i = 0; i < rail->region_count; i++)
    status |= fi_close(&rail->regions[i].mr->fid);
  status |= rail->cq ? fi_close(&rail->cq->fid) : 0;
  status |= rail->av ? fi_close(&rail->av->fid) : 0;
  status |= rail->domain ? fi_close(&rail->domain->fid) : 0;
  status |= rail->fabric ? fi_close(&rail->fabric->fid) : 0;
  if (rail->info)
    gpucomm_lib.freeinfo(rail->info);
  free(rail->peers);
  free(rail->slots);
  free(rail->free);
  free(rail);
  return status ? gpucomm_fail(-FI_EBUSY, "a part of libfabric did not close") : 0;
}

/* The first of the provider's offers on the domain. */
static struct fi_info *chosen(const char *provider, const char *domain, int device, int *status) {
  struct fi_info *offers = gpucomm_offers(provider, device, status), *found = NULL;
  for (struct fi_info *info = offers; info && !found; info = info->next)
    if (!domain || !strcmp(info->domain_attr->name, domain))
      found = gpucomm_lib.dupinfo(info);
  if (offers && !found)
    *status = gpucomm_fail(-FI_ENODEV, "provider %s has no domain %s", provider ? provider : "(any)", domain);
  if (offers)
    gpucomm_lib.freeinfo(offers);
  return found;
}

static int open_queue(gpucomm_rail *rail) {
  union {
    struct fi_cq_attr attr;
    char room[sizeof(struct fi_cq_attr) + LATER_MEMBERS];
  } cq;
  memset(&cq, 0, sizeof cq);
  cq.attr.format = FI_CQ_FORMAT_DATA;
  cq.attr.wait_obj = FI_WAIT_NONE;
  /* Room for everything that can be in flight and for as many immediates of others. */
  cq.attr.size = rail->info->tx_attr->size + 4 * rail->info->rx_attr->size;
  return fi_cq_open(rail->domain, &cq.attr, &rail->cq, NULL);
}

static int open_addresses(gpucomm_rail *rail) {
  union {
    struct fi_av_attr attr;
    char room[sizeof(struct fi_av_attr) + LATER_MEMBERS];
  } av;
  memset(&av, 0, sizeof av);
  av.attr.type = rail->info->domain_attr->av_type;
  return fi_av_open(rail->domain, &av.attr, &rail->av, NULL);
}

static int open_endpoint(gpucomm_rail *rail, const char **step) {
  int status;
  *step = "fi_fabric";
  if ((status = gpucomm_lib.fabric(rail->info->fabric_attr, &rail->fabric, NULL)))
    return status;
  *step = "fi_domain";
  if ((status = fi_domain(rail->fabric, rail->info, &rail->domain, NULL)))
    return status;
  *step = "fi_cq_open";
  if ((status = open_queue(rail)))
    return status;
  *step = "fi_av_open";
  if ((status = open_addresses(rail)))
    return status;
  *step = "fi_endpoint";
  if ((status = fi_endpoint(rail->domain, rail->info, &rail->ep, NULL)))
    return status;
  *step = "fi_ep_bind";
  if ((status = fi_ep_bind(rail->ep, &rail->av->fid, 0)))
    return status;
  if ((status = fi_ep_bind(rail->ep, &rail->cq->fid, FI_TRANSMIT | FI_RECV)))
    return status;
  *step = "fi_enable";
  return fi_enable(rail->ep);
}

static int allocate(gpucomm_rail *rail, int64_t depth) {
  int64_t most = (int64_t) rail->info->tx_attr->size;
  rail->depth = depth < most ? depth : most;
  rail->slots = calloc((size_t) rail->depth, sizeof *rail->slots);
  rail->free = calloc((size_t) rail->depth, sizeof *rail->free);
  rail->peers = calloc(MOST_PEERS, sizeof *rail->peers);
  if (!rail->slots || !rail->free || !rail->peers)
    return -FI_ENOMEM;
  for (int64_t i = 0; i < rail->depth; i++)
    rail->free[rail->free_count++] = &rail->slots[i];
  return 0;
}

int gpucomm_rail_open(const char *provider, const char *domain, int64_t device, int64_t depth, gpucomm_rail **out,
                      int64_t *granted) {
  int status = 0;
  const char *step = "memory";
  if (depth < 1)
    return gpucomm_fail(-FI_EINVAL, "depth must be at least 1, was %lld", (long long) depth);
  struct fi_info *info = chosen(provider, domain, device != 0, &status);
  if (!info)
    return status;
  gpucomm_rail *rail = calloc(1, sizeof *rail);
  if (!rail)
    return gpucomm_fail(-FI_ENOMEM, "no memory for a rail");
  rail->info = info;
  rail->device = device != 0;
  if ((status = allocate(rail, depth)) || (status = open_endpoint(rail, &step))) {
    gpucomm_rail_fail(rail, status, "%s", step);
    gpucomm_fail(status, "%s", rail->error);
    gpucomm_rail_close(rail);
    return status;
  }
  *granted = rail->depth;
  *out = rail;
  return 0;
}

int gpucomm_rail_address(gpucomm_rail *rail, void *address) {
  size_t length = GPUCOMM_ADDRESS_BYTES;
  memset(address, 0, length);
  int status = fi_getname(&rail->ep->fid, address, &length);
  return status ? gpucomm_rail_fail(rail, status, "fi_getname") : 0;
}

int gpucomm_rail_peer(gpucomm_rail *rail, const void *address) {
  if (rail->peer_count == MOST_PEERS)
    return gpucomm_rail_fail(rail, -FI_ENOMEM, "more than %d peers", MOST_PEERS);
  int inserted = fi_av_insert(rail->av, address, 1, &rail->peers[rail->peer_count], 0, NULL);
  if (inserted != 1)
    return gpucomm_rail_fail(rail, inserted < 0 ? inserted : -FI_EINVAL, "fi_av_insert of peer %lld",
                             (long long) rail->peer_count);
  rail->peer_count++;
  return 0;
}

int gpucomm_rail_register(gpucomm_rail *rail, void *memory, int64_t bytes, int64_t gpu, uint64_t *key, uint64_t *base) {
  if (rail->region_count == REGIONS)
    return gpucomm_rail_fail(rail, -FI_ENOMEM, "more than %d stretches of memory", REGIONS);
  gpucomm_region *region = &rail->regions[rail->region_count];
  struct iovec stretch = {.iov_base = memory, .iov_len = (size_t) bytes};
  struct fi_mr_attr attributes = {.mr_iov = &stretch, .iov_count = 1,
                                  .access = FI_SEND | FI_RECV | FI_READ | FI_WRITE | FI_REMOTE_READ | FI_REMOTE_WRITE,
                                  .requested_key = (uint64_t) rail->region_count + 1,
                                  .iface = gpu < 0 ? FI_HMEM_SYSTEM : FI_HMEM_CUDA};
  attributes.device.cuda = gpu < 0 ? 0 : (int) gpu;
  /*
   * Not FI_HMEM_DEVICE_ONLY: shm (libfabric 2.1.0) then copies from GPU to GPU, but a transfer is complete before its bytes are there: 256
   * MiB in 4 us on H200s. Without it they go through the host, and are there.
   */
  int status = fi_mr_regattr(rail->domain, &attributes, 0, &region->mr);
  if (status)
    return gpucomm_rail_fail(rail, status, "registering %lld bytes of %s", (long long) bytes,
                             gpu < 0 ? "the host" : status == -FI_ENOSYS ? "a GPU, for which this libfabric was not built,"
                                                                  : "a GPU");
  region->memory = memory;
  region->bytes = bytes;
  region->descriptor = fi_mr_desc(region->mr);
  rail->region_count++;
  *key = fi_mr_key(region->mr);
  *base = rail->info->domain_attr->mr_mode & FI_MR_VIRT_ADDR ? (uint64_t) (uintptr_t) memory : 0;
  return 0;
}

void *gpucomm_descriptor(const gpucomm_rail *rail, const char *memory, int64_t bytes, int *found) {
  for (int i = 0; i < rail->region_count; i++) {
    const gpucomm_region *region = &rail->regions[i];
    if (memory >= region->memory && memory + bytes <= region->memory + region->bytes) {
      *found = 1;
      return region->descriptor;
    }
  }
  *found = 0;
  return NULL;
}

/* An entry of the error queue in the provider's own words. */
static int completion_failed(gpucomm_rail *rail) {
  union {
    struct fi_cq_err_entry entry;
    char room[sizeof(struct fi_cq_err_entry) + LATER_MEMBERS];
  } error;
  memset(&error, 0, sizeof error);
  if (fi_cq_readerr(rail->cq, &error.entry, 0) < 0)
    return gpucomm_rail_fail(rail, -FI_EOTHER, "a transfer failed and the provider does not tell why");
  char text[128] = "";
  const char *own = fi_cq_strerror(rail->cq, error.entry.prov_errno, error.entry.err_data, text, sizeof text);
  uint64_t flags = error.entry.flags;
  return gpucomm_rail_fail(rail, -error.entry.err, "a %s failed (provider: %s)",
                           flags & FI_READ ? "read" : flags & FI_WRITE ? "write" : flags & FI_RECV ? "receive"
                           : flags & FI_SEND ? "send" : "transfer", own ? own : text);
}

int gpucomm_rail_poll(gpucomm_rail *rail, gpucomm_on_done *done, void *self) {
  struct fi_cq_data_entry entries[ENTRIES];
  ssize_t read = fi_cq_read(rail->cq, entries, ENTRIES);
  if (read == -FI_EAGAIN)
    return 0;
  if (read == -FI_EAVAIL)
    return completion_failed(rail);
  if (read < 0)
    return gpucomm_rail_fail(rail, (int) read, "fi_cq_read");
  for (ssize_t i = 0; i < read; i++) {
    if (entries[i].flags & FI_REMOTE_CQ_DATA)
      rail->arrivals[entries[i].data % SOURCES]++;
    else if (done)
      done(self, entries[i].op_context);
  }
  return (int) read;
}
