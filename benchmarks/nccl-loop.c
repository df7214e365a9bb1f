/* The plainest loop over NCCL in C, to hold gpucomm's times against: one process a GPU, out-of-place, WARMUPS and then
   ITERATIONS operations in one batch, host clock from a barrier to the end of the stream, mean over the ranks. That is what
   nccl-tests measures with -n and -w, without what surrounds it.
   Usage: nccl-loop OPERATION GPUS LARGEST ITERATIONS WARMUPS; prints a line "bytes µs" for every size from 8 B by 2. */
#include <cuda_runtime.h>
#include <nccl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CUDA(call) do { cudaError_t e = (call); if (e) { fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)
#define NCCL(call) do { ncclResult_t r = (call); if (r) { fprintf(stderr, "%s: %s\n", #call, ncclGetErrorString(r)); exit(1); } } while (0)
#define MAX_RANKS 64

struct shared {
  ncclUniqueId id;
  atomic_int has_id, arrived, turn;
  double microseconds[MAX_RANKS];
};

static struct shared *shared;
static const char *operation;
static int ranks, rank;

static void barrier(void) {
  int turn = atomic_load(&shared->turn);
  if (atomic_fetch_add(&shared->arrived, 1) == ranks - 1) {
    atomic_store(&shared->arrived, 0);
    atomic_fetch_add(&shared->turn, 1);
  } else {
    while (atomic_load(&shared->turn) == turn) {}
  }
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1e6 + t.tv_nsec / 1e3;
}

/* count is of floats, of the whole message or of a rank's share, as nccl-tests has it */
static void launch(char *send, char *receive, size_t count, ncclComm_t comm, cudaStream_t stream) {
  if (!strcmp(operation, "all_reduce")) {
    NCCL(ncclAllReduce(send, receive, count, ncclFloat, ncclSum, comm, stream));
  } else if (!strcmp(operation, "all_gather")) {
    NCCL(ncclAllGather(send, receive, count / ranks, ncclFloat, comm, stream));
  } else if (!strcmp(operation, "reduce_scatter")) {
    NCCL(ncclReduceScatter(send, receive, count / ranks, ncclFloat, ncclSum, comm, stream));
  } else if (!strcmp(operation, "alltoall")) {
    NCCL(ncclAlltoAll(send, receive, count / ranks, ncclFloat, comm, stream));
  } else if (!strcmp(operation, "sendrecv")) {
    NCCL(ncclGroupStart());
    NCCL(ncclSend(send, count, ncclFloat, (rank + 1) % ranks, comm, stream));
    NCCL(ncclRecv(receive, count, ncclFloat, (rank + ranks - 1) % ranks, comm, stream));
    NCCL(ncclGroupEnd());
  } else {
    fprintf(stderr, "unknown operation %s\n", operation);
    exit(2);
  }
}

static void finish(cudaStream_t stream) {
  cudaError_t state;
  while ((state = cudaStreamQuery(stream)) == cudaErrorNotReady) {}
  CUDA(state);
}

static void run(size_t largest, int iterations, int warmups) {
  CUDA(cudaSetDevice(rank));
  if (rank == 0) {
    NCCL(ncclGetUniqueId(&shared->id));
    atomic_store(&shared->has_id, 1);
  }
  while (!atomic_load(&shared->has_id)) {}
  ncclComm_t comm;
  NCCL(ncclCommInitRank(&comm, ranks, shared->id, rank));
  cudaStream_t stream;
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  char *send, *receive;
  CUDA(cudaMalloc((void **)&send, largest));
  CUDA(cudaMalloc((void **)&receive, largest));
  for (int i = 0; i < warmups; i++) launch(send, receive, largest / 4, comm, stream);
  for (int i = 0; i < warmups; i++) launch(send, receive, ranks, comm, stream);
  finish(stream);
  for (size_t bytes = 8; bytes <= largest; bytes *= 2) {
    launch(send, receive, bytes / 4, comm, stream);
    finish(stream);
    barrier();
    double began = now();
    for (int i = 0; i < iterations; i++) {
      /* from place to place in the buffers, as nccl-tests: else small messages stay in the GPU's cache */
      size_t shift = bytes * (i % (largest / bytes));
      launch(send + shift, receive + shift, bytes / 4, comm, stream);
    }
    finish(stream);
    shared->microseconds[rank] = (now() - began) / iterations;
    barrier();
    if (rank == 0) {
      double sum = 0;
      for (int r = 0; r < ranks; r++) sum += shared->microseconds[r];
      printf("%zu %.3f\n", bytes, sum / ranks);
    }
    barrier();
  }
  fflush(stdout);
  NCCL(ncclCommDestroy(comm));
}

int main(int argc, char **argv) {
  if (argc != 6) {
    fprintf(stderr, "usage: nccl-loop OPERATION GPUS LARGEST ITERATIONS WARMUPS\n");
    return 2;
  }
  operation = argv[1];
  ranks = atoi(argv[2]);
  if (ranks < 1 || ranks > MAX_RANKS) {
    fprintf(stderr, "nccl-loop: 1 to %d GPUs\n", MAX_RANKS);
    return 2;
  }
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return perror("mmap"), 1;
  for (int r = 0; r < ranks; r++) {
    pid_t child = fork();
    if (child < 0) return perror("fork"), 1;
    if (child == 0) {
      rank = r;
      run(strtoull(argv[3], NULL, 10), atoi(argv[4]), atoi(argv[5]));
      return 0;
    }
  }
  int failed = 0, status;
  while (wait(&status) > 0) failed |= status != 0;
  return failed;
}
