/*
 * Tests of the libfabric shim on a provider of this host: fabric PROVIDER DOMAIN. Two processes on one host; every wait
 * is bounded. Exit code 0: all held; 1: the first fact that did not is printed; 77: the provider is not here.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../shim/fabric/rail.h"

/* What the runner writes and reads as arrays of longs. */
_Static_assert(sizeof(gpucomm_transfer) == 8 * 8, "a transfer is eight longs");
_Static_assert(sizeof(gpucomm_pace) == 11 * 8, "a pace is eleven longs");
_Static_assert(sizeof(gpucomm_arrivals) == 3 * 8, "arrivals are a long and two addresses");
_Static_assert(sizeof(gpucomm_outcome) == 5 * 8, "an outcome is five longs");
_Static_assert(sizeof(gpucomm_domain) == 64 + 128 + 64 + 4 * 8, "a domain is three texts and four longs");
/* What the shim assumes of libfabric. */
_Static_assert(sizeof(((gpucomm_slot *) 0)->context) >= sizeof(struct fi_context), "a provider may use fi_context");
_Static_assert(offsetof(gpucomm_slot, context) == 0, "a completion's context is the slot");
_Static_assert(sizeof(fi_addr_t) == 8 && sizeof(((struct fi_rma_iov *) 0)->key) == 8, "keys and addresses are 64 bits");
/* What the runner's list of providers assumes of it. */
_Static_assert(offsetof(struct fi_info, next) == 0 && offsetof(struct fi_info, tx_attr) == 72
               && offsetof(struct fi_info, domain_attr) == 96 && offsetof(struct fi_info, fabric_attr) == 104, "fi_info");
_Static_assert(offsetof(struct fi_tx_attr, size) == 48, "the transmit queue's size");
_Static_assert(offsetof(struct fi_fabric_attr, prov_name) == 16 && offsetof(struct fi_domain_attr, name) == 8, "names");

#define RAILS 4
#define MEMORY (8 << 20)
#define SECOND 1000000000LL

typedef struct {
  uint64_t key, base;
  char address[GPUCOMM_ADDRESS_BYTES];
} card;

typedef struct {
  int socket;
  int64_t number;      /* 0 or 1 */
  gpucomm_rail *rails[RAILS];
  card mine[RAILS], theirs[RAILS];
  char *memory;        /* the first half is sent, the second half received, the last 4 KiB flags */
  const char *provider;
  int64_t told, heard; /* words, each greater than the one before */
} side;

#define CHECK(holds, ...) do { if (!(holds)) { fprintf(stderr, "%s:%d: %s: ", __FILE__, __LINE__, #holds); \
  fprintf(stderr, __VA_ARGS__); fprintf(stderr, "\n"); exit(1); } } while (0)
#define DONE(status, rail) CHECK((status) == 0, "%s", gpucomm_rail_error(rail))

static void swap(side *side, const void *out, void *in, size_t bytes) {
  CHECK(write(side->socket, out, bytes) == (ssize_t) bytes, "the other process is gone");
  for (size_t got = 0; got < bytes;) {
    ssize_t more = read(side->socket, (char *) in + got, bytes - got);
    CHECK(more > 0, "the other process is gone");
    got += (size_t) more;
  }
}

static void meet(side *side) {
  char here = 1, there;
  swap(side, &here, &there, 1);
}

static void open_rails(side *side, const char *domain) {
  int64_t granted;
  side->memory = aligned_alloc(4096, MEMORY);
  memset(side->memory, 0, MEMORY);
  for (int r = 0; r < RAILS; r++) {
    CHECK(gpucomm_rail_open(side->provider, domain, 0, 64, &side->rails[r], &granted) == 0, "%s", gpucomm_fabric_error());
    CHECK(granted > 0 && granted <= 64, "%lld", (long long) granted);
    DONE(gpucomm_rail_register(side->rails[r], side->memory, MEMORY, -1, &side->mine[r].key, &side->mine[r].base),
         side->rails[r]);
    DONE(gpucomm_rail_address(side->rails[r], side->mine[r].address), side->rails[r]);
  }
  swap(side, side->mine, side->theirs, sizeof side->mine);
  for (int r = 0; r < RAILS; r++)
    DONE(gpucomm_rail_peer(side->rails[r], side->theirs[r].address), side->rails[r]);
}

static char *received(side *side) { return side->memory + MEMORY / 2; }

static int64_t flag_offset(void) { return MEMORY - 4096; }

static gpucomm_transfer transfer(side *side, int64_t kind, int64_t rail, int64_t offset, int64_t bytes) {
  int64_t half = kind == GPUCOMM_READ || kind == GPUCOMM_RECEIVE ? MEMORY / 2 : 0;
  int64_t there = kind == GPUCOMM_READ ? 0 : MEMORY / 2;
  return (gpucomm_transfer){.kind = kind, .rail = rail, .local = (int64_t) (intptr_t) side->memory + half + offset,
                            .bytes = bytes, .remote = (int64_t) side->theirs[rail].base + there + offset,
                            .key = (int64_t) side->theirs[rail].key, .source = side->number};
}

/* Writes a word to the flags of the other side, which waits for it. */
static void tell(side *side) {
  static const gpucomm_pace once = {.iterations = 1, .each = 1, .period = 1, .depth = 1, .batch = 1, .lazy = 1, .threads = 1,
                                    .stall = 10 * SECOND};
  int64_t *word = (int64_t *) (side->memory + flag_offset() + 8), failed;
  gpucomm_outcome outcome[RAILS];
  *word = ++side->told;
  gpucomm_transfer write = {.kind = GPUCOMM_WRITE, .local = (int64_t) (intptr_t) word, .bytes = 8,
                            .remote = (int64_t) side->theirs[0].base + flag_offset(), .key = (int64_t) side->theirs[0].key};
  DONE(gpucomm_drive(side->rails, RAILS, &write, &once, NULL, NULL, NULL, NULL, outcome, &failed), side->rails[failed]);
}

static void hear(side *side) {
  int64_t value = ++side->heard;
  const volatile int64_t *word = (const volatile int64_t *) (side->memory + flag_offset());
  int64_t failed = 0;
  DONE(gpucomm_await(side->rails, RAILS, NULL, 0, &word, &value, 1, 10 * SECOND, NULL, &failed), side->rails[failed]);
}

static void check_bytes(side *side, int64_t bytes, uint64_t seed) {
  CHECK(gpucomm_wrong_bytes(received(side), bytes, seed, 0) == 0, "%lld of %lld bytes wrong",
        (long long) gpucomm_wrong_bytes(received(side), bytes, seed, 0), (long long) bytes);
}

static void the_pattern_finds_every_flipped_byte(void) {
  char bytes[1000];
  gpucomm_fill(bytes, sizeof bytes, 7, 3);
  CHECK(gpucomm_wrong_bytes(bytes, sizeof bytes, 7, 3) == 0, "as filled");
  for (size_t i = 0; i < sizeof bytes; i++) {
    bytes[i] ^= 1;
    CHECK(gpucomm_wrong_bytes(bytes, sizeof bytes, 7, 3) == 1, "byte %zu", i);
    bytes[i] ^= 1;
  }
  /* A stretch filled from its middle is the middle of the whole, and another seed is another pattern. */
  char whole[1000];
  gpucomm_fill(whole, sizeof whole, 7, 0);
  CHECK(gpucomm_wrong_bytes(whole + 13, 900, 7, 13) == 0, "from place 13");
  CHECK(gpucomm_wrong_bytes(whole, sizeof whole, 8, 0) > 900, "another seed");
}

static void ping_pong_brings_the_bytes(side *side, int64_t bytes) {
  int64_t times[50];
  gpucomm_fill(side->memory, bytes, 100 + (uint64_t) side->number, 0);
  memset(received(side), 0, (size_t) bytes);
  meet(side);
  DONE(gpucomm_ping_pong(side->rails[0], 0, side->memory, received(side), bytes, 50, side->number == 0, 20 * SECOND, NULL,
                         times), side->rails[0]);
  check_bytes(side, bytes, 101 - (uint64_t) side->number);
  for (int i = 0; i < 50; i++)
    CHECK(times[i] > 0, "iteration %d", i);
  meet(side);
}

/* Side 0 does 40 iterations, each split over four rails; side 1 lets it, then checks. */
static void split(side *side, int64_t kind, gpucomm_pace pace) {
  int64_t piece = 100000, failed = 0, done[40];
  gpucomm_transfer list[RAILS];
  gpucomm_outcome outcomes[RAILS];
  pace.each = RAILS;
  pace.period = 1;
  pace.iterations = 40;
  pace.stall = 20 * SECOND;
  for (int r = 0; r < RAILS; r++)
    list[r] = transfer(side, kind, r, r * piece, piece);
  gpucomm_fill(side->memory, RAILS * piece, 200 + (uint64_t) side->number, 0);
  memset(received(side), 0, (size_t) (RAILS * piece));
  int64_t before = side->rails[0]->arrivals[0];
  meet(side);
  if (side->number == 0) {
    DONE(gpucomm_drive(side->rails, RAILS, list, &pace, NULL, NULL, NULL, done, outcomes, &failed), side->rails[failed]);
    for (int r = 0; r < RAILS; r++)
      CHECK(outcomes[r].transfers == 40 && outcomes[r].bytes == 40 * piece && outcomes[r].first > 0
            && outcomes[r].last >= outcomes[r].first, "rail %d: %lld transfers, %lld bytes", r,
            (long long) outcomes[r].transfers, (long long) outcomes[r].bytes);
    int64_t last = 0;
    for (int i = 0; i < 40; i++) {
      CHECK(done[i] > 0, "iteration %d", i);
      last = done[i] > last ? done[i] : last;
    }
    int64_t of_rails = 0;
    for (int r = 0; r < RAILS; r++)
      of_rails = outcomes[r].last > of_rails ? outcomes[r].last : of_rails;
    CHECK(last == of_rails, "the last iteration ends with the last rail: %lld, %lld", (long long) last,
          (long long) of_rails);
    if (kind == GPUCOMM_READ)
      check_bytes(side, RAILS * piece, 201);
    tell(side);
  } else {
    hear(side);
    if (kind != GPUCOMM_READ)
      check_bytes(side, RAILS * piece, 200);
    if (kind == GPUCOMM_WRITE_IMMEDIATE)
      CHECK(side->rails[0]->arrivals[0] == before + 40, "%lld immediates",
            (long long) (side->rails[0]->arrivals[0] - before));
  }
  meet(side);
}

/* A producer asks for each write through a queue: all arrive; with a quiet one is in flight at a time. */
static void requests_come_through_a_queue(side *side) {
  for (int64_t requests = GPUCOMM_QUEUED; requests <= GPUCOMM_QUIET; requests++) {
    /* More than the queue holds, so that the producer waits for room and the slots are used again. */
    gpucomm_pace pace = {.iterations = requests == GPUCOMM_QUEUED ? 9000 : 300, .each = 2, .period = 1, .depth = 32, .batch = 8, .lazy = 1,
                         .threads = 2, .stall = 20 * SECOND, .requests = requests};
    int64_t piece = 4000, failed = 0;
    gpucomm_transfer list[2] = {transfer(side, GPUCOMM_WRITE, 0, 0, piece), transfer(side, GPUCOMM_WRITE, 1, piece, piece)};
    gpucomm_outcome outcomes[RAILS];
    gpucomm_fill(side->memory, 2 * piece, 700 + (uint64_t) side->number, 0);
    memset(received(side), 0, (size_t) (2 * piece));
    meet(side);
    DONE(gpucomm_drive(side->rails, RAILS, list, &pace, NULL, NULL, NULL, NULL, outcomes, &failed), side->rails[failed]);
    for (int r = 0; r < 2; r++)
      CHECK(outcomes[r].transfers == pace.iterations, "%lld writes by rail %d", (long long) outcomes[r].transfers, r);
    tell(side);
    hear(side);
    CHECK(gpucomm_wrong_bytes(received(side), 2 * piece, 701 - (uint64_t) side->number, 0) == 0, "what the other wrote");
    meet(side);
  }
}

/* A producer that waits for a rail on which nothing moves ends with it. */
static void a_stop_ends_the_producer_too(side *side) {
  if (side->number == 0) {
    gpucomm_pace pace = {.iterations = 1000000, .each = 1, .period = 1, .depth = 1, .batch = 1, .lazy = 1, .threads = 1,
                         .stall = 20 * SECOND, .requests = GPUCOMM_QUIET};
    int64_t failed = 0;
    gpucomm_transfer write = transfer(side, GPUCOMM_WRITE, 0, 0, 64);
    gpucomm_outcome outcomes[RAILS];
    volatile int32_t stop = 1;
    int status = gpucomm_drive(side->rails, 1, &write, &pace, NULL, NULL, &stop, NULL, outcomes, &failed);
    CHECK(status == -FI_ECANCELED, "%d", status);
  }
}

/* Both sides write to one another, one iteration after the other: one is complete when the other's writes are here as well. */
static void an_exchange_waits_for_both_sides(side *side) {
  gpucomm_pace pace = {.iterations = 30, .each = 3, .period = 1, .depth = 8, .batch = 8, .lazy = 1, .threads = 1,
                       .stall = 20 * SECOND, .single = 1};
  int64_t piece = 50000, failed = 0, done[30], other = 1 - side->number, before[2] = {0, 0}, each[2] = {0, 0};
  gpucomm_transfer list[3] = {transfer(side, GPUCOMM_WRITE_IMMEDIATE, 0, 0, piece),
                              transfer(side, GPUCOMM_WRITE_IMMEDIATE, 1, piece, piece),
                              transfer(side, GPUCOMM_COPY_HERE, 0, 2 * piece, piece)};
  list[2].remote = (int64_t) (intptr_t) (received(side) + 2 * piece);
  gpucomm_outcome outcomes[RAILS];
  each[other] = 2;
  for (int r = 0; r < RAILS; r++)
    before[other] += side->rails[r]->arrivals[other];
  gpucomm_arrivals arrivals = {.sources = 2, .before = before, .each = each};
  gpucomm_fill(side->memory, 3 * piece, 400 + (uint64_t) side->number, 0);
  memset(received(side), 0, (size_t) (3 * piece));
  meet(side);
  DONE(gpucomm_drive(side->rails, RAILS, list, &pace, &arrivals, NULL, NULL, done, outcomes, &failed), side->rails[failed]);
  CHECK(gpucomm_wrong_bytes(received(side), 2 * piece, 401 - (uint64_t) side->number, 0) == 0, "what the other wrote");
  CHECK(gpucomm_wrong_bytes(received(side) + 2 * piece, piece, 400 + (uint64_t) side->number, 2 * piece) == 0, "the copy");
  for (int i = 1; i < 30; i++)
    CHECK(done[i] > done[i - 1], "iteration %d ends after the one before", i);
  int64_t here = 0;
  for (int r = 0; r < RAILS; r++)
    here += side->rails[r]->arrivals[other];
  CHECK(here == before[other] + 60, "%lld immediates", (long long) (here - before[other]));
  pace.threads = 2;
  CHECK(gpucomm_drive(side->rails, RAILS, list, &pace, &arrivals, NULL, NULL, done, outcomes, &failed) == -FI_EINVAL,
        "single iterations by two threads");
  meet(side);
}

/* Each third iteration goes over the same rail: 10 iterations over 3 rails are 4, 3 and 3. */
static void round_robin_gives_each_rail_its_turn(side *side) {
  gpucomm_pace pace = {.iterations = 10, .each = 1, .period = 3, .depth = 8, .batch = 2, .lazy = 1, .threads = 1,
                       .stall = 20 * SECOND};
  gpucomm_transfer list[3];
  gpucomm_outcome outcomes[RAILS];
  int64_t failed = 0, done[10];
  for (int r = 0; r < 3; r++)
    list[r] = transfer(side, GPUCOMM_WRITE, r, 0, 5000);
  meet(side);
  if (side->number == 0) {
    DONE(gpucomm_drive(side->rails, RAILS, list, &pace, NULL, NULL, NULL, done, outcomes, &failed), side->rails[failed]);
    CHECK(outcomes[0].transfers == 4 && outcomes[1].transfers == 3 && outcomes[2].transfers == 3
          && outcomes[3].transfers == 0, "%lld", (long long) outcomes[0].transfers);
    tell(side);
  } else {
    hear(side);
  }
  meet(side);
}

static void sends_find_their_receives(side *side) {
  gpucomm_pace pace = {.iterations = 60, .each = 1, .period = 1, .depth = 16, .batch = 4, .lazy = 1, .threads = 1,
                       .stall = 20 * SECOND};
  gpucomm_transfer list = transfer(side, side->number == 0 ? GPUCOMM_SEND : GPUCOMM_RECEIVE, 0, 0, 30000);
  gpucomm_outcome outcomes[RAILS];
  int64_t failed = 0, done[60];
  gpucomm_fill(side->memory, 30000, 300 + (uint64_t) side->number, 0);
  memset(received(side), 0, 30000);
  meet(side);
  DONE(gpucomm_drive(side->rails, RAILS, &list, &pace, NULL, NULL, NULL, done, outcomes, &failed), side->rails[failed]);
  CHECK(outcomes[0].transfers == 60, "%lld", (long long) outcomes[0].transfers);
  if (side->number == 1)
    check_bytes(side, 30000, 300);
  meet(side);
}

static void what_cannot_be_is_refused(side *side) {
  gpucomm_pace pace = {.iterations = 1, .each = 1, .period = 1, .depth = 1, .batch = 1, .threads = 5, .stall = SECOND};
  gpucomm_transfer list = transfer(side, GPUCOMM_WRITE, 0, 0, 8);
  gpucomm_outcome outcomes[RAILS];
  int64_t failed, times[1];
  CHECK(gpucomm_drive(side->rails, RAILS, &list, &pace, NULL, NULL, NULL, NULL, outcomes, &failed) == -FI_EINVAL, "5 threads");
  pace.threads = 1;
  list.local = (int64_t) (intptr_t) &pace;
  CHECK(gpucomm_drive(side->rails, RAILS, &list, &pace, NULL, NULL, NULL, NULL, outcomes, &failed) == -FI_EINVAL, "memory");
  CHECK(strstr(gpucomm_rail_error(side->rails[0]), "not registered"), "%s", gpucomm_rail_error(side->rails[0]));
  list = transfer(side, GPUCOMM_WRITE, 0, 0, 8);
  list.peer = 1;
  CHECK(gpucomm_drive(side->rails, RAILS, &list, &pace, NULL, NULL, NULL, NULL, outcomes, &failed) == -FI_EINVAL, "peer 1");
  CHECK(gpucomm_ping_pong(side->rails[0], 7, side->memory, received(side), 8, 1, 1, SECOND, NULL, times) == -FI_EINVAL,
        "peer 7");
  gpucomm_rail *none = NULL;
  int64_t granted;
  CHECK(gpucomm_rail_open("no_such_provider", NULL, 0, 1, &none, &granted) < 0 && !none, "a provider that is not there");
  CHECK(strstr(gpucomm_fabric_error(), "no_such_provider"), "%s", gpucomm_fabric_error());
  CHECK(gpucomm_rail_open(side->provider, "no_such_domain", 0, 1, &none, &granted) == -FI_ENODEV && !none, "domain");
  meet(side);
}

/* The other side is stopped: the wait ends in time and names rail and what is missing; a stop flag ends it as well. */
static void nothing_waits_for_ever(side *side) {
  int64_t failed = 0, begin = gpucomm_now(), expected = 1LL << 40;
  int32_t stop = 1;
  CHECK(gpucomm_await(side->rails, RAILS, &expected, 1, NULL, NULL, 0, SECOND / 5, NULL, &failed) == -FI_ETIMEDOUT, "await");
  CHECK(gpucomm_now() - begin < 2 * SECOND, "in time");
  CHECK(strstr(gpucomm_rail_error(side->rails[0]), "waited in vain for writes of rank 0"), "%s",
        gpucomm_rail_error(side->rails[0]));
  CHECK(gpucomm_await(side->rails, RAILS, &expected, 1, NULL, NULL, 0, 60 * SECOND, &stop, &failed) == -FI_ECANCELED, "stop");
  meet(side);
}

/* The last case: side 1 dies while side 0 writes to it. */
static void a_killed_peer_ends_the_call(side *side) {
  gpucomm_pace pace = {.iterations = 1000000, .each = 1, .period = 1, .depth = 16, .batch = 4, .lazy = 1, .threads = 1,
                       .stall = 3 * SECOND};
  gpucomm_transfer list = transfer(side, GPUCOMM_WRITE, 0, 0, 100000);
  gpucomm_outcome outcomes[RAILS];
  int64_t failed = 0;
  meet(side);
  if (side->number == 1)
    raise(SIGKILL);
  int64_t begin = gpucomm_now();
  int status = gpucomm_drive(side->rails, RAILS, &list, &pace, NULL, NULL, NULL, NULL, outcomes, &failed);
  CHECK(status < 0 && failed == 0, "status %d", status);
  CHECK(gpucomm_now() - begin < 10 * SECOND, "in time");
  CHECK(strstr(gpucomm_rail_error(side->rails[0]), side->provider), "%s", gpucomm_rail_error(side->rails[0]));
  fprintf(stderr, "a killed peer: %s\n", gpucomm_rail_error(side->rails[0]));
}

static void all(side *side, const char *domain) {
  open_rails(side, domain);
  meet(side);
  static const int64_t sizes[] = {1, 8, 63, 64, 65, 4096, 4097, 100000, 3000000};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
    ping_pong_brings_the_bytes(side, sizes[i]);
  static const gpucomm_pace paces[] = {{.depth = 1, .batch = 1, .threads = 1}, {.depth = 64, .batch = 16, .lazy = 1, .threads = 1},
                                       {.depth = 8, .batch = 4, .threads = 2, .shared = 1}, {.depth = 8, .batch = 4, .lazy = 1, .threads = 4}};
  for (size_t i = 0; i < sizeof paces / sizeof *paces; i++) {
    split(side, GPUCOMM_WRITE, paces[i]);
    split(side, GPUCOMM_READ, paces[i]);
    split(side, GPUCOMM_WRITE_IMMEDIATE, paces[i]);
  }
  requests_come_through_a_queue(side);
  an_exchange_waits_for_both_sides(side);
  round_robin_gives_each_rail_its_turn(side);
  sends_find_their_receives(side);
  what_cannot_be_is_refused(side);
  nothing_waits_for_ever(side);
  a_stop_ends_the_producer_too(side);
  a_killed_peer_ends_the_call(side);
}

int main(int argc, char **argv) {
  if (argc != 3) {
    fprintf(stderr, "usage: fabric PROVIDER DOMAIN\n");
    return 2;
  }
  alarm(120);
  the_pattern_finds_every_flipped_byte();
  CHECK(gpucomm_fabric_load("libnope.so\nlibneither.so") == -FI_ENOENT, "libnope.so");
  CHECK(strstr(gpucomm_fabric_error(), "libnope.so: cannot open") && strstr(gpucomm_fabric_error(), "; libneither.so"), "%s",
        gpucomm_fabric_error());
  int sockets[2];
  CHECK(socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0, "socketpair");
  pid_t child = fork();
  side side = {.socket = sockets[child != 0], .number = child == 0, .provider = argv[1]};
  close(sockets[child == 0]);
  CHECK(gpucomm_fabric_load("libfabric.so.1\n/opt/amazon/efa/lib64/libfabric.so.1") == 0, "%s", gpucomm_fabric_error());
  gpucomm_domain domains[64];
  int64_t count;
  if (gpucomm_fabric_domains(argv[1], 0, domains, 64, &count) || count == 0) {
    fprintf(stderr, "%s\n", gpucomm_fabric_error());
    return 77;
  }
  all(&side, argv[2]);
  int state;
  waitpid(child, &state, 0);
  for (int r = 0; r < RAILS; r++)
    gpucomm_rail_close(side.rails[r]);
  CHECK(WIFSIGNALED(state) && WTERMSIG(state) == SIGKILL, "the other process ended otherwise");
  printf("%s over %s: ok\n", argv[1], argv[2]);
  return 0;
}
