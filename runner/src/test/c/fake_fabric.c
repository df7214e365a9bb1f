/* A libfabric 1.22 whose provider efa finds two interfaces, whose transmit queues hold 4096 transfers as a p5's do. */
#include <stdlib.h>

/* The parts of rdma/fabric.h that are read, at their places on a 64-bit machine. */
struct fabric_attr { void *fabric; char *name; char *prov_name; };
struct domain_attr { void *domain; char *name; };
struct tx_attr { char other[48]; unsigned long size; };
struct info { struct info *next; char other[64]; struct tx_attr *tx; char more[16]; struct domain_attr *domain; struct fabric_attr *fabric; };

static struct fabric_attr fabric = {0, "efa", "efa"};
static struct domain_attr domains[2] = {{0, "rdmap79s0-rdm"}, {0, "rdmap80s0-rdm"}};
static struct tx_attr tx = {{0}, 4096};
static struct info second = {0, {0}, &tx, {0}, &domains[1], &fabric};
static struct info first = {&second, {0}, &tx, {0}, &domains[0], &fabric};

unsigned fi_version(void) { return 1u << 16 | 22; }
int fi_getinfo(unsigned version, const char *node, const char *service, unsigned long flags, void *hints, void **info) {
  (void)version; (void)node; (void)service; (void)flags; (void)hints;
  *info = &first;
  return 0;
}
void fi_freeinfo(void *info) { (void)info; }
