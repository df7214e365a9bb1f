/* A libcuda on host memory. FAKE_CUDA_DEVICES (2), FAKE_CUDA_MEMORY (bytes of each, 16 GiB) and the faults of fake.h. */
#define _GNU_SOURCE
#include "kernels.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mman.h>
#include <time.h>

enum { INVALID_VALUE = 1, OUT_OF_MEMORY = 2, NOT_INITIALIZED = 3, NO_DEVICE = 100, INVALID_DEVICE = 101, NOT_FOUND = 500,
       NOT_READY = 600 };

struct item { fake_work work; void *arg; struct item *next; };

struct stream;

/* streams: those whose work it has. */
struct graph { struct item *first, **last; struct stream *streams[8]; int stream_count; };

struct stream {
  pthread_mutex_t lock;
  pthread_cond_t changed;
  struct item *first, **last;
  atomic_int pending; /* queued and not complete */
  struct graph *captured;
  int closing;
  pthread_t thread;
};

static _Thread_local long current = -1;

static int devices(void) {
  const char *text = getenv("FAKE_CUDA_DEVICES");
  return text ? atoi(text) : 2;
}

static size_t memory(void) {
  const char *text = getenv("FAKE_CUDA_MEMORY");
  return text ? strtoull(text, 0, 0) : (size_t)16 << 30;
}

FAKE_EXPORT int cuInit(unsigned flags) {
  FAKE_ENTER("cuInit", -1);
  return flags ? INVALID_VALUE : devices() == 0 ? NO_DEVICE : 0;
}

FAKE_EXPORT int cuDriverGetVersion(int *version) { FAKE_ENTER("cuDriverGetVersion", -1); *version = 13000; return 0; }
FAKE_EXPORT int cuDeviceGetCount(int *count) { FAKE_ENTER("cuDeviceGetCount", -1); *count = devices(); return 0; }
FAKE_EXPORT int cuDeviceGetName(char *name, int length, int device) {
  return snprintf(name, (size_t)length, "Fake H200") < 0 || device < 0;
}
FAKE_EXPORT int cuDeviceTotalMem_v2(size_t *bytes, int device) { (void)device; *bytes = memory(); return 0; }
FAKE_EXPORT int cuDeviceGetAttribute(int *value, int attribute, int device) {
  (void)device;
  /* COMPUTE_CAPABILITY_MAJOR and MULTIPROCESSOR_COUNT of cuda.h; of the latter so few that tests can ask for too many blocks */
  *value = attribute == 75 ? 9 : attribute == 16 ? 8 : 0;
  return 0;
}
FAKE_EXPORT int cuDeviceGetPCIBusId(char *id, int length, int device) {
  return snprintf(id, (size_t)length, "0000:%02X:00.0", 0x53 + device) < 0;
}

FAKE_EXPORT int cuGetErrorString(int code, const char **text) {
  switch (code) {
    case INVALID_VALUE: *text = "invalid argument"; break;
    case OUT_OF_MEMORY: *text = "out of memory"; break;
    case NO_DEVICE: *text = "no CUDA-capable device is detected"; break;
    case INVALID_DEVICE: *text = "invalid device ordinal"; break;
    case NOT_FOUND: *text = "named symbol not found"; break;
    case NOT_READY: *text = "device not ready"; break;
    case 700: *text = "an illegal memory access was encountered"; break;
    default: *text = "unknown error"; return INVALID_VALUE;
  }
  return 0;
}

/* A context is the device's number plus one, so that none is null. */
FAKE_EXPORT int cuDevicePrimaryCtxRetain(void **context, int device) {
  FAKE_ENTER("cuDevicePrimaryCtxRetain", device);
  if (device < 0 || device >= devices()) return INVALID_DEVICE;
  *context = (void *)(intptr_t)(device + 1);
  return 0;
}
FAKE_EXPORT int cuDevicePrimaryCtxRelease_v2(int device) { FAKE_ENTER("cuDevicePrimaryCtxRelease", device); return 0; }
FAKE_EXPORT int cuCtxSetCurrent(void *context) { current = (intptr_t)context - 1; FAKE_ENTER("cuCtxSetCurrent", current); return 0; }

FAKE_EXPORT int cuCtxGetCurrent(void **context) { *context = (void *)(intptr_t)(current + 1); return 0; }

/* Memory that another process of this user can map too: a file without a name, which /proc shows. */
struct allocation { void *address; size_t bytes; int file; struct allocation *next; };

static struct allocation *allocations;
static pthread_mutex_t allocating = PTHREAD_MUTEX_INITIALIZER;

FAKE_EXPORT int cuMemAlloc_v2(void **address, size_t bytes) {
  FAKE_ENTER("cuMemAlloc", current);
  if (current < 0) return NOT_INITIALIZED;
  if (bytes > memory()) return OUT_OF_MEMORY;
  struct allocation *made = malloc(sizeof *made);
  int file = memfd_create("gpucomm-fake", MFD_CLOEXEC);
  *made = (struct allocation){MAP_FAILED, bytes, file, 0};
  if (file >= 0 && !ftruncate(file, (off_t)bytes)) made->address = mmap(0, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (made->address == MAP_FAILED) return OUT_OF_MEMORY;
  pthread_mutex_lock(&allocating);
  made->next = allocations;
  allocations = made;
  pthread_mutex_unlock(&allocating);
  *address = made->address;
  return 0;
}

/* Takes the allocation out of the list, or only finds it. */
static struct allocation *allocation_at(void *address, int take) {
  struct allocation **at, *found;
  pthread_mutex_lock(&allocating);
  for (at = &allocations; (found = *at) && found->address != address; at = &found->next);
  if (found && take) *at = found->next;
  pthread_mutex_unlock(&allocating);
  return found;
}

FAKE_EXPORT int cuMemFree_v2(void *address) {
  FAKE_ENTER("cuMemFree", current);
  struct allocation *freed = allocation_at(address, 1);
  if (!freed) return INVALID_VALUE;
  munmap(freed->address, freed->bytes);
  close(freed->file);
  free(freed);
  return 0;
}

struct handle { uint64_t pid, file, bytes; char unused[40]; };

FAKE_EXPORT int cuIpcGetMemHandle(struct handle *handle, void *address) {
  FAKE_ENTER("cuIpcGetMemHandle", current);
  struct allocation *found = allocation_at(address, 0);
  if (!found) return INVALID_VALUE;
  *handle = (struct handle){(uint64_t)getpid(), (uint64_t)found->file, found->bytes, {0}};
  return 0;
}
FAKE_EXPORT int cuIpcOpenMemHandle_v2(void **address, struct handle handle, unsigned flags) {
  FAKE_ENTER("cuIpcOpenMemHandle", current);
  char path[64];
  (void)flags;
  snprintf(path, sizeof path, "/proc/%llu/fd/%llu", (unsigned long long)handle.pid, (unsigned long long)handle.file);
  int file = open(path, O_RDWR | O_CLOEXEC);
  if (file < 0) return INVALID_VALUE;
  *address = mmap(0, handle.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  return *address == MAP_FAILED ? INVALID_VALUE : 0;
}
FAKE_EXPORT int cuIpcCloseMemHandle(void *address) { (void)address; FAKE_ENTER("cuIpcCloseMemHandle", current); return 0; }
FAKE_EXPORT int cuDeviceCanAccessPeer(int *can, int device, int peer) {
  FAKE_ENTER("cuDeviceCanAccessPeer", device);
  *can = device != peer && !getenv("FAKE_CUDA_NO_PEERS");
  return 0;
}
FAKE_EXPORT int cuCtxEnablePeerAccess(void *context, unsigned flags) {
  FAKE_ENTER("cuCtxEnablePeerAccess", current);
  return flags || (intptr_t)context - 1 == current ? INVALID_VALUE : 0;
}
FAKE_EXPORT int cuMemHostAlloc(void **address, size_t bytes, unsigned flags) {
  FAKE_ENTER("cuMemHostAlloc", current);
  (void)flags;
  *address = calloc(1, bytes);
  return *address ? 0 : OUT_OF_MEMORY;
}
FAKE_EXPORT int cuMemFreeHost(void *address) { FAKE_ENTER("cuMemFreeHost", current); free(address); return 0; }
FAKE_EXPORT int cuMemGetInfo_v2(size_t *unused, size_t *total) {
  FAKE_ENTER("cuMemGetInfo", current);
  *unused = *total = memory();
  return 0;
}
FAKE_EXPORT int cuMemcpyHtoD_v2(void *to, const void *from, size_t bytes) {
  FAKE_ENTER("cuMemcpyHtoD", current);
  memcpy(to, from, bytes);
  return 0;
}
FAKE_EXPORT int cuMemcpy(void *to, const void *from, size_t bytes) {
  FAKE_ENTER("cuMemcpy", current);
  memcpy(to, from, bytes);
  if (fake_due(&fake_wrongs, "cuMemcpy", current, 1))
    *(char *) to ^= 1;
  return 0;
}
FAKE_EXPORT int cuMemcpyDtoH_v2(void *to, void *from, size_t bytes) {
  FAKE_ENTER("cuMemcpyDtoH", current);
  memcpy(to, from, bytes);
  return 0;
}

static void *run_stream(void *arg) {
  struct stream *stream = arg;
  for (;;) {
    struct item *item;
    pthread_mutex_lock(&stream->lock);
    while (!stream->first && !stream->closing) pthread_cond_wait(&stream->changed, &stream->lock);
    item = stream->first;
    if (item && !(stream->first = item->next)) stream->last = &stream->first;
    pthread_mutex_unlock(&stream->lock);
    if (!item) return 0;
    item->work(item->arg);
    free(item);
    atomic_fetch_sub(&stream->pending, 1);
  }
}

FAKE_EXPORT int cuStreamCreate(void **created, unsigned flags) {
  FAKE_ENTER("cuStreamCreate", current);
  struct stream *stream = calloc(1, sizeof *stream);
  (void)flags;
  pthread_mutex_init(&stream->lock, 0);
  pthread_cond_init(&stream->changed, 0);
  stream->last = &stream->first;
  if (pthread_create(&stream->thread, 0, run_stream, stream)) return OUT_OF_MEMORY;
  *created = stream;
  return 0;
}

FAKE_EXPORT int cuStreamCreateWithPriority(void **created, unsigned flags, int priority) { (void)priority; return cuStreamCreate(created, flags); }

FAKE_EXPORT int cuStreamDestroy_v2(void *handle) {
  struct stream *stream = handle;
  FAKE_ENTER("cuStreamDestroy", current);
  pthread_mutex_lock(&stream->lock);
  stream->closing = 1;
  pthread_cond_signal(&stream->changed);
  pthread_mutex_unlock(&stream->lock);
  pthread_join(stream->thread, 0);
  free(stream);
  return 0;
}

static void append(struct item ***last, fake_work work, void *arg) {
  struct item *item = malloc(sizeof *item);
  *item = (struct item){work, arg, 0};
  **last = item;
  *last = &item->next;
}

FAKE_EXPORT void gpucomm_fake_queue(void *handle, fake_work work, void *arg) {
  struct stream *stream = handle;
  if (stream->captured) {
    append(&stream->captured->last, work, arg);
    return;
  }
  atomic_fetch_add(&stream->pending, 1);
  pthread_mutex_lock(&stream->lock);
  append(&stream->last, work, arg);
  pthread_cond_signal(&stream->changed);
  pthread_mutex_unlock(&stream->lock);
}

FAKE_EXPORT int cuStreamQuery(void *handle) {
  FAKE_ENTER("cuStreamQuery", current);
  return atomic_load(&((struct stream *)handle)->pending) ? NOT_READY : 0;
}

/* What is captured of several streams is one row of work, in the order in which it was queued. */
static void join_capture(struct stream *stream, struct graph *graph) {
  stream->captured = graph;
  graph->streams[graph->stream_count++] = stream;
}

FAKE_EXPORT int cuStreamBeginCapture_v2(void *handle, int mode) {
  FAKE_ENTER("cuStreamBeginCapture", current);
  struct graph *graph = calloc(1, sizeof *graph);
  (void)mode;
  graph->last = &graph->first;
  join_capture(handle, graph);
  return 0;
}
FAKE_EXPORT int cuStreamEndCapture(void *handle, void **graph) {
  FAKE_ENTER("cuStreamEndCapture", current);
  struct graph *made = ((struct stream *)handle)->captured;
  if (!made) return INVALID_VALUE;
  for (int i = 0; i < made->stream_count; i++) made->streams[i]->captured = 0;
  *graph = made;
  return 0;
}
FAKE_EXPORT int cuGraphInstantiateWithFlags(void **executable, void *graph, unsigned long long flags) {
  FAKE_ENTER("cuGraphInstantiateWithFlags", current);
  (void)flags;
  *executable = graph;
  return 0;
}
FAKE_EXPORT int cuGraphLaunch(void *executable, void *stream) {
  FAKE_ENTER("cuGraphLaunch", current);
  for (struct item *item = ((struct graph *)executable)->first; item; item = item->next)
    gpucomm_fake_queue(stream, item->work, item->arg);
  return 0;
}
FAKE_EXPORT int cuGraphExecDestroy(void *executable) { (void)executable; FAKE_ENTER("cuGraphExecDestroy", current); return 0; }
FAKE_EXPORT int cuGraphDestroy(void *graph) { free(graph); FAKE_ENTER("cuGraphDestroy", current); return 0; }

/* graph: in which it was recorded last, if in any */
struct event { struct timespec at; uint64_t recorded; _Atomic uint64_t done; struct graph *graph; };

struct moment { struct event *event; uint64_t number; };

static void mark(void *arg) {
  struct moment *m = arg;
  clock_gettime(CLOCK_MONOTONIC, &m->event->at);
  atomic_store(&m->event->done, m->number);
}

static void await_moment(void *arg) {
  struct moment *m = arg;
  while (atomic_load(&m->event->done) < m->number) sched_yield();
}

static struct moment *moment(struct event *event) {
  struct moment *made = malloc(sizeof *made);
  *made = (struct moment){event, event->recorded};
  return made;
}

FAKE_EXPORT int cuEventCreate(void **event, unsigned flags) {
  FAKE_ENTER("cuEventCreate", current);
  (void)flags;
  *event = calloc(1, sizeof(struct event));
  return 0;
}
FAKE_EXPORT int cuEventDestroy_v2(void *event) { FAKE_ENTER("cuEventDestroy", current); free(event); return 0; }
FAKE_EXPORT int cuEventRecord(void *event, void *stream) {
  FAKE_ENTER("cuEventRecord", current);
  ((struct event *)event)->graph = ((struct stream *)stream)->captured;
  if (!((struct stream *)stream)->captured) {
    ((struct event *)event)->recorded++;
    gpucomm_fake_queue(stream, mark, moment(event));
  }
  return 0;
}
FAKE_EXPORT int cuStreamWaitEvent(void *handle, void *event, unsigned flags) {
  struct stream *stream = handle;
  struct event *awaited = event;
  FAKE_ENTER("cuStreamWaitEvent", current);
  if (flags || (stream->captured && stream->captured != awaited->graph)) return INVALID_VALUE;
  if (awaited->graph && !stream->captured) join_capture(stream, awaited->graph);
  if (!awaited->graph) gpucomm_fake_queue(stream, await_moment, moment(awaited));
  return 0;
}
FAKE_EXPORT int cuEventElapsedTime(float *millis, void *from, void *to) {
  struct timespec *a = &((struct event *)from)->at, *b = &((struct event *)to)->at;
  FAKE_ENTER("cuEventElapsedTime", current);
  *millis = (float)((double)(b->tv_sec - a->tv_sec) * 1e3 + (double)(b->tv_nsec - a->tv_nsec) / 1e6);
  return 0;
}

struct bytes { char *to, *from; int value, wrong; size_t count; };

static atomic_int launches;

static int is_cold(void) {
  const char *until = getenv("FAKE_COLD");
  return until && atomic_load(&launches) < atoi(until);
}

static void set(void *arg) { struct bytes *b = arg; memset(b->to, b->value, b->count); }
static void copy(void *arg) {
  struct bytes *b = arg;
  if (b->value) usleep(50000);
  memmove(b->to, b->from, b->count);
  if (b->wrong && b->count) b->to[0] ^= 1;
}
static void number(void *arg) { struct bytes *b = arg; atomic_store((_Atomic uint32_t *)b->to, (uint32_t)b->value); }

FAKE_EXPORT int cuMemsetD8Async(void *address, unsigned char value, size_t count, void *stream) {
  FAKE_ENTER("cuMemsetD8Async", current);
  struct bytes *b = malloc(sizeof *b);
  *b = (struct bytes){address, 0, value, 0, count};
  gpucomm_fake_queue(stream, set, b);
  return 0;
}
FAKE_EXPORT int cuMemcpyDtoDAsync_v2(void *to, void *from, size_t count, void *stream) {
  FAKE_ENTER("cuMemcpyDtoDAsync", current);
  struct bytes *b = malloc(sizeof *b);
  *b = (struct bytes){to, from, is_cold(), fake_due(&fake_wrongs, "cuMemcpyDtoDAsync", current, 1) != 0, count};
  gpucomm_fake_queue(stream, copy, b);
  return 0;
}

static void await(void *arg) {
  struct bytes *b = arg;
  while ((int32_t)(atomic_load((_Atomic uint32_t *)b->from) - (uint32_t)b->value) < 0) sched_yield();
}

FAKE_EXPORT int cuStreamWaitValue32_v2(void *stream, void *address, uint32_t value, unsigned flags) {
  FAKE_ENTER("cuStreamWaitValue32", current);
  struct bytes *b = malloc(sizeof *b);
  *b = (struct bytes){0, address, (int)value, 0, sizeof value};
  if (flags) return INVALID_VALUE;
  gpucomm_fake_queue(stream, await, b);
  return 0;
}

FAKE_EXPORT int cuStreamWriteValue32_v2(void *stream, void *address, uint32_t value, unsigned flags) {
  FAKE_ENTER("cuStreamWriteValue32", current);
  struct bytes *b = malloc(sizeof *b);
  *b = (struct bytes){address, 0, (int)value, 0, sizeof value};
  if (flags) return INVALID_VALUE;
  if (!fake_due(&fake_losses, "cuStreamWriteValue32", current, 1)) gpucomm_fake_queue(stream, number, b);
  return 0;
}

FAKE_EXPORT int cuModuleLoadData(void **module, const void *image) {
  FAKE_ENTER("cuModuleLoadData", current);
  *module = (void *)fake_kernels;
  return image ? 0 : INVALID_VALUE;
}
FAKE_EXPORT int cuModuleUnload(void *module) { (void)module; FAKE_ENTER("cuModuleUnload", current); return 0; }
FAKE_EXPORT int cuModuleGetFunction(void **function, void *module, const char *name) {
  FAKE_ENTER("cuModuleGetFunction", current);
  (void)module;
  for (int i = 0; i < fake_kernel_count; i++)
    if (!strcmp(name, fake_kernels[i].name)) {
      *function = (void *)&fake_kernels[i];
      return 0;
    }
  return NOT_FOUND;
}
FAKE_EXPORT int cuFuncSetAttribute(void *function, int attribute, int value) {
  FAKE_ENTER("cuFuncSetAttribute", current);
  return !function || attribute != 8 || value < 0 ? INVALID_VALUE : 0;
}
FAKE_EXPORT int cuLaunchKernel(void *function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,
                               unsigned shared, void *stream, void **arguments, void **extra) {
  FAKE_ENTER("cuLaunchKernel", current);
  const struct fake_kernel *kernel = function;
  struct fake_launch *launch = calloc(1, sizeof *launch);
  if (!gx || gy != 1 || gz != 1 || !bx || bx > 1024 || by != 1 || bz != 1 || shared > 227 << 10 || extra) return INVALID_VALUE;
  for (int i = 0; i < kernel->arguments; i++) launch->argument[i] = *(uint64_t *)arguments[i];
  launch->blocks = gx;
  launch->threads = bx;
  launch->wrong = fake_due(&fake_wrongs, kernel->name, current, 1) != 0;
  launch->silent = fake_due(&fake_losses, kernel->name, current, 1) != 0;
  atomic_fetch_add(&launches, 1);
  gpucomm_fake_queue(stream, kernel->work, launch);
  return 0;
}
