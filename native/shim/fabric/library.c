/* Loading libfabric and listing what it offers. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rail.h"

/* From this API on EFA uses the device's RDMA without being told; nothing newer is needed. */
#define NEWEST_API FI_VERSION(1, 18)

gpucomm_libfabric gpucomm_lib;
int (*gpucomm_copy)(uint64_t to, uint64_t from, size_t bytes);
static pthread_mutex_t loading = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local char words[4 * WORDS];

int gpucomm_abi_version(void) { return GPUCOMM_ABI_VERSION; }

const char *gpucomm_fabric_error(void) { return words; }

int gpucomm_fail(int code, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(words, sizeof words, format, arguments);
  va_end(arguments);
  return code;
}

static int bind(void *library, const char *path) {
  static const char *const names[] = {"fi_version", "fi_getinfo", "fi_freeinfo", "fi_dupinfo", "fi_fabric", "fi_strerror"};
  gpucomm_libfabric found;
  void **const members[] = {(void **) &found.version, (void **) &found.getinfo, (void **) &found.freeinfo,
                            (void **) &found.dupinfo, (void **) &found.fabric, (void **) &found.strerror};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    *members[i] = dlsym(library, names[i]);
    if (!*members[i])
      return gpucomm_fail(-FI_ENOSYS, "%s has no function %s; it is too old or not libfabric", path, names[i]);
  }
  gpucomm_lib = found;
  return 0;
}

int gpucomm_fabric_load(const char *candidates) {
  pthread_mutex_lock(&loading);
  int status = gpucomm_lib.version ? 0 : -FI_ENOENT;
  char reasons[sizeof words] = "no candidate was given";
  size_t used = 0;
  char *list = strdup(candidates), *rest = list;
  for (char *path; status && (path = strsep(&rest, "\n"));) {
    void *library = dlopen(path, RTLD_NOW | RTLD_GLOBAL);
    if (library) {
      status = bind(library, path);
      used += (size_t) snprintf(reasons + used, sizeof reasons - used, "%s%s", used ? "; " : "", status ? words : "");
    } else {
      used += (size_t) snprintf(reasons + used, sizeof reasons - used, "%s%s", used ? "; " : "", dlerror());
    }
    if (used >= sizeof reasons)
      used = sizeof reasons - 1;
  }
  free(list);
  pthread_mutex_unlock(&loading);
  return status ? gpucomm_fail(status, "%s", reasons) : 0;
}

int gpucomm_fabric_version(void) { return gpucomm_lib.version ? (int) gpucomm_lib.version() : 0; }

/* What a rail needs of a provider. Memory modes are those that gpucomm_rail_register() serves. */
static struct fi_info *needs(const char *provider, int device) {
  struct fi_info *hints = gpucomm_lib.dupinfo(NULL);
  if (!hints)
    return NULL;
  hints->caps = FI_MSG | FI_RMA | (device ? FI_HMEM : 0);
  hints->mode = FI_CONTEXT | FI_CONTEXT2;
  hints->ep_attr->type = FI_EP_RDM;
  hints->domain_attr->mr_mode = FI_MR_LOCAL | FI_MR_VIRT_ADDR | FI_MR_ALLOCATED | FI_MR_PROV_KEY
                                | (device ? FI_MR_HMEM : 0);
  hints->domain_attr->threading = FI_THREAD_DOMAIN;
  hints->fabric_attr->prov_name = provider ? strdup(provider) : NULL;
  return hints;
}

struct fi_info *gpucomm_offers(const char *provider, int device, int *status) {
  *status = gpucomm_fail(-FI_ENOSYS, "libfabric is not loaded");
  struct fi_info *hints = gpucomm_lib.version ? needs(provider, device) : NULL, *offers = NULL;
  if (!hints)
    return NULL;
  uint32_t api = gpucomm_lib.version();
  *status = gpucomm_lib.getinfo(FI_VERSION_LT(api, NEWEST_API) ? api : NEWEST_API, NULL, NULL, 0, hints, &offers);
  gpucomm_lib.freeinfo(hints);
  if (*status)
    gpucomm_fail(*status, "%s%s offers no endpoint that sends, writes and reads%s: %s", provider ? "provider " : "libfabric",
                 provider ? provider : "", device ? " memory of GPUs" : "", gpucomm_lib.strerror(-*status));
  return *status ? NULL : offers;
}

static void copy(char *to, size_t size, const char *from) { snprintf(to, size, "%s", from ? from : ""); }

static void describe(const struct fi_info *info, gpucomm_domain *domain) {
  memset(domain, 0, sizeof *domain);
  copy(domain->provider, sizeof domain->provider, info->fabric_attr->prov_name);
  copy(domain->fabric, sizeof domain->fabric, info->fabric_attr->name);
  copy(domain->domain, sizeof domain->domain, info->domain_attr->name);
  domain->transmit = (int64_t) info->tx_attr->size;
  domain->inject = (int64_t) info->tx_attr->inject_size;
  domain->pci = -1;
  if (info->nic && info->nic->link_attr)
    domain->bits = (int64_t) info->nic->link_attr->speed;
  if (info->nic && info->nic->bus_attr && info->nic->bus_attr->bus_type == FI_BUS_PCI) {
    const struct fi_pci_attr *pci = &info->nic->bus_attr->attr.pci;
    domain->pci = (int64_t) pci->domain_id << 20 | pci->bus_id << 12 | pci->device_id << 4 | pci->function_id;
  }
}

void gpucomm_fabric_copy_by(int (*copy)(uint64_t to, uint64_t from, size_t bytes)) { gpucomm_copy = copy; }

int gpucomm_fabric_domains(const char *provider, int64_t device, gpucomm_domain *domains, int64_t capacity,
                           int64_t *count) {
  int status;
  int64_t found = 0;
  struct fi_info *offers = gpucomm_offers(provider, device != 0, &status);
  for (const struct fi_info *info = offers; info && found < capacity; info = info->next) {
    gpucomm_domain *next = &domains[found];
    describe(info, next);
    int known = 0;
    for (int64_t i = 0; i < found; i++)
      known |= !strcmp(domains[i].provider, next->provider) && !strcmp(domains[i].domain, next->domain);
    found += !known;
  }
  if (offers)
    gpucomm_lib.freeinfo(offers);
  if (status && status != -FI_ENODATA)
    return status;
  *count = found;
  return 0;
}
