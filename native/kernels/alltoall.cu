/*
 * All-to-alls by GPUs that write into one another's memory. Every rank gives each rank `share` bytes: those for rank p begin
 * at send + p * share, those from rank p arrive at receive + p * share. Tables hold an address for each rank, as mapped in
 * this process. A launch does `repeats` of them in a row, the first of which has the number `first`; numbers go on from launch
 * to launch, are the same in all ranks and never 0. As for NVSHMEM's collectives, all ranks launch the same grid and all
 * blocks of it must fit on the GPU at once, since they wait for those of the peers.
 */
#include "peers.h"

/* The rank `hop` ranks on, or back. Ranks are few, and a division takes longer than a message. */
__device__ static inline uint32_t ahead(uint32_t rank, uint32_t hop, uint32_t ranks) {
  return rank + hop < ranks ? rank + hop : rank + hop - ranks;
}

/*
 * Large messages. Block b of each rank copies the bth slice of each share to its peer, the next rank first, so that no rank
 * is written to by all at once; then it marks the peer's words [rank][b] and waits until its own are marked: a block waits for
 * the slices that its counterparts send, not for whole messages. receives and marks are tables; share is a multiple of 16, and
 * below 64 GiB.
 * A row of marks has room for MOST_BLOCKS whatever the grid, so that a peer that is at the next launch, of another grid,
 * marks the same places.
 */
#define MOST_BLOCKS 1024

extern "C" __global__ void __launch_bounds__(512) gpucomm_alltoall_blocks(char *const *receives, uint32_t *const *marks, const char *send, uint64_t share,
                                                   uint64_t rank, uint64_t ranks, uint64_t first, uint64_t repeats,
                                                   uint64_t deadline, uint64_t *lost) {
  uint32_t lines = (uint32_t)(share / 16), slice = (lines + gridDim.x - 1) / gridDim.x, me = (uint32_t)rank, all = (uint32_t)ranks;
  uint32_t begin = slice * blockIdx.x < lines ? slice * blockIdx.x : lines, mine = lines - begin < slice ? lines - begin : slice;
  Patience patience(deadline, lost);
  for (uint64_t n = 0; n < repeats; n++) {
    uint32_t number = (uint32_t)(first + n);
    for (uint32_t hop = 1; hop < all; hop++) {
      uint32_t peer = ahead(me, hop, all);
      copy_lines((uint4 *)(receives[peer] + rank * share) + begin, (const uint4 *)(send + peer * share) + begin, mine);
    }
    __syncthreads();
    for (uint32_t peer = threadIdx.x; peer < all; peer += blockDim.x)
      if (peer != me) publish(marks[peer] + me * MOST_BLOCKS + blockIdx.x, number);
    copy_lines((uint4 *)(receives[me] + rank * share) + begin, (const uint4 *)(send + rank * share) + begin, mine);
    bool came = true;
    for (uint32_t peer = threadIdx.x; peer < all && came; peer += blockDim.x)
      if (peer != me) came = patience.awaits(marks[me] + peer * MOST_BLOCKS + blockIdx.x, number, peer);
    if (!__syncthreads_and(came)) return;
  }
}

/*
 * Small messages, without any barrier. A line of 16 bytes carries 12 of the message and, in its last word, the number: who
 * sees the number has the data. Lines go to inboxes, [slot][from rank][line] with room for `room` lines of each rank, whose
 * addresses are the table. A thread sends its lines to all peers, then takes the same lines from all peers. Two slots are
 * enough: whoever sends number n has taken n - 1 from all its counterparts, which therefore have taken n - 2. Across launches
 * this holds for all threads, since a launch begins when the one before has ended; so sizes and grids may change from one to
 * the next. share is a multiple of 4.
 */
#define SLOTS 2

__device__ static inline Line16 packed(const uint32_t *from, uint32_t left, uint32_t number) {
  return Line16{__ldcv(from), left > 1 ? __ldcv(from + 1) : 0, left > 2 ? __ldcv(from + 2) : 0, number};
}

__device__ static inline void unpack(Line16 line, uint32_t *to, uint32_t left) {
  to[0] = line.x;
  if (left > 1) to[1] = line.y;
  if (left > 2) to[2] = line.z;
}

extern "C" __global__ void gpucomm_alltoall_marked(char *const *inboxes, uint64_t room, char *receive, const char *send, uint64_t share,
                                                   uint64_t rank, uint64_t ranks, uint64_t first, uint64_t repeats,
                                                   uint64_t deadline, uint64_t *lost) {
  uint32_t words = (uint32_t)(share / 4), lines = (words + 2) / 3, threads = gridDim.x * blockDim.x, me = (uint32_t)rank, all = (uint32_t)ranks;
  Patience patience(deadline, lost);
  for (uint64_t n = 0; n < repeats; n++) {
    uint32_t number = (uint32_t)(first + n);
    uint64_t slot = number % SLOTS * ranks;
    for (uint32_t line = blockIdx.x * blockDim.x + threadIdx.x; line < lines; line += threads) {
      uint32_t at = line * 3, left = words - at;
      for (uint32_t hop = 1; hop < all; hop++) {
        uint32_t peer = ahead(me, hop, all);
        store_line(inboxes[peer] + 16 * ((slot + rank) * room + line), packed((const uint32_t *)(send + peer * share) + at, left, number));
      }
    }
    for (uint32_t line = blockIdx.x * blockDim.x + threadIdx.x; line < lines; line += threads) {
      uint32_t at = line * 3, left = words - at;
      unpack(packed((const uint32_t *)(send + rank * share) + at, left, number), (uint32_t *)(receive + rank * share) + at, left);
      for (uint32_t hop = 1; hop < all; hop++) {
        uint32_t peer = ahead(me, all - hop, all);
        const char *from = inboxes[me] + 16 * ((slot + peer) * room + line);
        Line16 taken = load_line(from);
        patience.since = 0;
        for (; taken.w != number; taken = load_line(from))
          if (!patience.lasts(peer, number)) return;
        unpack(taken, (uint32_t *)(receive + peer * share) + at, left);
      }
    }
  }
}

/* For copy engines, which signal nobody: marks words [rank] of all peers and waits for one's own. One block. */
extern "C" __global__ void gpucomm_meet(uint32_t *const *marks, uint64_t rank, uint64_t ranks, uint64_t number, uint64_t deadline,
                                        uint64_t *lost) {
  Patience patience(deadline, lost);
  for (uint64_t peer = threadIdx.x; peer < ranks; peer += blockDim.x)
    if (peer != rank) publish(marks[peer] + rank, (uint32_t)number);
  for (uint64_t peer = threadIdx.x; peer < ranks; peer += blockDim.x)
    if (peer != rank && !patience.awaits(marks[rank] + peer, (uint32_t)number, peer)) return;
}
