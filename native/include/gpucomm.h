/*
 * The whole C ABI between gpucomm's Java and its own native code: the shim libraries of shim/, which make flat functions of what
 * is inline, templated or a table of pointers in the C of NVSHMEM and libfabric, and the kernels of kernels/.
 *
 * Rules. Arguments are plain: int, 64-bit integers, double, pointers and opaque handles; no struct goes by value. Every function
 * returns an int status, 0 for success; results go to out-parameters, which come last. A function that fails leaves its
 * out-parameters alone and keeps a sentence for gpucomm_NAME_error of its library, in the calling thread. There is no global
 * state besides what the wrapped library itself keeps. Whoever creates a handle destroys it. Each shim library has
 * gpucomm_abi_version(), which Java compares with its own number before it calls anything else.
 */
#ifndef GPUCOMM_H
#define GPUCOMM_H

#include <stdint.h>

#ifdef __cplusplus
#define GPUCOMM_API extern "C" __attribute__((visibility("default")))
#else
#define GPUCOMM_API __attribute__((visibility("default")))
#endif

/* Grows by one with every change of this header that breaks a caller. */
#define GPUCOMM_ABI_VERSION 4

/* What functions return besides 0. Codes of a wrapped library are told in words by its gpucomm_NAME_error. */
enum gpucomm_status {
  GPUCOMM_OK = 0,
  GPUCOMM_INVALID = 1,     /* an argument cannot be */
  GPUCOMM_UNSUPPORTED = 2, /* this build, library or device cannot do it */
  GPUCOMM_CUDA = 3,        /* a call of CUDA failed */
  GPUCOMM_LIBRARY = 4,     /* a call of the wrapped library failed */
  GPUCOMM_AGAIN = 5        /* not yet: to be called again */
};

/* Types of elements. Numbers of gpucomm's own; 0 is none. */
enum gpucomm_type {
  GPUCOMM_INT8 = 1, GPUCOMM_UINT8, GPUCOMM_INT32, GPUCOMM_UINT32, GPUCOMM_INT64, GPUCOMM_UINT64,
  GPUCOMM_HALF, GPUCOMM_FLOAT, GPUCOMM_DOUBLE, GPUCOMM_BFLOAT16, GPUCOMM_F8E4M3, GPUCOMM_F8E5M2
};

/* Reductions. COPY is none: elements are arbitrary bits. MULSUM multiplies a rank's elements by the rank's factor, then sums. */
enum gpucomm_reduction {
  GPUCOMM_COPY = 0, GPUCOMM_SUM, GPUCOMM_PROD, GPUCOMM_MAX, GPUCOMM_MIN, GPUCOMM_AVG, GPUCOMM_MULSUM
};

/* Each shim library has it: GPUCOMM_ABI_VERSION as it was when the library was compiled. */
GPUCOMM_API int gpucomm_abi_version(void);

#endif
