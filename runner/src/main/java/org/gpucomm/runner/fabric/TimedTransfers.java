package org.gpucomm.runner.fabric;

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
 * Timed iterations of a case. Of 2 n ranks, rank r starts and rank r + n answers. The starting rank takes the time from the first post to
 * the last completion; a transfer is complete when its bytes are in the peer's memory. In an all-to-all every rank takes its own time, and
 * an iteration also waits for the writes of all other ranks to this one.
 */
final class TimedTransfers {

    private static final double NANOS_PER_MICRO = 1e3;

    private final FabricSetup setup;
    private final Seat seat;
    private final Connection connection;
    private final Operation operation;
    private TransferStats last = new TransferStats(new long[0], List.of());

    TimedTransfers(FabricSetup setup, Seat seat, Connection connection) {
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
            long end = 0;
            for (long nanos : done) {
                end = Math.max(end, nanos);
            }
            return new double[]{end / NANOS_PER_MICRO / done.length};
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
}
