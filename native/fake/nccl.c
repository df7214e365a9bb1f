/*
 * A libnccl whose ranks are threads of one process or of several, and which really computes. Ranks meet in a file of shared
 * memory that the unique id names; every pair of ranks has a mailbox there, and all operations are sends and receives
 * through these. FAKE_NCCL_VERSION (22803), FAKE_NCCL_DIR (/dev/shm), FAKE_CTA_POLICY (none) and the faults of fake.h.
 * Compiled with FAKE_OLD it lacks what came with NCCL 2.13, 2.14, 2.19, 2.27 and 2.28, with FAKE_ANCIENT send and receive too.
 */
#include "fake.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <time.h>

#include "../kernels/values.h"

enum { SYSTEM_ERROR = 2, INTERNAL_ERROR = 3, INVALID_ARGUMENT = 4, INVALID_USAGE = 5, REMOTE_ERROR = 6, IN_PROGRESS = 7 };

#define BOX (64 << 10)
#define ID_BYTES 128
#define OPERATIONS 64
#define GROUPED 4096

/* What one rank sends to another: full says whether data wait for the receiver. */
struct box {
  _Atomic uint32_t full;
  uint32_t bytes;
  uint64_t total;
  char data[BOX];
};

struct room {
  _Atomic uint32_t joined;
  char pad[60];
  struct box boxes[];
};

struct comm {
  struct room *room;
  size_t size;
  int rank, ranks;
  atomic_int aborted, error;
  uint64_t scalar[OPERATIONS];
  int operations, registered;
};

typedef struct { char bytes[ID_BYTES]; } unique_id;

static _Thread_local char last_error[256];

FAKE_EXPORT int ncclGetVersion(int *version) {
  const char *text = getenv("FAKE_NCCL_VERSION");
  FAKE_ENTER("ncclGetVersion", -1);
  *version = text ? atoi(text) : 22803;
  return 0;
}

FAKE_EXPORT const char *ncclGetErrorString(int code) {
  switch (code) {
    case 0: return "no error";
    case 1: return "unhandled cuda error (run with NCCL_DEBUG=INFO for details)";
    case SYSTEM_ERROR: return "unhandled system error (run with NCCL_DEBUG=INFO for details)";
    case INTERNAL_ERROR: return "internal error - please report this issue to the NCCL developers";
    case INVALID_ARGUMENT: return "invalid argument (run with NCCL_DEBUG=WARN for details)";
    case INVALID_USAGE: return "invalid usage (run with NCCL_DEBUG=WARN for details)";
    case REMOTE_ERROR: return "remote process exited or there was a network error";
    case IN_PROGRESS: return "NCCL operation in progress";
    default: return "unknown result code";
  }
}

#ifndef FAKE_OLD
FAKE_EXPORT const char *ncclGetLastError(void *comm) { (void)comm; return last_error; }
#endif

static void path_of(const unique_id *id, char *path, size_t length) {
  const char *folder = getenv("FAKE_NCCL_DIR");
  snprintf(path, length, "%s/gpucomm-fake-%.32s", folder ? folder : "/dev/shm", id->bytes);
}

FAKE_EXPORT int ncclGetUniqueId(unique_id *id) {
  unsigned char random[16];
  FAKE_ENTER("ncclGetUniqueId", -1);
  if (getrandom(random, sizeof random, 0) != sizeof random) return SYSTEM_ERROR;
  memset(id, 0, sizeof *id);
  for (int i = 0; i < 16; i++) sprintf(id->bytes + 2 * i, "%02x", random[i]);
  return 0;
}

static void breathe(unsigned *idle) {
  if (++*idle % 64) sched_yield();
  else nanosleep(&(struct timespec){0, 20000}, 0);
}

FAKE_EXPORT int ncclCommInitRank(void **created, int ranks, unique_id id, int rank) {
  char path[512];
  unsigned idle = 0;
  struct comm *comm;
  int file;
  FAKE_ENTER("ncclCommInitRank", rank);
  if (rank < 0 || rank >= ranks) return INVALID_ARGUMENT;
  comm = calloc(1, sizeof *comm);
  comm->rank = rank;
  comm->ranks = ranks;
  comm->size = sizeof(struct room) + sizeof(struct box) * (size_t)ranks * (size_t)ranks;
  path_of(&id, path, sizeof path);
  file = open(path, O_RDWR | O_CREAT, 0600);
  if (file < 0 || ftruncate(file, (off_t)comm->size)) return SYSTEM_ERROR;
  comm->room = mmap(0, comm->size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (comm->room == MAP_FAILED) return SYSTEM_ERROR;
  if (atomic_fetch_add(&comm->room->joined, 1) + 1 == (uint32_t)ranks) unlink(path);
  while (atomic_load(&comm->room->joined) < (uint32_t)ranks) breathe(&idle);
  *created = comm;
  return 0;
}

FAKE_EXPORT int ncclCommDestroy(void *handle) {
  struct comm *comm = handle;
  FAKE_ENTER("ncclCommDestroy", comm->rank);
  if (comm->registered) return INVALID_USAGE; /* stricter than NCCL: a buffer was not given back */
  munmap(comm->room, comm->size);
  free(comm);
  return 0;
}
FAKE_EXPORT int ncclCommAbort(void *handle) { atomic_store(&((struct comm *)handle)->aborted, 1); return 0; }
FAKE_EXPORT int ncclCommGetAsyncError(void *handle, int *code) {
  struct comm *comm = handle;
  FAKE_ENTER("ncclCommGetAsyncError", comm->rank);
  *code = atomic_load(&comm->error);
  return 0;
}

/* One direction of a transfer with one peer. */
struct transfer { int peer; char *data; uint64_t bytes, done; int started; };

struct transfers { int sends, receives; struct transfer *send, *receive; };

static void progress_send(struct comm *comm, struct transfer *t, int *moved) {
  struct box *box = &comm->room->boxes[comm->rank * comm->ranks + t->peer];
  if ((t->started && t->done == t->bytes) || atomic_load(&box->full)) return;
  box->total = t->bytes;
  box->bytes = (uint32_t)(t->bytes - t->done < BOX ? t->bytes - t->done : BOX);
  memcpy(box->data, t->data + t->done, box->bytes);
  t->done += box->bytes;
  t->started = *moved = 1;
  atomic_store(&box->full, 1);
}

static void progress_receive(struct comm *comm, struct transfer *t, int *moved) {
  struct box *box = &comm->room->boxes[t->peer * comm->ranks + comm->rank];
  if ((t->started && t->done == t->bytes) || !atomic_load(&box->full)) return;
  if (box->total != t->bytes) {
    atomic_store(&comm->error, INVALID_USAGE);
    return;
  }
  memcpy(t->data + t->done, box->data, box->bytes);
  t->done += box->bytes;
  t->started = *moved = 1;
  atomic_store(&box->full, 0);
}

/* Several transfers with the same peer go one after the other, in order. */
static int is_turn(struct transfer *all, int index) {
  for (int i = 0; i < index; i++)
    if (all[i].peer == all[index].peer && !(all[i].started && all[i].done == all[i].bytes)) return 0;
  return 1;
}

/* Does all of it; 0 if the communicator was aborted or failed. */
static int run_transfers(struct comm *comm, struct transfers *all) {
  unsigned idle = 0;
  for (;;) {
    int moved = 0, open = 0;
    for (int i = 0; i < all->sends; i++) {
      if (is_turn(all->send, i)) progress_send(comm, &all->send[i], &moved);
      open += !(all->send[i].started && all->send[i].done == all->send[i].bytes);
    }
    for (int i = 0; i < all->receives; i++) {
      if (is_turn(all->receive, i)) progress_receive(comm, &all->receive[i], &moved);
      open += !(all->receive[i].started && all->receive[i].done == all->receive[i].bytes);
    }
    if (!open) return 1;
    if (atomic_load(&comm->aborted) || atomic_load(&comm->error)) return 0;
    if (!moved) breathe(&idle);
  }
}

enum kind { ALL_REDUCE, ALL_GATHER, REDUCE_SCATTER, BROADCAST, REDUCE, ALL_TO_ALL, GATHER, SCATTER, SEND, RECEIVE };

static const char *const names[] = {"ncclAllReduce", "ncclAllGather", "ncclReduceScatter", "ncclBroadcast", "ncclReduce",
                                    "ncclAlltoAll", "ncclGather", "ncclScatter", "ncclSend", "ncclRecv"};

struct call {
  struct comm *comm;
  void *stream;
  enum kind kind;
  char *send, *receive;
  uint64_t count;
  int type, op, root; /* root: the peer of a send or receive */
  int stall, wrong;
};

static double product(int op, double a, double b) {
  switch (op) {
    case GPUCOMM_PROD: return a * b;
    case GPUCOMM_MAX: return a > b ? a : b;
    case GPUCOMM_MIN: return a < b ? a : b;
    default: return a + b;
  }
}

static int64_t integer(int type, uint64_t bits) {
  switch (type) {
    case GPUCOMM_INT8: return (int8_t)bits;
    case GPUCOMM_INT32: return (int32_t)bits;
    default: return (int64_t)bits;
  }
}

static int64_t integer_product(int op, int64_t a, int64_t b) {
  switch (op) {
    case GPUCOMM_PROD: return (int64_t)((uint64_t)a * (uint64_t)b);
    case GPUCOMM_MAX: return a > b ? a : b;
    case GPUCOMM_MIN: return a < b ? a : b;
    default: return (int64_t)((uint64_t)a + (uint64_t)b);
  }
}

/* parts: each rank's elements, one after the other. */
static void reduce(struct call *call, const char *parts, char *result) {
  int ranks = call->comm->ranks, type = call->type, op = call->op;
  for (uint64_t i = 0; i < call->count; i++) {
    uint64_t bits = gpucomm_load(parts, type, i);
    if (gpucomm_is_float(type)) {
      double value = gpucomm_decode(type, bits);
      for (int r = 1; r < ranks; r++)
        value = product(op, value, gpucomm_decode(type, gpucomm_load(parts, type, (uint64_t)r * call->count + i)));
      bits = gpucomm_encode(type, op == GPUCOMM_AVG ? value / ranks : value);
    } else {
      int64_t value = integer(type, bits);
      for (int r = 1; r < ranks; r++)
        value = integer_product(op, value, integer(type, gpucomm_load(parts, type, (uint64_t)r * call->count + i)));
      bits = (uint64_t)(op == GPUCOMM_AVG ? value / ranks : value);
    }
    gpucomm_store(result, type, i, bits);
  }
}

/* What this rank gives to a mulsum: its elements times its factor. */
static char *multiplied(struct call *call, uint64_t count) {
  char *copy = malloc(count * 8 + 8);
  uint64_t scalar = call->comm->scalar[call->op - GPUCOMM_MULSUM];
  for (uint64_t i = 0; i < count; i++) {
    uint64_t bits = gpucomm_load(call->send, call->type, i);
    bits = gpucomm_is_float(call->type)
        ? gpucomm_encode(call->type, gpucomm_decode(call->type, bits) * gpucomm_decode(call->type, scalar))
        : (uint64_t)(integer(call->type, bits) * integer(call->type, scalar));
    gpucomm_store(copy, call->type, i, bits);
  }
  return copy;
}

static void add(struct transfer *list, int *count, int peer, char *data, uint64_t bytes) {
  list[(*count)++] = (struct transfer){peer, data, bytes, 0, 0};
}

/* Every collective as sends and receives between all pairs, a rank's own part included. */
static void run_collective(struct call *call) {
  struct comm *comm = call->comm;
  int n = comm->ranks, all_send = call->kind == ALL_GATHER || call->kind == ALL_REDUCE;
  int reduces = call->kind == ALL_REDUCE || call->kind == REDUCE || call->kind == REDUCE_SCATTER;
  uint64_t bytes = call->count * (uint64_t)gpucomm_bytes(call->type);
  struct transfer sends[n], receives[n];
  struct transfers all = {0, 0, sends, receives};
  char *own = 0, *given = call->send, *parts = reduces ? malloc(bytes * (uint64_t)n + 8) : call->receive;
  if (reduces && call->op >= GPUCOMM_MULSUM)
    given = own = multiplied(call, call->kind == REDUCE_SCATTER ? call->count * (uint64_t)n : call->count);
  else if (call->kind == ALL_TO_ALL || call->kind == GATHER || call->kind == SCATTER || call->kind == BROADCAST
           || call->kind == ALL_GATHER) {
    /* In place the result overwrites what is still to be sent. */
    uint64_t total = call->kind == ALL_TO_ALL || (call->kind == SCATTER && comm->rank == call->root) ? bytes * (uint64_t)n : bytes;
    given = own = malloc(total + 8);
    memcpy(own, call->send, total);
  }
  for (int p = 0; p < n; p++) {
    int i_am_root = comm->rank == call->root, p_is_root = p == call->root;
    uint64_t at = (uint64_t)p * bytes;
    if (all_send || (p_is_root && (call->kind == REDUCE || call->kind == GATHER)) || (i_am_root && call->kind == BROADCAST))
      add(sends, &all.sends, p, given, bytes);
    if (call->kind == REDUCE_SCATTER || call->kind == ALL_TO_ALL || (i_am_root && call->kind == SCATTER))
      add(sends, &all.sends, p, given + at, bytes);
    if (all_send || call->kind == REDUCE_SCATTER || call->kind == ALL_TO_ALL
        || (i_am_root && (call->kind == REDUCE || call->kind == GATHER)))
      add(receives, &all.receives, p, parts + at, bytes);
    if (p_is_root && (call->kind == BROADCAST || call->kind == SCATTER)) add(receives, &all.receives, p, call->receive, bytes);
  }
  if (run_transfers(comm, &all) && reduces && all.receives) reduce(call, parts, call->receive);
  if (reduces) free(parts);
  free(own);
}

static void spoil(struct call *call) {
  if (call->wrong && call->count && call->receive) call->receive[0] ^= 1;
}

static void stall(struct call *call) {
  while (call->stall && !atomic_load(&call->comm->aborted)) nanosleep(&(struct timespec){0, 1000000}, 0);
}

/* A group: sends and receives together, collectives one after the other. */
struct group { int count; struct call *calls; };

static void run_group(void *arg) {
  struct group *group = arg;
  struct transfers all = {0, 0, malloc(sizeof(struct transfer) * (size_t)(group->count + 1)),
                          malloc(sizeof(struct transfer) * (size_t)(group->count + 1))};
  struct comm *comm = group->calls[0].comm;
  for (int i = 0; i < group->count; i++) {
    struct call *call = &group->calls[i];
    uint64_t bytes = call->count * (uint64_t)gpucomm_bytes(call->type);
    stall(call);
    if (atomic_load(&comm->aborted) || atomic_load(&comm->error)) break;
    if (call->kind == SEND) add(all.send, &all.sends, call->root, call->send, bytes);
    else if (call->kind == RECEIVE) add(all.receive, &all.receives, call->root, call->receive, bytes);
    else run_collective(call);
  }
  run_transfers(comm, &all);
  for (int i = 0; i < group->count; i++) spoil(&group->calls[i]);
  free(all.send);
  free(all.receive);
}

static _Thread_local int depth;
static _Thread_local struct call *grouped;
static _Thread_local int grouped_count;

static void queue(struct call *calls, int count) {
  struct group *group = malloc(sizeof *group);
  group->count = count;
  group->calls = malloc(sizeof *calls * (size_t)count);
  memcpy(group->calls, calls, sizeof *calls * (size_t)count);
  gpucomm_fake_queue(calls[0].stream, run_group, group);
}

/* ncclDataType_t and ncclRedOp_t of nccl.h as gpucomm's own types and reductions; codes from NUM_OPS on are made. */
enum { NUM_TYPES = 12, NUM_OPS = 5 };

static int type_of(int type) {
  static const int types[NUM_TYPES] = {GPUCOMM_INT8, GPUCOMM_UINT8, GPUCOMM_INT32, GPUCOMM_UINT32, GPUCOMM_INT64, GPUCOMM_UINT64,
                                       GPUCOMM_HALF, GPUCOMM_FLOAT, GPUCOMM_DOUBLE, GPUCOMM_BFLOAT16, GPUCOMM_F8E4M3,
                                       GPUCOMM_F8E5M2};
  return type >= 0 && type < NUM_TYPES ? types[type] : 0;
}

static int reduction_of(int op) {
  static const int reductions[NUM_OPS] = {GPUCOMM_SUM, GPUCOMM_PROD, GPUCOMM_MAX, GPUCOMM_MIN, GPUCOMM_AVG};
  return op < NUM_OPS ? reductions[op] : GPUCOMM_MULSUM + op - NUM_OPS;
}

static int start(struct call call) {
  const char *name = names[call.kind];
  int rank = call.comm->rank, code = fake_enter(name, rank);
  if (code) {
    snprintf(last_error, sizeof last_error, "fake failure of %s\nasked for by FAKE_FAIL\n", name);
    return code;
  }
  if (call.root < 0 || call.root >= call.comm->ranks) {
    snprintf(last_error, sizeof last_error, "%s: there is no rank %d", name, call.root);
    return INVALID_ARGUMENT;
  }
  if (!(call.type = type_of(call.type)) || call.op < 0 || call.op >= NUM_OPS + call.comm->operations) {
    snprintf(last_error, sizeof last_error, "%s: there is no such type or reduction", name);
    return INVALID_ARGUMENT;
  }
  call.op = reduction_of(call.op);
  call.stall = fake_due(&fake_stalls, name, rank, 0) != 0;
  call.wrong = fake_due(&fake_wrongs, name, rank, 1) != 0;
  if (!depth) {
    queue(&call, 1);
    return 0;
  }
  if (!grouped) grouped = malloc(sizeof call * GROUPED);
  if (grouped_count == GROUPED) return INTERNAL_ERROR;
  grouped[grouped_count++] = call;
  return 0;
}

FAKE_EXPORT int ncclGroupStart(void) { FAKE_ENTER("ncclGroupStart", -1); depth++; return 0; }
FAKE_EXPORT int ncclGroupEnd(void) {
  FAKE_ENTER("ncclGroupEnd", -1);
  if (!depth) return INVALID_USAGE;
  if (--depth || !grouped_count) return 0;
  queue(grouped, grouped_count);
  grouped_count = 0;
  return 0;
}

FAKE_EXPORT int ncclAllReduce(void *send, void *receive, size_t count, int type, int op, void *comm, void *stream) {
  return start((struct call){comm, stream, ALL_REDUCE, send, receive, count, type, op, 0, 0, 0});
}
FAKE_EXPORT int ncclAllGather(void *send, void *receive, size_t count, int type, void *comm, void *stream) {
  return start((struct call){comm, stream, ALL_GATHER, send, receive, count, type, 0, 0, 0, 0});
}
FAKE_EXPORT int ncclReduceScatter(void *send, void *receive, size_t count, int type, int op, void *comm, void *stream) {
  return start((struct call){comm, stream, REDUCE_SCATTER, send, receive, count, type, op, 0, 0, 0});
}
FAKE_EXPORT int ncclBroadcast(void *send, void *receive, size_t count, int type, int root, void *comm, void *stream) {
  return start((struct call){comm, stream, BROADCAST, send, receive, count, type, 0, root, 0, 0});
}
FAKE_EXPORT int ncclReduce(void *send, void *receive, size_t count, int type, int op, int root, void *comm, void *stream) {
  return start((struct call){comm, stream, REDUCE, send, receive, count, type, op, root, 0, 0});
}
#ifndef FAKE_ANCIENT
FAKE_EXPORT int ncclSend(void *send, size_t count, int type, int peer, void *comm, void *stream) {
  return start((struct call){comm, stream, SEND, send, 0, count, type, 0, peer, 0, 0});
}
FAKE_EXPORT int ncclRecv(void *receive, size_t count, int type, int peer, void *comm, void *stream) {
  return start((struct call){comm, stream, RECEIVE, 0, receive, count, type, 0, peer, 0, 0});
}
#endif
#ifndef FAKE_OLD
int cuMemAlloc_v2(void **address, size_t bytes);
int cuMemFree_v2(void *address);

FAKE_EXPORT int ncclMemAlloc(void **address, size_t bytes) {
  FAKE_ENTER("ncclMemAlloc", -1);
  return cuMemAlloc_v2(address, bytes) ? 1 : 0;
}
FAKE_EXPORT int ncclMemFree(void *address) { FAKE_ENTER("ncclMemFree", -1); return cuMemFree_v2(address) ? 1 : 0; }

/* Registration: a buffer is known by its address; that it is given back, and that all ranks register alike, is checked. */
FAKE_EXPORT int ncclCommRegister(void *handle, void *buffer, size_t bytes, void **registered) {
  FAKE_ENTER("ncclCommRegister", ((struct comm *)handle)->rank);
  if (!buffer || !bytes) return INVALID_ARGUMENT;
  ((struct comm *)handle)->registered++;
  *registered = buffer;
  return 0;
}
FAKE_EXPORT int ncclCommDeregister(void *handle, void *registered) {
  FAKE_ENTER("ncclCommDeregister", ((struct comm *)handle)->rank);
  return registered && ((struct comm *)handle)->registered-- > 0 ? 0 : INVALID_ARGUMENT;
}
/* FAKE_WRONG=ncclCommWindowRegister makes no window, as NCCL does where memory cannot be symmetric. */
FAKE_EXPORT int ncclCommWindowRegister(void *handle, void *buffer, size_t bytes, void **window, int flags) {
  struct comm *comm = handle;
  FAKE_ENTER("ncclCommWindowRegister", comm->rank);
  if (!buffer || !bytes || flags != 1) return INVALID_ARGUMENT;
  *window = fake_due(&fake_wrongs, "ncclCommWindowRegister", comm->rank, 1) ? 0 : buffer;
  comm->registered += *window != 0;
  return 0;
}
FAKE_EXPORT int ncclCommWindowDeregister(void *handle, void *window) {
  FAKE_ENTER("ncclCommWindowDeregister", ((struct comm *)handle)->rank);
  return window && ((struct comm *)handle)->registered-- > 0 ? 0 : INVALID_ARGUMENT;
}

/* The parts of ncclConfig_t of 2.27 that are looked at, at their places. FAKE_CTA_POLICY: the one that must be asked for. */
struct config { size_t size; unsigned magic, version; int first[4]; void *net; int second[2]; void *name; int collnet, policy, third[2]; };
FAKE_EXPORT int ncclCommInitRankConfig(void **created, int ranks, unique_id id, int rank, struct config *config) {
  const char *wanted = getenv("FAKE_CTA_POLICY");
  FAKE_ENTER("ncclCommInitRankConfig", rank);
  if (config->magic != 0xcafebeef || config->size != sizeof *config || config->version != 22700 || config->net || config->name
      || config->first[0] != INT32_MIN || config->collnet != INT32_MIN || config->third[1] != INT32_MIN
      || (wanted && config->policy != atoi(wanted))) return INVALID_ARGUMENT;
  return ncclCommInitRank(created, ranks, id, rank);
}

FAKE_EXPORT int ncclAlltoAll(void *send, void *receive, size_t count, int type, void *comm, void *stream) {
  return start((struct call){comm, stream, ALL_TO_ALL, send, receive, count, type, 0, 0, 0, 0});
}
FAKE_EXPORT int ncclGather(void *send, void *receive, size_t count, int type, int root, void *comm, void *stream) {
  return start((struct call){comm, stream, GATHER, send, receive, count, type, 0, root, 0, 0});
}
FAKE_EXPORT int ncclScatter(void *send, void *receive, size_t count, int type, int root, void *comm, void *stream) {
  return start((struct call){comm, stream, SCATTER, send, receive, count, type, 0, root, 0, 0});
}
#endif

/* The scalar must have been read when this returns: it is on the host. */
FAKE_EXPORT int ncclRedOpCreatePreMulSum(int *op, void *scalar, int type, int residence, void *handle) {
  struct comm *comm = handle;
  FAKE_ENTER("ncclRedOpCreatePreMulSum", comm->rank);
  if (residence != 1 || comm->operations == OPERATIONS) return INVALID_ARGUMENT;
  comm->scalar[comm->operations] = gpucomm_load(scalar, type_of(type), 0);
  *op = NUM_OPS + comm->operations++;
  return 0;
}
FAKE_EXPORT int ncclRedOpDestroy(int op, void *handle) {
  FAKE_ENTER("ncclRedOpDestroy", ((struct comm *)handle)->rank);
  return op >= NUM_OPS ? 0 : INVALID_ARGUMENT;
}
