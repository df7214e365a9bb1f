/* Lists of transfers as they are posted: one for each rail, checked against what the rails know. */
#include "drive.h"

static int fill_lists(crew *crew, gpucomm_rail *const *rails, const gpucomm_transfer *transfers) {
  const gpucomm_pace *pace = crew->pace;
  int64_t listed = pace->each * pace->period;
  for (int64_t i = 0; i < listed; i++) {
    const gpucomm_transfer *from = &transfers[i];
    if (from->rail < 0 || from->rail >= crew->count)
      return gpucomm_rail_fail(rails[0], -FI_EINVAL, "transfer %lld names rail %lld of %lld", (long long) i,
                               (long long) from->rail, (long long) crew->count);
    lane *lane = &crew->lanes[from->rail];
    int found;
    prepared *next = &lane->list[lane->length++];
    next->kind = from->kind;
    next->phase = i / pace->each;
    next->local.iov_base = (void *) (uintptr_t) from->local;
    next->local.iov_len = (size_t) from->bytes;
    next->remote = (struct fi_rma_iov){.addr = (uint64_t) from->remote, .len = (size_t) from->bytes,
                                       .key = (uint64_t) from->key};
    next->data = (uint64_t) from->source;
    next->descriptor = gpucomm_descriptor(lane->rail, next->local.iov_base, from->bytes, &found);
    if (next->kind == GPUCOMM_COPY_HERE)
      continue;
    if (!found)
      return gpucomm_rail_fail(lane->rail, -FI_EINVAL, "transfer %lld uses memory that is not registered", (long long) i);
    if (next->kind != GPUCOMM_RECEIVE) {
      if (from->peer < 0 || from->peer >= lane->rail->peer_count)
        return gpucomm_rail_fail(lane->rail, -FI_EINVAL, "transfer %lld names peer %lld of %lld", (long long) i,
                                 (long long) from->peer, (long long) lane->rail->peer_count);
      next->peer = lane->rail->peers[from->peer];
    }
  }
  return 0;
}

/* How many transfers a rail has in all iterations, and how many each iteration has on the rails of a thread. */
static void count_transfers(crew *crew) {
  const gpucomm_pace *pace = crew->pace;
  for (int64_t r = 0; r < crew->count; r++) {
    lane *lane = &crew->lanes[r];
    int64_t rest = pace->iterations % pace->period;
    lane->total = lane->length * (pace->iterations / pace->period);
    for (int64_t i = 0; i < lane->length; i++)
      lane->total += lane->list[i].phase < rest;
    for (int64_t i = 0; !pace->shared && i < lane->total; i++)
      lane->left[i / lane->length * pace->period + lane->list[i % lane->length].phase]++;
  }
}

int gpucomm_prepare(crew *crew, gpucomm_rail *const *rails, const gpucomm_transfer *transfers) {
  int status = fill_lists(crew, rails, transfers);
  if (!status)
    count_transfers(crew);
  return status;
}
