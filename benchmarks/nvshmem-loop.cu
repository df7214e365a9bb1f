/*
 * NVSHMEM's all-to-all on 2 or more GPUs of one host by plain loops, a process a GPU, for comparison with gpucomm bench nvshmem: asked for by the
 * host, timed as NVSHMEM's perftest does (events around each call, the stream empty before it) and in a row, as gpucomm does; and one block of
 * 256 threads that loops within a kernel, as perftest's device test does. Usage: nvshmem-loop GPUS LARGEST CALLS. Prints rank 0's: way,
 * bytes of a rank, µs of a call.
 */
#include <nvshmem.h>
#include <nvshmemx.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MUST(call) do { int code = (int)(call); if (code) { fprintf(stderr, "%s: %d\n", #call, code); exit(1); } } while (0)

__global__ void one_block(int32_t *to, const int32_t *from, size_t words, int repeats) {
  for (int i = 0; i < repeats; i++) nvshmemx_int32_alltoall_block(NVSHMEM_TEAM_WORLD, to, from, words);
}

static float micros(cudaEvent_t from, cudaEvent_t to) {
  float millis;
  MUST(cudaEventElapsedTime(&millis, from, to));
  return millis * 1000;
}

static void run(int rank, int gpus, size_t largest, int calls, const nvshmemx_uniqueid_t *id) {
  char heap[32];
  cudaStream_t stream;
  cudaEvent_t from, to;
  nvshmemx_init_attr_t attributes = NVSHMEMX_INIT_ATTR_INITIALIZER;
  MUST(cudaSetDevice(rank));
  snprintf(heap, sizeof heap, "%zu", 2 * largest + (512ul << 20));
  setenv("NVSHMEM_SYMMETRIC_SIZE", heap, 1);
  MUST(nvshmemx_set_attr_uniqueid_args(rank, gpus, id, &attributes));
  MUST(nvshmemx_init_attr(NVSHMEMX_INIT_WITH_UNIQUEID, &attributes));
  char *send = (char *)nvshmem_malloc(largest), *receive = (char *)nvshmem_malloc(largest);
  MUST(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  MUST(cudaEventCreate(&from));
  MUST(cudaEventCreate(&to));
  for (size_t bytes = 1024; bytes <= largest; bytes *= 4) {
    size_t share = bytes / gpus;
    double each = 0;
    for (int i = 0; i < 20; i++) nvshmemx_alltoallmem_on_stream(NVSHMEM_TEAM_WORLD, receive, send, share, stream);
    MUST(cudaStreamSynchronize(stream));
    nvshmemx_barrier_all_on_stream(stream);
    for (int i = 0; i < calls; i++) {
      MUST(cudaEventRecord(from, stream));
      nvshmemx_alltoallmem_on_stream(NVSHMEM_TEAM_WORLD, receive, send, share, stream);
      MUST(cudaEventRecord(to, stream));
      MUST(cudaStreamSynchronize(stream));
      each += micros(from, to);
    }
    nvshmemx_barrier_all_on_stream(stream);
    MUST(cudaEventRecord(from, stream));
    for (int i = 0; i < calls; i++) nvshmemx_alltoallmem_on_stream(NVSHMEM_TEAM_WORLD, receive, send, share, stream);
    MUST(cudaEventRecord(to, stream));
    MUST(cudaStreamSynchronize(stream));
    if (!rank) printf("host-each %zu %.3f\nhost %zu %.3f\n", bytes, each / calls, bytes, micros(from, to) / calls);
    for (int warm = 1; warm >= 0 && bytes <= 16 << 20; warm--) {
      nvshmemx_barrier_all_on_stream(stream);
      MUST(cudaEventRecord(from, stream));
      one_block<<<1, 256, 0, stream>>>((int32_t *)receive, (const int32_t *)send, share / 4, warm ? 5 : calls);
      MUST(cudaEventRecord(to, stream));
      MUST(cudaStreamSynchronize(stream));
      if (!rank && !warm) printf("device+block %zu %.3f\n", bytes, micros(from, to) / calls);
    }
  }
  nvshmem_barrier_all();
  nvshmem_finalize();
}

int main(int count, char **arguments) {
  if (count != 4) return 2;
  int gpus = atoi(arguments[1]), to_rank[64][2], status, bad = 0;
  pid_t child[64];
  nvshmemx_uniqueid_t id = NVSHMEMX_UNIQUEID_INITIALIZER;
  for (int rank = 1; rank < gpus; rank++) {
    MUST(pipe(to_rank[rank]));
    if (!(child[rank] = fork())) {
      if (read(to_rank[rank][0], &id, sizeof id) != sizeof id) return 1;
      run(rank, gpus, strtoull(arguments[2], 0, 0), atoi(arguments[3]), &id);
      return 0;
    }
  }
  MUST(nvshmemx_get_uniqueid(&id));
  for (int rank = 1; rank < gpus; rank++)
    if (write(to_rank[rank][1], &id, sizeof id) != sizeof id) return 1;
  run(0, gpus, strtoull(arguments[2], 0, 0), atoi(arguments[3]), &id);
  for (int rank = 1; rank < gpus; rank++) {
    waitpid(child[rank], &status, 0);
    bad |= status;
  }
  return bad ? 1 : 0;
}
