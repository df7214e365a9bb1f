/* Posts the transfers of one rail and takes their completions. */
#include <stdatomic.h>
#include <string.h>

#include "drive.h"

static int post(lane *lane, gpucomm_slot *slot, const prepared *next) {
  struct fid_ep *ep = lane->rail->ep;
  void *descriptor = next->descriptor;
  if (next->kind == GPUCOMM_RECEIVE)
    return (int) fi_recv(ep, next->local.iov_base, next->local.iov_len, descriptor, FI_ADDR_UNSPEC, slot);
  if (next->kind == GPUCOMM_SEND) {
    struct fi_msg message = {.msg_iov = &next->local, .desc = &descriptor, .iov_count = 1, .addr = next->peer, .context = slot};
    return (int) fi_sendmsg(ep, &message, FI_COMPLETION | FI_DELIVERY_COMPLETE);
  }
  struct fi_msg_rma message = {.msg_iov = &next->local, .desc = &descriptor, .iov_count = 1, .addr = next->peer,
                               .rma_iov = &next->remote, .rma_iov_count = 1, .context = slot, .data = next->data};
  if (next->kind == GPUCOMM_READ)
    return (int) fi_readmsg(ep, &message, FI_COMPLETION);
  return (int) fi_writemsg(ep, &message, FI_COMPLETION | FI_DELIVERY_COMPLETE
                           | (next->kind == GPUCOMM_WRITE_IMMEDIATE ? FI_REMOTE_CQ_DATA : 0));
}

static void is_done(void *self, gpucomm_slot *slot) {
  lane *lane = self;
  crew *crew = lane->crew;
  int64_t when = lane->now - crew->start;
  lane->rail->free[lane->rail->free_count++] = slot;
  lane->in_flight--;
  if (lane->complete++ == 0)
    lane->outcome.first = when;
  lane->outcome.last = when;
  lane->moved = lane->now;
  if (lane->requests)
    gpucomm_requests_done(lane);
  lane->outcome.bytes += (int64_t) lane->list[slot->transfer].local.iov_len;
  int last;
  if (crew->pace->shared) {
    atomic_fetch_add(&crew->common.complete, 1);
    last = atomic_fetch_sub(&crew->left[slot->number], 1) == 1;
  } else {
    last = --lane->left[slot->number] == 0;
  }
  if (last && lane->done)
    lane->done[slot->number] = when;
}

int gpucomm_look(lane *lane) {
  lane->now = gpucomm_now();
  return gpucomm_rail_poll(lane->rail, is_done, lane);
}

/* Which iteration the next transfer of a rail belongs to. */
static int64_t number_of_next(const lane *lane) {
  return lane->next / lane->length * lane->crew->pace->period + lane->list[lane->next % lane->length].phase;
}

static int may_post(const lane *lane) {
  const gpucomm_pace *pace = lane->crew->pace;
  return lane->next < lane->total && lane->in_flight < pace->depth && lane->rail->free_count
         && (!pace->single || number_of_next(lane) <= lane->crew->current);
}

static int copy_here(gpucomm_rail *rail, const prepared *next) {
  if (!rail->device) {
    memcpy((void *) (uintptr_t) next->remote.addr, next->local.iov_base, next->local.iov_len);
    return 0;
  }
  int code = gpucomm_copy ? gpucomm_copy(next->remote.addr, (uint64_t) (uintptr_t) next->local.iov_base, next->local.iov_len)
                          : -1;
  return code ? gpucomm_rail_fail(rail, -FI_EIO, "copying memory of a GPU: CUDA's code %d", code) : 0;
}

int gpucomm_post_batch(lane *lane) {
  const gpucomm_pace *pace = lane->crew->pace;
  int posted = 0;
  for (; posted < pace->batch && may_post(lane); posted++) {
    int requested = lane->requests ? gpucomm_requested(lane) : 1;
    if (requested < 0)
      return requested;
    if (!requested)
      break;
    gpucomm_slot *slot = lane->rail->free[lane->rail->free_count - 1];
    slot->transfer = lane->next % lane->length;
    slot->number = number_of_next(lane);
    const prepared *next = &lane->list[slot->transfer];
    int here = next->kind == GPUCOMM_COPY_HERE, status = here ? 0 : post(lane, slot, next);
    if (status == -FI_EAGAIN) {
      lane->outcome.full++;
      break;
    }
    if (status)
      return gpucomm_rail_fail(lane->rail, status, "posting transfer %lld failed", (long long) lane->next);
    lane->rail->free_count--;
    lane->in_flight++;
    lane->next++;
    if (lane->requests)
      gpucomm_requests_taken(lane);
    if (pace->shared)
      atomic_fetch_add(&lane->crew->common.posted, 1);
    if (here) {
      if ((status = copy_here(lane->rail, next)))
        return status;
      lane->now = gpucomm_now();
      is_done(lane, slot);
    }
    if (!pace->lazy && (status = gpucomm_look(lane)) < 0)
      return status;
  }
  return posted;
}
