package org.gpucomm.runner.fabric;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.shim.PostingPolicy;
import org.gpucomm.runner.ffi.shim.TransferStats;
import org.gpucomm.runner.ffi.shim.Transfer;
import org.gpucomm.runner.ffi.shim.Transfer.Kind;
import org.gpucomm.runner.rig.Seat;

/**
 * Transfers of a case: timed iterations, and a check on known data. Of 2 n ranks, rank r starts and rank r + n answers. The starting rank takes the time from the first post to
 * the last completion; a transfer is complete when its bytes are in the peer's memory. In an all-to-all every rank takes its own time, and
 * an iteration also waits for the writes of all other ranks to this one.
 */
final class CaseTransfers {

    private static final double NANOS_PER_MICRO = 1e3;

    private final FabricSetup setup;
    private final Seat seat;
    private final Connection connection;
    private final Operation operation;
    private int checks;
    private TransferStats last = new TransferStats(new long[0], List.of());

    CaseTransfers(FabricSetup setup, Seat seat, Connection connection) {
        this.setup = setup;
        this.seat = seat;
        this.connection = connection;
        this.operation = setup.request().operation();
    }

    /** Runs iterations and returns the mean time of one in µs, or the time of each if run one by one. */
    double[] run(FabricCase each, int iterations, boolean oneByOne) {
        return switch (operation) {
            case ALLTOALL -> allToAll(each, iterations, oneByOne);
            case SENDRECV -> pingPong(each, iterations, oneByOne);
            default -> pair(each, iterations, oneByOne);
        };
    }

    /** Returns the statistics of the last batch that did not run one by one. */
    TransferStats last() {
        return last;
    }

    private double[] pair(FabricCase each, int iterations, boolean oneByOne) {
        var batch = each.method().policy(iterations, setup.request().stall());
        var policy = oneByOne ? batch.oneByOne() : batch;
        var lists = lists(each);
        return ofTheOneThatBegins(iterations, oneByOne, () -> {
            var stats = kept(drive(each, lists, policy), oneByOne);
            connection.rails().signal(connection.partner());
            return stats.done();
        }, () -> {
            if (operation == Operation.SEND) {
                drive(each, lists, policy);
            } else if (each.method().immediate()) {
                connection.rails().awaitWrites(connection.partnerRank(), (long) lists.getFirst().size() * iterations);
            }
            connection.rails().awaitSignal(connection.partner());
        });
    }

    private double[] pingPong(FabricCase each, int iterations, boolean oneByOne) {
        return ofTheOneThatBegins(iterations, oneByOne, () -> {
            var times = connection.rails().pingPong(connection.partnerRank(), each.bytes(), iterations, true);
            for (int i = 1; i < times.length; i++) {
                times[i] += times[i - 1];
            }
            connection.rails().signal(connection.partner());
            return times;
        }, () -> {
            connection.rails().pingPong(connection.partnerRank(), each.bytes(), iterations, false);
            connection.rails().awaitSignal(connection.partner());
        });
    }

    private double[] allToAll(FabricCase each, int iterations, boolean oneByOne) {
        long share = each.bytes() / seat.ranks();
        connection.attempt("the start line", () -> connection.meetAtLine(Connection.all()));
        var stats = connection.attempt("the transfers",
                () -> connection.rails().exchange(lists(each),
                        each.method().policy(iterations, setup.request().stall()),
                        Routes.writesOfAnIteration(share, each.method())));
        connection.attempt("the finish line", () -> connection.meetAtLine(Connection.all()));
        return times(kept(stats, oneByOne).done(), oneByOne);
    }

    private TransferStats kept(TransferStats stats, boolean oneByOne) {
        last = oneByOne ? last : stats;
        return stats;
    }

    /**
     * Runs the starting or the answering part of a pair. Both ranks return the times of the starting rank.
     *
     * @param begins starting part; returns the time in ns from its start to the end of each iteration
     */
    private double[] ofTheOneThatBegins(int iterations, boolean oneByOne, Supplier<long[]> begins, Runnable answers) {
        seat.barrier("the start line");
        var mine = new double[oneByOne ? iterations : 1];
        if (connection.begins()) {
            mine = times(connection.attempt("the transfers", begins), oneByOne);
        } else {
            connection.attempt("the other's transfers", answers);
        }
        return seat.exchange("times of the pairs", mine)
                .get(connection.begins() ? seat.rank() : connection.partnerRank());
    }

    /** Returns the mean time of an iteration in µs, or the time of each. */
    private static double[] times(long[] done, boolean each) {
        if (!each) {
            return new double[]{Arrays.stream(done).max().orElseThrow() / NANOS_PER_MICRO / done.length};
        }
        var times = new double[done.length];
        for (int i = 0; i < done.length; i++) {
            times[i] = (done[i] - (i == 0 ? 0 : done[i - 1])) / NANOS_PER_MICRO;
        }
        return times;
    }

    /** Returns the transfers of a case, with a list for each iteration of its period. */
    List<List<Transfer>> lists(FabricCase each) {
        var routes = connection.rails().routes();
        return switch (operation) {
            case ALLTOALL -> routes.allToAll(each.bytes(), each.method());
            case READ -> routes.pair(Kind.READ, each.bytes(), each.method());
            case WRITE -> routes.pair(each.method().immediate() ? Kind.WRITE_IMMEDIATE : Kind.WRITE, each.bytes(),
                    each.method());
            default -> routes.pair(connection.begins() ? Kind.SEND : Kind.RECEIVE, each.bytes(), each.method());
        };
    }

    TransferStats drive(FabricCase each, List<List<Transfer>> list, PostingPolicy policy) {
        return connection.rails().drive(list, policy, each.method().pinned() ? cores(policy.threads()) : List.of(),
                connection.partnerRank());
    }

    /** Returns a core for each thread, spread like the rails over the threads. */
    private List<Integer> cores(int threads) {
        var cores = setup.placement(seat.number()).cores();
        return IntStream.range(0, threads).mapToObj(thread -> cores.get(cores.size() * thread / threads)).toList();
    }

    /** Returns the seed of the pattern that a rank sends in a check; it is different in each check. */
    static long seed(int rank, int check) {
        return (long) check << 32 | rank;
    }

    /** Returns the number of wrong bytes that this rank received. */
    long wrong(FabricCase each) {
        return lists(each).stream().mapToLong(once -> wrong(once, each)).sum();
    }

    private long wrong(List<Transfer> once, FabricCase each) {
        int number = ++checks;
        connection.messages().fill(0, each.bytes(), seed(seat.rank(), number), 0);
        connection.messages().clear(connection.buffers().receiveAt(), each.bytes());
        seat.barrier("the check");
        var policy = each.method().policy(1, setup.request().stall()).oneByOne();
        connection.attempt("the checked transfers", () -> transfer(once, each, policy));
        return operation == Operation.ALLTOALL ? wrongOfAll(each, number) : wrongOfPair(each, number);
    }

    private void transfer(List<Transfer> once, FabricCase each, PostingPolicy policy) {
        var rails = connection.rails();
        switch (operation) {
            case ALLTOALL -> rails.exchange(List.of(once), policy,
                    Routes.writesOfAnIteration(each.bytes() / seat.ranks(), each.method()));
            case SENDRECV -> rails.pingPong(connection.partnerRank(), each.bytes(), 1, connection.begins());
            default -> {
                if (connection.begins() || operation == Operation.SEND) {
                    drive(each, List.of(once), policy);
                } else if (each.method().immediate()) {
                    rails.awaitWrites(connection.partnerRank(), once.size());
                }
            }
        }
        connection.meetAtLine(operation == Operation.ALLTOALL ? Connection.all() : connection.partner());
    }

    private long wrongOfAll(FabricCase each, int number) {
        long share = each.bytes() / seat.ranks();
        long wrong = 0;
        for (int rank = 0; rank < seat.ranks(); rank++) {
            wrong += connection.messages().wrongBytes(connection.buffers().receiveAt() + share * rank, share,
                    seed(rank, number), share * seat.rank());
        }
        return wrong;
    }

    private long wrongOfPair(FabricCase each, int number) {
        boolean receives = operation == Operation.SENDRECV || connection.begins() == (operation == Operation.READ);
        return receives
                ? connection.messages().wrongBytes(connection.buffers().receiveAt(), each.bytes(),
                        seed(connection.partnerRank(), number), 0)
                : 0;
    }
}
