/* The kernels of native/kernels on the host: the same arguments, the same marks and lines, one thread for all of a grid. */
#include "kernels.h"

#include <math.h>
#include <sched.h>
#include <time.h>

#include "../kernels/values.h"
#include "jacobi.h"

enum { MOST_BLOCKS = 1024, SLOTS = 2, LINE = 16 };

typedef struct fake_launch launch;

static uint64_t nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void publish(uint64_t mark, uint32_t number) { atomic_store((_Atomic uint32_t *)mark, number); }

/* Whether the mark comes to the number, or exactly to it, in time; the loss is noted as the kernels note it. */
static int awaits(uint64_t mark, uint32_t number, int exactly, uint64_t peer, uint64_t deadline, uint64_t lost) {
  uint64_t since = nanos(), none = 0;
  for (;;) {
    uint32_t seen = atomic_load((_Atomic uint32_t *)mark);
    if (exactly ? seen == number : (int32_t)(seen - number) >= 0) return 1;
    if (nanos() - since > deadline || atomic_load((_Atomic uint64_t *)lost)) break;
    sched_yield();
  }
  atomic_compare_exchange_strong((_Atomic uint64_t *)lost, &none, 1 | (peer & 0xffffff) << 8 | (uint64_t)number << 32);
  return 0;
}

static void spoil(const launch *l, uint64_t at) {
  if (l->wrong) *(char *)at ^= 1;
}

static void fill(void *arg) {
  const uint64_t *a = ((launch *)arg)->argument;
  for (uint64_t i = 0; i < a[1]; i++)
    gpucomm_store((void *)a[0], (int)a[2], i, gpucomm_element((int)a[2], (int)a[3], (int)a[4], a[5], a[6], a[7] + i));
}

static void check(void *arg) {
  const uint64_t *a = ((launch *)arg)->argument;
  for (uint64_t i = 0; i < a[1]; i++)
    *(uint64_t *)a[8] += (uint64_t)!gpucomm_right((int)a[2], (int)a[3], (int)a[4], a[5], a[6], a[7] + i,
                                                  gpucomm_load((void *)a[0], (int)a[2], i));
}

/* to, from, bytes, stride, slots, repeats */
static void copy(void *arg) {
  const launch *l = arg;
  const uint64_t *a = l->argument;
  for (uint64_t n = 0; n < a[5]; n++) memmove((char *)a[0] + n % a[4] * a[3], (char *)a[1] + n % a[4] * a[3], a[2]);
  spoil(l, a[0]);
}

/* mine, theirs, starts, first, rounds, peer, deadline, lost */
static void ping(void *arg) {
  const launch *l = arg;
  const uint64_t *a = l->argument;
  for (uint64_t n = 0; n < a[4]; n++) {
    if (a[2] && !l->silent) publish(a[1], (uint32_t)(a[3] + n));
    if (!awaits(a[0], (uint32_t)(a[3] + n), 1, a[5], a[6], a[7])) return;
    if (!a[2] && !l->silent) publish(a[1], (uint32_t)(a[3] + n));
  }
}

/* receives, marks, send, share, rank, ranks, first, repeats, deadline, lost */
static void alltoall_blocks(void *arg) {
  const launch *l = arg;
  const uint64_t *a = l->argument, *receives = (uint64_t *)a[0], *marks = (uint64_t *)a[1], rank = a[4], ranks = a[5];
  for (uint64_t n = 0; n < a[7]; n++) {
    uint32_t number = (uint32_t)(a[6] + n);
    for (uint64_t peer = 0; peer < ranks; peer++) memcpy((char *)receives[peer] + rank * a[3], (char *)a[2] + peer * a[3], a[3]);
    if (a[3]) spoil(l, receives[(rank + 1) % ranks] + rank * a[3]);
    for (uint64_t peer = 0; peer < ranks; peer++)
      if (peer != rank && !l->silent) publish(marks[peer] + 4 * rank * MOST_BLOCKS, number);
    for (uint64_t peer = 0; peer < ranks; peer++)
      if (peer != rank && !awaits(marks[rank] + 4 * peer * MOST_BLOCKS, number, 0, peer, a[8], a[9])) return;
  }
}

/* inboxes, room, receive, send, share, rank, ranks, first, repeats, deadline, lost */
static void alltoall_marked(void *arg) {
  const launch *l = arg;
  const uint64_t *a = l->argument, *inboxes = (uint64_t *)a[0], share = a[4], rank = a[5], ranks = a[6];
  uint64_t lines = (share / 4 + 2) / 3;
  for (uint64_t n = 0; n < a[8]; n++) {
    uint32_t number = (uint32_t)(a[7] + n);
    uint64_t slot = number % SLOTS * ranks;
    for (uint64_t peer = 0; peer < ranks; peer++)
      for (uint64_t line = 0; line < lines; line++) {
        uint64_t to = inboxes[peer] + LINE * ((slot + rank) * a[1] + line), left = share - 12 * line;
        if (peer == rank) continue;
        memcpy((char *)to, (char *)a[3] + peer * share + 12 * line, left < 12 ? left : 12);
        if (line == 0) spoil(l, to);
        if (!l->silent) publish(to + 12, number);
      }
    memcpy((char *)a[2] + rank * share, (char *)a[3] + rank * share, share);
    for (uint64_t peer = 0; peer < ranks; peer++)
      for (uint64_t line = 0; line < lines; line++) {
        uint64_t from = inboxes[rank] + LINE * ((slot + peer) * a[1] + line), left = share - 12 * line;
        if (peer == rank) continue;
        if (!awaits(from + 12, number, 1, peer, a[9], a[10])) return;
        memcpy((char *)a[2] + peer * share + 12 * line, (char *)from, left < 12 ? left : 12);
      }
  }
}

/* marks, rank, ranks, number, deadline, lost */
static void meet(void *arg) {
  const launch *l = arg;
  const uint64_t *a = l->argument, *marks = (uint64_t *)a[0];
  for (uint64_t peer = 0; peer < a[2]; peer++)
    if (peer != a[1] && !l->silent) publish(marks[peer] + 4 * a[1], (uint32_t)a[3]);
  for (uint64_t peer = 0; peer < a[2]; peer++)
    if (peer != a[1] && !awaits(marks[a[1]] + 4 * peer, (uint32_t)a[3], 0, peer, a[4], a[5])) return;
}

/* from, to, pitch, nx, first, last, norm, spread */
static void jacobi_rows(void *arg) {
  const launch *l = arg;
  const uint64_t *a = l->argument;
  add_to((double *)a[6], relax((float *)a[0], (float *)a[1], a[2], a[3], a[4], a[5]));
  spoil(l, a[1] + 4 * (a[4] * a[2] + 1) + 3);
}

/* from, to, pitch, nx, rows, norm, spread */
static void jacobi_cells(void *arg) {
  const uint64_t *a = ((launch *)arg)->argument;
  add_to((double *)a[5], relax((float *)a[0], (float *)a[1], a[2], a[3], 1, a[4]));
}

/* from, to, pitch, nx, rows, norm, spread, above row, below row, come above, come below, gone above, gone below, counters, number, above, below,
   deadline, lost */
static void jacobi_linked(void *arg) {
  const launch *l = arg;
  const uint64_t *a = l->argument;
  uint64_t row_bytes = 4 * a[2];
  if (!awaits(a[9], (uint32_t)a[14] - 1, 0, a[15], a[17], a[18]) || !awaits(a[10], (uint32_t)a[14] - 1, 0, a[16], a[17], a[18])) return;
  add_to((double *)a[5], relax((float *)a[0], (float *)a[1], a[2], a[3], 1, a[4]));
  spoil(l, a[1] + row_bytes + 7);
  memcpy((char *)a[7], (char *)a[1] + row_bytes, row_bytes);
  memcpy((char *)a[8], (char *)a[1] + a[4] * row_bytes, row_bytes);
  if (l->silent) return;
  publish(a[11], (uint32_t)a[14]);
  publish(a[12], (uint32_t)a[14]);
}

/* array, pitch, nx, ny, first, count */
static void jacobi_begin(void *arg) {
  const uint64_t *a = ((launch *)arg)->argument;
  for (uint64_t i = 0; i < a[5] * a[1]; i++) {
    uint64_t row = a[4] + i / a[1], x = i % a[1];
    ((float *)a[0])[i] = x == 0 || x == a[2] - 1 ? (float)sin(2.0 * M_PI * (double)row / (double)(a[3] - 1)) : 0.0f;
  }
}

/* one, other, pitch, nx, rows, millionths, wrong */
static void jacobi_compare(void *arg) {
  const uint64_t *a = ((launch *)arg)->argument;
  for (uint64_t i = 0; i < a[4] * a[3]; i++) {
    uint64_t at = i / a[3] * a[2] + i % a[3];
    *(uint64_t *)a[6] += !(fabsf(((float *)a[0])[at] - ((float *)a[1])[at]) <= 1e-6f * (float)a[5]);
  }
}

const struct fake_kernel fake_kernels[] = {
    {"gpucomm_fill", fill, 8},
    {"gpucomm_check", check, 9},
    {"gpucomm_copy16", copy, 6},
    {"gpucomm_copy4", copy, 6},
    {"gpucomm_copy_bulk", copy, 8},
    {"gpucomm_ping", ping, 8},
    {"gpucomm_alltoall_blocks", alltoall_blocks, 10},
    {"gpucomm_alltoall_marked", alltoall_marked, 11},
    {"gpucomm_meet", meet, 6},
    {"gpucomm_jacobi_rows", jacobi_rows, 8},
    {"gpucomm_jacobi_cells", jacobi_cells, 7},
    {"gpucomm_jacobi_linked", jacobi_linked, 19},
    {"gpucomm_jacobi_begin", jacobi_begin, 6},
    {"gpucomm_jacobi_compare", jacobi_compare, 7},
    {"gpucomm_proxy_post", fake_proxy_post, 9},
    {"gpucomm_proxy_write", fake_proxy_write, 15},
    {"gpucomm_proxy_fill", fake_proxy_fill, 3},
    {"gpucomm_proxy_check", fake_proxy_check, 4},
};
const int fake_kernel_count = sizeof fake_kernels / sizeof *fake_kernels;
