/* The kernels of native/kernels as the fake libcuda knows them. */
#ifndef GPUCOMM_FAKE_KERNELS_H
#define GPUCOMM_FAKE_KERNELS_H

#include "fake.h"

/* The arguments of a launch, and behind them what it was told besides. */
enum { FAKE_ARGUMENTS = 24 };

struct fake_launch {
  uint64_t argument[FAKE_ARGUMENTS];
  uint64_t blocks, threads;
  int wrong;  /* it is to spoil the first element of what it writes */
  int silent; /* it is to tell no peer that it has come */
};

struct fake_kernel {
  const char *name;
  fake_work work; /* of a struct fake_launch */
  int arguments;
};

/* Those of kernels/proxy.cu. */
void fake_proxy_post(void *launch);
void fake_proxy_write(void *launch);
void fake_proxy_fill(void *launch);
void fake_proxy_check(void *launch);

extern const struct fake_kernel fake_kernels[];
extern const int fake_kernel_count;

#endif
