/* A libfabric that takes SIGSEGV when it is loaded, as libpsm2 does, and finds no provider. */
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

static void end(int signal) { (void)signal; _exit(66); }
__attribute__((constructor)) static void take(void) { signal(SIGSEGV, end); }

unsigned fi_version(void) { return 1u << 16 | 22; }
int fi_getinfo(unsigned version, const char *node, const char *service, unsigned long flags, void *hints, void **info) {
  (void)version; (void)node; (void)service; (void)flags; (void)hints;
  *info = 0;
  return -61;
}
void fi_freeinfo(void *info) { (void)info; }
