/*
 * What the elements of a benchmark's buffers are, and what a reduction of them must be. Plain C that nvcc compiles for the
 * device (check.cu) and the C compiler for the host (fake/). Pure functions, no state.
 *
 * Sums are exact in every type whatever the order of additions: each rank gives integers so small that no sum of them
 * exceeds the integers that the type represents exactly. Products are of powers of two that cannot overflow. So results are
 * compared exactly; only an average over a number of ranks that is no power of two has a tolerance.
 */
#ifndef GPUCOMM_VALUES_H
#define GPUCOMM_VALUES_H

#include <stdint.h>
#include <string.h>

#include "gpucomm.h"

#ifdef __CUDACC__
#define GPUCOMM_FUNCTION static inline __host__ __device__
#else
#define GPUCOMM_FUNCTION static inline
#endif

/* Ranks beyond this give factors of 1, so that products stay within 2^-8 and 2^8, which every type represents. */
#define GPUCOMM_PROD_RANKS 16

GPUCOMM_FUNCTION int gpucomm_bytes(int type) {
  switch (type) {
    case GPUCOMM_INT8: case GPUCOMM_UINT8: case GPUCOMM_F8E4M3: case GPUCOMM_F8E5M2: return 1;
    case GPUCOMM_HALF: case GPUCOMM_BFLOAT16: return 2;
    case GPUCOMM_INT32: case GPUCOMM_UINT32: case GPUCOMM_FLOAT: return 4;
    default: return 8;
  }
}

GPUCOMM_FUNCTION int gpucomm_is_float(int type) { return type >= GPUCOMM_HALF; }

/* Bits of the fraction of a floating-point type; 1 + this many bits of an integer are exact. */
GPUCOMM_FUNCTION int gpucomm_fraction(int type) {
  switch (type) {
    case GPUCOMM_HALF: return 10;
    case GPUCOMM_FLOAT: return 23;
    case GPUCOMM_DOUBLE: return 52;
    case GPUCOMM_BFLOAT16: return 7;
    case GPUCOMM_F8E4M3: return 3;
    default: return 2;
  }
}

GPUCOMM_FUNCTION int gpucomm_exponent(int type) {
  switch (type) {
    case GPUCOMM_HALF: case GPUCOMM_F8E5M2: return 5;
    case GPUCOMM_FLOAT: case GPUCOMM_BFLOAT16: return 8;
    case GPUCOMM_DOUBLE: return 11;
    default: return 4;
  }
}

GPUCOMM_FUNCTION uint64_t gpucomm_bits_of(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits;
}

GPUCOMM_FUNCTION double gpucomm_double_of(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/* A double as an element of a floating-point type: to nearest, ties to even; no infinities or NaN are to be passed. */
GPUCOMM_FUNCTION uint64_t gpucomm_encode(int type, double value) {
  int fraction = gpucomm_fraction(type), exponent = gpucomm_exponent(type);
  uint64_t bits = gpucomm_bits_of(value);
  uint64_t sign = bits >> 63 << (fraction + exponent);
  int power = (int)(bits >> 52 & 2047) - 1023 + (1 << (exponent - 1)) - 1; /* biased for the type */
  uint64_t digits = (bits & ((1ull << 52) - 1)) | 1ull << 52;
  int drop = 52 - fraction + (power > 0 ? 0 : 1 - power);
  uint64_t kept, half;
  if (type == GPUCOMM_DOUBLE) return bits;
  if ((bits & ~(1ull << 63)) == 0 || drop > 54) return sign;
  kept = digits >> drop;
  half = digits & ((1ull << drop) - 1);
  if (half > 1ull << (drop - 1) || (half == 1ull << (drop - 1) && (kept & 1))) kept++;
  /* The leading one of a normal number adds 1 to the exponent's field; a carry moves it on. */
  return sign | (power > 0 ? ((uint64_t)(power - 1) << fraction) + kept : kept);
}

GPUCOMM_FUNCTION double gpucomm_decode(int type, uint64_t bits) {
  int fraction = gpucomm_fraction(type), exponent = gpucomm_exponent(type), power;
  uint64_t digits, field, sign;
  if (type == GPUCOMM_DOUBLE) return gpucomm_double_of(bits);
  digits = bits & ((1ull << fraction) - 1);
  field = bits >> fraction & ((1ull << exponent) - 1);
  sign = bits >> (fraction + exponent) << 63;
  /* E4M3 has no infinity: only all ones is NaN. The others have what IEEE 754 has. */
  if (type == GPUCOMM_F8E4M3 ? (field == 15 && digits == 7) : field == (1ull << exponent) - 1)
    return gpucomm_double_of(0x7ff8ull << 48);
  power = 1 - ((1 << (exponent - 1)) - 1) - fraction;
  if (field) {
    digits |= 1ull << fraction;
    power += (int)field - 1;
  }
  if (!digits) return gpucomm_double_of(sign);
  return gpucomm_double_of(sign | (uint64_t)(power + 1023) << 52) * (double)digits;
}

/* The finaliser of SplitMix64 over the three numbers that make an element. */
GPUCOMM_FUNCTION uint64_t gpucomm_hash(uint64_t seed, uint64_t rank, uint64_t index) {
  uint64_t x = index + 0x9e3779b97f4a7c15ull * (rank + 1) + 0xd1b54a32d192ed03ull * (seed + 1);
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ x >> 27) * 0x94d049bb133111ebull;
  return x ^ x >> 31;
}

/* The factor of a rank in a mulsum. */
GPUCOMM_FUNCTION int64_t gpucomm_scalar(uint64_t rank) { return 1 + (int64_t)(rank & 1); }

/* The largest sum that a type represents exactly, with the integers below it. */
GPUCOMM_FUNCTION int64_t gpucomm_limit(int type) {
  switch (type) {
    case GPUCOMM_INT8: return 127;
    case GPUCOMM_UINT8: return 255;
    case GPUCOMM_INT32: case GPUCOMM_UINT32: return 1ll << 30;
    case GPUCOMM_INT64: case GPUCOMM_UINT64: return 1ll << 60;
    default: return 1ll << (gpucomm_fraction(type) + 1);
  }
}

/* What a rank gives to a reduction; for a product of floating-point numbers the power of two. */
GPUCOMM_FUNCTION int64_t gpucomm_operand(int type, int op, int ranks, uint64_t seed, uint64_t rank, uint64_t index) {
  uint64_t hash = gpucomm_hash(seed, rank, index);
  int64_t limit = gpucomm_limit(type), share;
  int is_signed = type == GPUCOMM_INT8 || type == GPUCOMM_INT32 || type == GPUCOMM_INT64 || gpucomm_is_float(type);
  switch (op) {
    case GPUCOMM_PROD:
      if (!gpucomm_is_float(type)) return 1 + (int64_t)(hash % 3);
      if (rank >= GPUCOMM_PROD_RANKS) return 0;
      return rank & 1 ? -(int64_t)(hash & 1) : (int64_t)(hash & 1);
    case GPUCOMM_MAX:
    case GPUCOMM_MIN:
      return (int64_t)(hash % (uint64_t)limit) * (is_signed && (hash >> 62 & 1) ? -1 : 1);
    default:
      if (op == GPUCOMM_MULSUM) limit /= 2;
      share = limit / ranks;
      if (share > 0) return (int64_t)(hash % (uint64_t)(share + 1));
      return rank < (uint64_t)limit ? (int64_t)(hash & 1) : 0; /* more ranks than the type can count */
  }
}

GPUCOMM_FUNCTION double gpucomm_power(int64_t exponent) { return gpucomm_double_of((uint64_t)(exponent + 1023) << 52); }

/* The bits of the element that a rank gives. */
GPUCOMM_FUNCTION uint64_t gpucomm_element(int type, int op, int ranks, uint64_t seed, uint64_t rank, uint64_t index) {
  int64_t operand;
  if (op == GPUCOMM_COPY) return gpucomm_hash(seed, rank, index);
  operand = gpucomm_operand(type, op, ranks, seed, rank, index);
  if (!gpucomm_is_float(type)) return (uint64_t)operand;
  return gpucomm_encode(type, op == GPUCOMM_PROD ? gpucomm_power(operand) : (double)operand);
}

/* What the ranks' operands reduce to, before an average's division. */
GPUCOMM_FUNCTION int64_t gpucomm_reduced(int type, int op, int ranks, uint64_t seed, uint64_t index) {
  uint64_t total = 0; /* unsigned: integer products wrap, as the types do */
  int rank;
  for (rank = 0; rank < ranks; rank++) {
    int64_t operand = gpucomm_operand(type, op, ranks, seed, (uint64_t)rank, index);
    if (rank == 0) total = (uint64_t)operand * (uint64_t)(op == GPUCOMM_MULSUM ? gpucomm_scalar(0) : 1);
    else if (op == GPUCOMM_MAX) total = operand > (int64_t)total ? (uint64_t)operand : total;
    else if (op == GPUCOMM_MIN) total = operand < (int64_t)total ? (uint64_t)operand : total;
    else if (op == GPUCOMM_PROD && !gpucomm_is_float(type)) total *= (uint64_t)operand;
    else if (op == GPUCOMM_MULSUM) total += (uint64_t)(operand * gpucomm_scalar((uint64_t)rank));
    else total += (uint64_t)operand;
  }
  return (int64_t)total;
}

GPUCOMM_FUNCTION uint64_t gpucomm_load(const void *data, int type, uint64_t index) {
  switch (gpucomm_bytes(type)) {
    case 1: return ((const uint8_t *)data)[index];
    case 2: return ((const uint16_t *)data)[index];
    case 4: return ((const uint32_t *)data)[index];
    default: return ((const uint64_t *)data)[index];
  }
}

GPUCOMM_FUNCTION void gpucomm_store(void *data, int type, uint64_t index, uint64_t bits) {
  switch (gpucomm_bytes(type)) {
    case 1: ((uint8_t *)data)[index] = (uint8_t)bits; break;
    case 2: ((uint16_t *)data)[index] = (uint16_t)bits; break;
    case 4: ((uint32_t *)data)[index] = (uint32_t)bits; break;
    default: ((uint64_t *)data)[index] = bits;
  }
}

/* Whether an element is what a rank gave (op = copy) or what the ranks' elements reduce to. */
GPUCOMM_FUNCTION int gpucomm_right(int type, int op, int ranks, uint64_t seed, uint64_t source, uint64_t index,
                                   uint64_t bits) {
  uint64_t mask = ~0ull >> (64 - 8 * gpucomm_bytes(type));
  int64_t reduced;
  double expected, difference;
  if (op == GPUCOMM_COPY) return bits == (gpucomm_element(type, op, ranks, seed, source, index) & mask);
  reduced = gpucomm_reduced(type, op, ranks, seed, index);
  if (!gpucomm_is_float(type)) {
    if (op == GPUCOMM_AVG) reduced /= ranks;
    return bits == ((uint64_t)reduced & mask);
  }
  expected = op == GPUCOMM_PROD ? gpucomm_power(reduced) : (double)reduced;
  if (op != GPUCOMM_AVG) return gpucomm_decode(type, bits) == expected;
  /* Each rank's element is divided and rounded before it is added, and every sum is rounded: half a unit in the last
     place each, 2^-fraction of the value at most; of the types of one byte also values below the normal numbers
     occur, whose unit is that of the smallest one. */
  expected /= ranks;
  difference = gpucomm_decode(type, bits) - expected;
  if (difference < 0) difference = -difference;
  if (difference <= ranks * expected * gpucomm_power(-gpucomm_fraction(type))) return 1;
  return gpucomm_bytes(type) == 1
      && difference <= ranks * gpucomm_power(2 - (1 << (gpucomm_exponent(type) - 1)) - gpucomm_fraction(type));
}

#endif
