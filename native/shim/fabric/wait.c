/* Waiting for what others send, ping-pong, and the bytes that are sent. */
#include <sched.h>
#include <stdio.h>
#include <string.h>

#include "rail.h"

#define ROUNDS 256

static int out_of_time(gpucomm_rail *rail, int64_t deadline, const volatile int32_t *stop, const char *what) {
  if (stop && *stop)
    return gpucomm_rail_fail(rail, -FI_ECANCELED, "stopped while waiting for %s", what);
  if (gpucomm_now() > deadline)
    return gpucomm_rail_fail(rail, -FI_ETIMEDOUT, "waited in vain for %s", what);
  return 0;
}

static int64_t arrived(gpucomm_rail *const *rails, int64_t count, int64_t source) {
  int64_t sum = 0;
  for (int64_t r = 0; r < count; r++)
    sum += rails[r]->arrivals[source];
  return sum;
}

int gpucomm_await(gpucomm_rail *const *rails, int64_t count, const int64_t *arrivals, int64_t sources,
                  const volatile int64_t *const *words, const int64_t *values, int64_t number, int64_t timeout,
                  const volatile int32_t *stop, int64_t *failed) {
  int64_t deadline = gpucomm_now() + timeout, source = 0, word = 0;
  for (int64_t round = 0;; round++) {
    while (source < sources && arrived(rails, count, source) >= arrivals[source])
      source++;
    while (word < number && *words[word] >= values[word])
      word++;
    if (source == sources && word == number)
      return 0;
    int progress = 0;
    for (int64_t r = 0; r < count; r++) {
      int read = gpucomm_rail_poll(rails[r], NULL, NULL);
      if (read < 0) {
        *failed = r;
        return read;
      }
      progress += read;
    }
    if (!progress && round % ROUNDS == ROUNDS - 1) {
      char what[96];
      if (source < sources)
        snprintf(what, sizeof what, "writes of rank %lld, %lld of %lld here", (long long) source,
                 (long long) arrived(rails, count, source), (long long) arrivals[source]);
      else
        snprintf(what, sizeof what, "the end of a peer's writes");
      int status = out_of_time(rails[0], deadline, stop, what);
      if (status) {
        *failed = 0;
        return status;
      }
      sched_yield();
    }
  }
}

typedef struct {
  gpucomm_slot send;
  gpucomm_slot receive[2];  /* taken in turns: one is posted before the other is complete */
  int64_t posted;
  int64_t sent;
  int64_t received;
} turn;

static void turn_done(void *self, gpucomm_slot *slot) {
  turn *turn = self;
  if (slot == &turn->send)
    turn->sent++;
  else
    turn->received++;
}

typedef struct {
  gpucomm_rail *rail;
  fi_addr_t peer;
  char *send;
  char *receive;
  size_t bytes;
  void *send_descriptor;
  void *receive_descriptor;
  int inject;
  int64_t deadline;
  const volatile int32_t *stop;
  turn turn;
  int64_t sends;
} game;

/* Lets the rail progress until so many messages were received and all sends are complete that `sends` counts. */
static int settle(game *game, int64_t received, int64_t sent) {
  for (int64_t round = 1; game->turn.received < received || game->turn.sent < sent; round++) {
    int read = gpucomm_rail_poll(game->rail, turn_done, &game->turn);
    if (read < 0)
      return read;
    if (read == 0 && round % ROUNDS == 0) {
      int status = out_of_time(game->rail, game->deadline, game->stop, "the peer's answer");
      if (status)
        return status;
      sched_yield();
    }
  }
  return 0;
}

static int post_receive(game *game) {
  int status;
  while ((status = (int) fi_recv(game->rail->ep, game->receive, game->bytes, game->receive_descriptor, FI_ADDR_UNSPEC,
                                 &game->turn.receive[game->turn.posted % 2])) == -FI_EAGAIN)
    if ((status = settle(game, 0, 0)) || (status = gpucomm_rail_poll(game->rail, turn_done, &game->turn)) < 0)
      return status;
  game->turn.posted += !status;
  return status ? gpucomm_rail_fail(game->rail, status, "posting a receive") : 0;
}

static int post_send(game *game) {
  int status;
  for (int64_t round = 1;; round++) {
    status = game->inject
                 ? (int) fi_inject(game->rail->ep, game->send, game->bytes, game->peer)
                 : (int) fi_send(game->rail->ep, game->send, game->bytes, game->send_descriptor, game->peer,
                                 &game->turn.send);
    if (status != -FI_EAGAIN)
      break;
    int read = gpucomm_rail_poll(game->rail, turn_done, &game->turn);
    if (read < 0)
      return read;
    if (round % ROUNDS == 0 && (read = out_of_time(game->rail, game->deadline, game->stop, "room to send")))
      return read;
  }
  if (status)
    return gpucomm_rail_fail(game->rail, status, "posting a send");
  game->sends += !game->inject;
  return 0;
}

/* A round lasts from one send to the next. The clock is read behind a send, while the message is under way, and so delays none. */
static int play(game *game, int64_t iterations, int64_t first, int64_t *times) {
  int status;
  int64_t before = gpucomm_now();
  for (int64_t i = 0; i < iterations; i++) {
    if (!first && (status = settle(game, i + 1, 0)))
      return status;
    if ((status = post_send(game)))
      return status;
    if (i > 0) {
      int64_t now = gpucomm_now();
      times[i - 1] = now - before;
      before = now;
    }
    /* Also while the message is under way, and before the peer can send to it. */
    if (game->turn.posted < iterations && (status = post_receive(game)))
      return status;
    if (first && (status = settle(game, i + 1, 0)))
      return status;
    if (!game->inject && (status = settle(game, 0, game->sends)))
      return status;
  }
  if (iterations > 0)
    times[iterations - 1] = gpucomm_now() - before;
  return 0;
}

int gpucomm_ping_pong(gpucomm_rail *rail, int64_t peer, void *send, void *receive, int64_t bytes, int64_t iterations,
                      int64_t first, int64_t timeout, const volatile int32_t *stop, int64_t *times) {
  int sendable, receivable;
  game game = {.rail = rail, .send = send, .receive = receive, .bytes = (size_t) bytes, .stop = stop,
               .inject = !rail->device && bytes <= (int64_t) rail->info->tx_attr->inject_size, .deadline = gpucomm_now() + timeout};
  game.send_descriptor = gpucomm_descriptor(rail, send, bytes, &sendable);
  game.receive_descriptor = gpucomm_descriptor(rail, receive, bytes, &receivable);
  if (!sendable || !receivable)
    return gpucomm_rail_fail(rail, -FI_EINVAL, "ping-pong with memory that is not registered");
  if (peer < 0 || peer >= rail->peer_count)
    return gpucomm_rail_fail(rail, -FI_EINVAL, "ping-pong with peer %lld of %lld", (long long) peer,
                             (long long) rail->peer_count);
  game.peer = rail->peers[peer];
  int status = 0;
  /* Who answers needs the next receive before it answers, who begins has the time of the way there for it. */
  for (int64_t i = 0; !status && i < (first ? 1 : 2) && i < iterations; i++)
    status = post_receive(&game);
  return status ? status : play(&game, iterations, first, times);
}

/* The byte of place i: a multiplicative hash of seed and place, eight places to a word. */
static inline uint64_t word_of(uint64_t seed, uint64_t place) {
  uint64_t x = (place + seed * 0x9E3779B97F4A7C15u) * 0xD6E8FEB86659FD93u;
  return x ^ x >> 32;
}

void gpucomm_fill(void *memory, int64_t bytes, uint64_t seed, int64_t from) {
  unsigned char *out = memory;
  for (int64_t i = 0; i < bytes;) {
    uint64_t place = (uint64_t) (from + i), word = word_of(seed, place / 8);
    if (place % 8 == 0 && bytes - i >= 8) {
      memcpy(out + i, &word, 8);
      i += 8;
    } else {
      out[i++] = (unsigned char) (word >> 8 * (place % 8));
    }
  }
}

int64_t gpucomm_wrong_bytes(const void *memory, int64_t bytes, uint64_t seed, int64_t from) {
  const unsigned char *in = memory;
  int64_t wrong = 0;
  for (int64_t i = 0; i < bytes;) {
    uint64_t place = (uint64_t) (from + i), word = word_of(seed, place / 8), is;
    if (place % 8 == 0 && bytes - i >= 8) {
      memcpy(&is, in + i, 8);
      if (is != word)
        for (int b = 0; b < 8; b++)
          wrong += in[i + b] != (unsigned char) (word >> 8 * b);
      i += 8;
    } else {
      wrong += in[i] != (unsigned char) (word >> 8 * (place % 8));
      i++;
    }
  }
  return wrong;
}
