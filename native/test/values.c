/* Prints what kernels/values.h makes of every element of its 16-bit and 8-bit types: type, bits, value, bits of the value. */
#include <stdio.h>

#include "values.h"

int main(void) {
  static const int types[] = {GPUCOMM_HALF, GPUCOMM_BFLOAT16, GPUCOMM_F8E4M3, GPUCOMM_F8E5M2};
  for (int t = 0; t < 4; t++)
    for (uint64_t bits = 0; bits < 1ull << 8 * gpucomm_bytes(types[t]); bits++) {
      double value = gpucomm_decode(types[t], bits);
      printf("%d %llu %a %llu\n", types[t], (unsigned long long)bits, value,
             value == value ? (unsigned long long)gpucomm_encode(types[t], value) : (unsigned long long)bits);
    }
  return 0;
}
