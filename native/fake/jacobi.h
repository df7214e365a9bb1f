/* Jacobi's method on the host, for the kernels of jacobi.cu and for those of the shim over NVSHMEM. */
#ifndef GPUCOMM_FAKE_JACOBI_H
#define GPUCOMM_FAKE_JACOBI_H

#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

/* Rows first to last of a step; returns what they add to the square of the norm. */
static inline double relax(const float *from, float *to, uint64_t pitch, uint64_t nx, uint64_t first, uint64_t last) {
  double squares = 0;
  for (uint64_t y = first; y <= last; y++) {
    to[y * pitch] = from[y * pitch];
    to[y * pitch + nx - 1] = from[y * pitch + nx - 1];
    for (uint64_t at = y * pitch + 1; at < y * pitch + nx - 1; at++) {
      to[at] = 0.25f * (from[at - 1] + from[at + 1] + from[at - pitch] + from[at + pitch]);
      squares += (double)(to[at] - from[at]) * (double)(to[at] - from[at]);
    }
  }
  return squares;
}

/* As the kernels do, for steps of the ends and of the middle add to one norm at the same time. */
static inline void add_to(double *sum, double more) {
  _Atomic uint64_t *bits = (_Atomic uint64_t *)sum;
  uint64_t before = atomic_load(bits), after;
  do {
    double value;
    memcpy(&value, &before, sizeof value);
    value += more;
    memcpy(&after, &value, sizeof value);
  } while (!atomic_compare_exchange_weak(bits, &before, after));
}

#endif
