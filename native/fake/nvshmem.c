/*
 * The shim over NVSHMEM on host memory: processes share a file in memory that holds the symmetric heap of each. What is asked for on
 * a stream is queued on that of the fake libcuda, whose streams and faults it uses; GPUs and ranks have the same numbers in
 * faults. FAKE_WRONG and FAKE_LOSE know the names alltoall, device_alltoall, device_rma, device_put_signal and jacobi.
 */
#define _GNU_SOURCE
#include "fake.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <time.h>

#include "gpucomm.h"
#include "jacobi.h"

enum { ID_BYTES = 128, MOST_RANKS = 64 };

static const uint64_t HEAP = 64ull << 20;

/* At the beginning of the file; behind it the heaps in order of rank. */
struct shared { _Atomic uint64_t arrived[MOST_RANKS]; };

static struct shared *shared;
static char *heaps;
static uint64_t taken, barriers;
static int64_t me, all;
static _Thread_local char why[160];

FAKE_EXPORT int gpucomm_abi_version(void) { return GPUCOMM_ABI_VERSION; }
FAKE_EXPORT const char *gpucomm_nvshmem_error(void) { return why; }

static int failed(const char *call) {
  int code = fake_enter(call, me);
  if (code) snprintf(why, sizeof why, "%s: fake failure asked for by FAKE_FAIL (%d)", call, code);
  return code ? GPUCOMM_LIBRARY : GPUCOMM_OK;
}

static char *of_rank(void *address, int64_t rank) { return (char *)address + (rank - me) * (int64_t)HEAP; }

static uint64_t nanos(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

FAKE_EXPORT int gpucomm_nvshmem_id_bytes(uint64_t *bytes) { *bytes = ID_BYTES; return 0; }

/* What the process has asked for, as NVSHMEM takes it: with the first call that needs it. */
static uint64_t asked;

FAKE_EXPORT int gpucomm_nvshmem_id(char *id, uint64_t heap) {
  asked = heap;
  if (failed("id")) return GPUCOMM_LIBRARY;
  snprintf(id, ID_BYTES, "/gpucomm-fake-nvshmem-%d-%llu", (int)getpid(), (unsigned long long)nanos());
  int file = shm_open(id, O_CREAT | O_EXCL | O_RDWR, 0600);
  if (file < 0 || ftruncate(file, (off_t)(4096 + MOST_RANKS * HEAP))) return GPUCOMM_LIBRARY;
  close(file);
  return 0;
}

static void meet(void) {
  atomic_store(&shared->arrived[me], ++barriers);
  for (int64_t rank = 0; rank < all; rank++)
    while (atomic_load(&shared->arrived[rank]) < barriers) sched_yield();
}

FAKE_EXPORT int gpucomm_nvshmem_join(const char *id, int64_t rank, int64_t ranks, int64_t device, uint64_t heap) {
  (void)device;
  if (!asked) asked = heap;
  me = rank;
  all = ranks;
  if (failed("join")) return GPUCOMM_LIBRARY;
  int file = shm_open(id, O_RDWR, 0600);
  shared = file < 0 ? MAP_FAILED : mmap(0, 4096 + (size_t)ranks * HEAP, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (shared == MAP_FAILED) return GPUCOMM_LIBRARY;
  close(file);
  heaps = (char *)shared + 4096;
  meet();
  if (me == 0) shm_unlink(id);
  return 0;
}

FAKE_EXPORT int gpucomm_nvshmem_leave(void) { return failed("leave"); }
FAKE_EXPORT int gpucomm_nvshmem_version(int64_t *compiled, int64_t *loaded) { *compiled = *loaded = 30405; return 0; }

FAKE_EXPORT int gpucomm_nvshmem_allocate(uint64_t bytes, uint64_t *address) {
  if (failed("allocate")) return GPUCOMM_LIBRARY;
  if (taken + bytes > (asked < HEAP ? asked : HEAP)) {
    snprintf(why, sizeof why, "nvshmem_malloc: the symmetric heap is full; NVSHMEM_SYMMETRIC_SIZE makes it larger (0)");
    return GPUCOMM_LIBRARY;
  }
  *address = (uint64_t)(heaps + me * (int64_t)HEAP + taken);
  taken += (bytes + 255) / 256 * 256;
  meet();
  return 0;
}
FAKE_EXPORT int gpucomm_nvshmem_free(uint64_t address) { (void)address; return 0; }
FAKE_EXPORT int gpucomm_nvshmem_mapped(uint64_t address, int64_t rank, uint64_t *here) {
  *here = (uint64_t)of_rank((void *)address, rank);
  return 0;
}

struct work {
  int what, type, wrong, silent;
  void *to, *from, *signals, *lost;
  uint64_t bytes, most_blocks, first, repeats, deadline;
  int64_t peer, below;
  uint64_t pitch, nx, rows;
  double *norm;
  char *above_row, *below_row;
};

enum { BARRIER, ALLTOALL, FCOLLECT, BROADCAST, REDUCE, EXCHANGE, PUT, GET, PUT_SIGNAL, JACOBI };

static void come(struct work *w, uint64_t *signal, uint64_t number) {
  if (!w->silent) atomic_store((_Atomic uint64_t *)signal, number);
}

static int came(struct work *w, uint64_t *signal, uint64_t number, int64_t peer) {
  uint64_t since = nanos(), none = 0;
  while (atomic_load((_Atomic uint64_t *)signal) < number) {
    if (nanos() - since > w->deadline) {
      atomic_compare_exchange_strong((_Atomic uint64_t *)w->lost, &none, 1 | (uint64_t)peer << 8 | number << 32);
      return 0;
    }
    sched_yield();
  }
  return 1;
}

static void give_all(struct work *w) {
  for (int64_t rank = 0; rank < all; rank++) memcpy(of_rank(w->to, rank) + me * (int64_t)w->bytes, (char *)w->from + rank * (int64_t)w->bytes, w->bytes);
  if (w->wrong && w->bytes) of_rank(w->to, (me + 1) % all)[me * (int64_t)w->bytes] ^= 1;
}

/* The ways of jacobi.h of the shim: the last of them counts what neighbours have put, a block each time. */
static void jacobi(struct work *w) {
  uint64_t puts = (w->pitch / 4 + 255) / 256, row_bytes = 4 * w->pitch;
  _Atomic uint64_t *signals = w->signals;
  char *first = (char *)w->to + row_bytes, *last = (char *)w->to + w->rows * row_bytes;
  int by_signals = w->most_blocks == 2;
  if (by_signals && (!came(w, (uint64_t *)w->signals, (w->first - 1) * puts, w->peer)
                     || !came(w, (uint64_t *)w->signals + 1, (w->first - 1) * puts, w->below))) return;
  add_to(w->norm, relax(w->from, w->to, w->pitch, w->nx, 1, w->rows));
  if (w->wrong) first[7] ^= 1;
  memcpy(of_rank(w->above_row, w->peer), first, row_bytes);
  memcpy(of_rank(w->below_row, w->below), last, row_bytes);
  if (!by_signals || w->silent) return;
  atomic_fetch_add((_Atomic uint64_t *)of_rank((void *)(signals + 1), w->peer), puts);
  atomic_fetch_add((_Atomic uint64_t *)of_rank((void *)signals, w->below), puts);
}

static void run(void *arg) {
  struct work *w = arg;
  switch (w->what) {
    case BARRIER: meet(); break;
    case ALLTOALL: meet(); give_all(w); meet(); break;
    case FCOLLECT:
      meet();
      for (int64_t rank = 0; rank < all; rank++) memcpy(of_rank(w->to, rank) + me * (int64_t)w->bytes, w->from, w->bytes);
      meet();
      break;
    case BROADCAST:
      meet();
      memcpy(w->to, of_rank(w->from, w->peer), w->bytes);
      meet();
      break;
    case REDUCE: /* of the types that are reduced here: float and double */
      meet();
      for (uint64_t i = 0; i < w->bytes; i++) {
        double sum = 0;
        for (int64_t rank = 0; rank < all; rank++)
          sum += w->type == GPUCOMM_FLOAT ? ((float *)of_rank(w->from, rank))[i] : ((double *)of_rank(w->from, rank))[i];
        if (w->type == GPUCOMM_FLOAT) ((float *)w->to)[i] = (float)sum;
        else ((double *)w->to)[i] = sum;
      }
      meet();
      break;
    case JACOBI: jacobi(w); break;
    case EXCHANGE:
      for (uint64_t n = 0; n < w->repeats; n++) {
        give_all(w);
        for (int64_t rank = 0; rank < all; rank++)
          if (rank != me) come(w, (uint64_t *)of_rank(w->signals, rank) + me * (int64_t)w->most_blocks, w->first + n);
        for (int64_t rank = 0; rank < all; rank++)
          if (rank != me && !came(w, (uint64_t *)w->signals + rank * (int64_t)w->most_blocks, w->first + n, rank)) return;
      }
      break;
    case PUT: memcpy(of_rank(w->to, w->peer), w->from, w->bytes); if (w->wrong) *of_rank(w->to, w->peer) ^= 1; break;
    case GET: memcpy(w->to, of_rank(w->from, w->peer), w->bytes); if (w->wrong) *(char *)w->to ^= 1; break;
    case PUT_SIGNAL:
      for (uint64_t n = 0; n < w->repeats; n++) {
        memcpy(of_rank(w->to, w->peer), w->from, w->bytes);
        come(w, (uint64_t *)of_rank(w->signals, w->peer), w->first + n);
        if (!came(w, (uint64_t *)w->signals, w->first + n, w->peer)) return;
      }
      break;
  }
}

static int queued(const char *call, uint64_t stream, struct work made) {
  struct work *work = malloc(sizeof *work);
  if (failed(call)) return GPUCOMM_LIBRARY;
  made.wrong = fake_due(&fake_wrongs, call, me, 1) != 0;
  made.silent = fake_due(&fake_losses, call, me, 1) != 0;
  *work = made;
  gpucomm_fake_queue((void *)stream, run, work);
  return 0;
}

FAKE_EXPORT int gpucomm_nvshmem_barrier(uint64_t stream) { return queued("barrier", stream, (struct work){.what = BARRIER}); }
FAKE_EXPORT int gpucomm_nvshmem_alltoall(void *to, void *from, uint64_t bytes, uint64_t stream) {
  return queued("alltoall", stream, (struct work){.what = ALLTOALL, .to = to, .from = from, .bytes = bytes});
}
FAKE_EXPORT int gpucomm_nvshmem_fcollect(void *to, void *from, uint64_t bytes, uint64_t stream) {
  return queued("fcollect", stream, (struct work){.what = FCOLLECT, .to = to, .from = from, .bytes = bytes});
}
FAKE_EXPORT int gpucomm_nvshmem_broadcast(void *to, void *from, uint64_t bytes, int64_t root, uint64_t stream) {
  return queued("broadcast", stream, (struct work){.what = BROADCAST, .to = to, .from = from, .bytes = bytes, .peer = root});
}
FAKE_EXPORT int gpucomm_nvshmem_reduce(void *to, void *from, uint64_t count, int64_t type, uint64_t stream) {
  if (type != GPUCOMM_FLOAT && type != GPUCOMM_DOUBLE) return GPUCOMM_UNSUPPORTED;
  return queued("reduce", stream, (struct work){.what = REDUCE, .type = (int)type, .to = to, .from = from, .bytes = count});
}
FAKE_EXPORT int gpucomm_nvshmem_device_alltoall(int64_t way, void *to, void *from, uint64_t share, void *signals, uint64_t most_blocks, uint64_t first,
                                                uint64_t repeats, uint64_t blocks, uint64_t threads, uint64_t deadline, void *lost, uint64_t stream) {
  if (share % 16 || !blocks || !threads) return GPUCOMM_INVALID;
  if (way <= 2) return queued("device_alltoall", stream, (struct work){.what = ALLTOALL, .to = to, .from = from, .bytes = share});
  return queued("device_alltoall", stream,
                (struct work){.what = EXCHANGE, .to = to, .from = from, .bytes = share, .signals = signals, .most_blocks = most_blocks, .first = first,
                              .repeats = repeats, .deadline = deadline, .lost = lost});
}
FAKE_EXPORT int gpucomm_nvshmem_device_rma(int64_t gets, int64_t scope, void *to, void *from, uint64_t bytes, int64_t peer, uint64_t repeats, int64_t each,
                                           uint64_t blocks, uint64_t threads, uint64_t stream) {
  (void)scope, (void)repeats, (void)each;
  if (bytes % 16 || !blocks || threads % 32) return GPUCOMM_INVALID;
  return queued("device_rma", stream, (struct work){.what = gets ? GET : PUT, .to = to, .from = from, .bytes = bytes, .peer = peer});
}
FAKE_EXPORT int gpucomm_nvshmem_device_put_signal(int64_t scope, void *to, void *from, uint64_t bytes, void *signal, int64_t peer, int64_t starts,
                                                  uint64_t first, uint64_t rounds, uint64_t deadline, void *lost, uint64_t stream) {
  (void)starts;
  if (scope < 0 || scope > 2) return GPUCOMM_INVALID;
  return queued("device_put_signal", stream,
                (struct work){.what = PUT_SIGNAL, .to = to, .from = from, .bytes = bytes, .signals = signal, .peer = peer, .first = first, .repeats = rounds,
                              .deadline = deadline, .lost = lost});
}
FAKE_EXPORT int gpucomm_nvshmem_jacobi(int64_t way, void *from, void *to, uint64_t pitch, uint64_t nx, uint64_t rows, double *norm, uint64_t spread,
                                       char *above_row, char *below_row, void *signals, uint64_t number, int64_t above, int64_t below,
                                       uint64_t deadline, void *lost, uint64_t stream) {
  (void)spread;
  if (way < 0 || way > 2 || pitch % 4 || !rows) return GPUCOMM_INVALID;
  return queued("jacobi", stream,
                (struct work){.what = JACOBI, .most_blocks = (uint64_t)way, .from = from, .to = to, .pitch = pitch, .nx = nx, .rows = rows, .norm = norm,
                              .above_row = above_row, .below_row = below_row, .signals = signals, .first = number, .peer = above, .below = below,
                              .deadline = deadline, .lost = lost});
}
