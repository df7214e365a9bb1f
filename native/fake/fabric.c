/*
 * The libfabric of this host as if it had been built with CUDA, for GPUs whose memory is the host's: the fake libcuda's. Memory
 * that is registered as a GPU's is registered as the host's, and every provider moves it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <rdma/fabric.h>
#include <rdma/fi_domain.h>
#include <stdlib.h>

#define EXPORT __attribute__((visibility("default")))

static void *real(const char *name) {
  static void *library;
  if (!library)
    /* Bound to itself: a provider over another one must not come back here. */
    library = dlopen("libfabric.so.1", RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  return library ? dlsym(library, name) : NULL;
}

static struct fi_ops_fabric of_fabric;
static struct fi_ops_mr of_memory;
static int (*domain_before)(struct fid_fabric *, struct fi_info *, struct fid_domain **, void *);
static int (*register_before)(struct fid *, const struct fi_mr_attr *, uint64_t, struct fid_mr **);

static int register_any(struct fid *fid, const struct fi_mr_attr *attributes, uint64_t flags, struct fid_mr **mr) {
  struct fi_mr_attr here = *attributes;
  here.iface = FI_HMEM_SYSTEM;
  return register_before(fid, &here, flags, mr);
}

static int domain_of_any(struct fid_fabric *fabric, struct fi_info *info, struct fid_domain **domain, void *context) {
  int status = domain_before(fabric, info, domain, context);
  if (status)
    return status;
  of_memory = *(*domain)->mr;
  register_before = of_memory.regattr;
  of_memory.regattr = register_any;
  (*domain)->mr = &of_memory;
  return 0;
}

EXPORT uint32_t fi_version(void) { return ((uint32_t (*)(void)) real("fi_version"))(); }
EXPORT void fi_freeinfo(struct fi_info *info) { ((void (*)(struct fi_info *)) real("fi_freeinfo"))(info); }
EXPORT struct fi_info *fi_dupinfo(const struct fi_info *info) {
  return ((struct fi_info *(*)(const struct fi_info *)) real("fi_dupinfo"))(info);
}
EXPORT const char *fi_strerror(int code) { return ((const char *(*)(int)) real("fi_strerror"))(code); }

EXPORT int fi_getinfo(uint32_t version, const char *node, const char *service, uint64_t flags, const struct fi_info *hints,
                      struct fi_info **info) {
  struct fi_info *without = hints ? fi_dupinfo(hints) : NULL;
  if (without) {
    without->caps &= ~(uint64_t) FI_HMEM;
    without->domain_attr->mr_mode &= ~FI_MR_HMEM;
  }
  int status = ((int (*)(uint32_t, const char *, const char *, uint64_t, const struct fi_info *, struct fi_info **))
                    real("fi_getinfo"))(version, node, service, flags, without, info);
  if (without)
    fi_freeinfo(without);
  return status;
}

EXPORT int fi_fabric(struct fi_fabric_attr *attributes, struct fid_fabric **fabric, void *context) {
  int status = ((int (*)(struct fi_fabric_attr *, struct fid_fabric **, void *)) real("fi_fabric"))(attributes, fabric, context);
  if (status)
    return status;
  of_fabric = *(*fabric)->ops;
  domain_before = of_fabric.domain;
  of_fabric.domain = domain_of_any;
  (*fabric)->ops = &of_fabric;
  return 0;
}
