package org.gpucomm.runner.fabric;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.shim.Pace;
import org.gpucomm.runner.ffi.shim.Traffic;
import org.gpucomm.runner.ffi.shim.Transfer;
import org.gpucomm.runner.ffi.shim.Transfer.Kind;
import org.gpucomm.runner.rig.Seat;

/**
 * Timed iterations of a case. Of 2 n ranks, rank r begins and rank r + n answers; the clock is that of the rank that begins, from the
 * first post to the last completion, and a transfer is complete when its bytes are in the other's memory. In an all-to-all every rank
 * has its own clock and an iteration is complete when what all others wrote is here as well.
 */
final class TimedTransfers {

    private static final double NANOS_PER_MICRO = 1e3;

    private final FabricSetup setup;
    private final Seat seat;
    private final Connection connection;
    private final Operation operation;
    private Traffic last = new Traffic(new long[0], List.of());

    TimedTransfers(FabricSetup setup, Seat seat, Connection connection) {
        this.setup = setup;
        this.seat = seat;
        this.connection = connection;
        this.operation = setup.request().operation();
    }

    /** Runs iterations and returns µs of one, or of each one by one. */
    double[] run(FabricCase each, int iterations, boolean oneByOne) {
        return switch (operation) {
            case ALLTOALL -> allToAll(each, iterations, oneByOne);
            case SENDRECV -> pingPong(each, iterations, oneByOne);
            default -> pair(each, iterations, oneByOne);
        };
    }

    /** Returns what the rails did in the last batch that did not run one by one. */
    Traffic last() {
        return last;
    }

    private double[] pair(FabricCase each, int iterations, boolean oneByOne) {
        var batch = each.way().pace(iterations, setup.request().stall());
        var pace = oneByOne ? batch.oneByOne() : batch;
        var lists = lists(each);
        return ofTheOneThatBegins(iterations, oneByOne, () -> {
            var traffic = kept(drive(each, lists, pace), oneByOne);
            connection.party().tell(connection.partner());
            return traffic.done();
        }, () -> {
            if (operation == Operation.SEND) {
                drive(each, lists, pace);
            } else if (each.way().immediate()) {
                connection.party().awaitWrites(connection.partnerRank(), (long) lists.getFirst().size() * iterations);
            }
            connection.party().hear(connection.partner());
        });
    }

    private double[] pingPong(FabricCase each, int iterations, boolean oneByOne) {
        return ofTheOneThatBegins(iterations, oneByOne, () -> {
            var times = connection.party().pingPong(connection.partnerRank(), each.bytes(), iterations, true);
            for (int i = 1; i < times.length; i++) {
                times[i] += times[i - 1];
            }
            connection.party().tell(connection.partner());
            return times;
        }, () -> {
            connection.party().pingPong(connection.partnerRank(), each.bytes(), iterations, false);
            connection.party().hear(connection.partner());
        });
    }

    private double[] allToAll(FabricCase each, int iterations, boolean oneByOne) {
        long share = each.bytes() / seat.ranks();
        connection.attempt("the start line", () -> connection.meetAtLine(Connection.all()));
        var traffic = connection.attempt("the transfers",
                () -> connection.party().exchange(lists(each), each.way().pace(iterations, setup.request().stall()),
                        Routes.writesOfAnIteration(share, each.way())));
        connection.attempt("the finish line", () -> connection.meetAtLine(Connection.all()));
        return times(kept(traffic, oneByOne).done(), oneByOne);
    }

    private Traffic kept(Traffic traffic, boolean oneByOne) {
        last = oneByOne ? last : traffic;
        return traffic;
    }

    /**
     * Lets one rank of each pair begin and the other answer. Both return the times of the one that begins.
     *
     * @param begins returns ns from its start to the end of each iteration
     */
    private double[] ofTheOneThatBegins(int iterations, boolean oneByOne, Supplier<long[]> begins, Runnable answers) {
        seat.barrier("the start line");
        var mine = new double[oneByOne ? iterations : 1];
        if (connection.begins()) {
            mine = times(connection.attempt("the transfers", begins), oneByOne);
        } else {
            connection.attempt("the other's transfers", answers);
        }
        var bytes = ByteBuffer.allocate(mine.length * Double.BYTES);
        bytes.asDoubleBuffer().put(mine);
        var ofAll = seat.exchange("times of the pairs", bytes.array());
        var ofPair = new double[mine.length];
        ByteBuffer.wrap(ofAll.get(connection.begins() ? seat.rank() : connection.partnerRank())).asDoubleBuffer()
                .get(ofPair);
        return ofPair;
    }

    /** Returns µs of one of the iterations, or of each. */
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

    /** Returns the transfers of a case, a list for each place of its period. */
    List<List<Transfer>> lists(FabricCase each) {
        var routes = connection.party().routes();
        return switch (operation) {
            case ALLTOALL -> routes.allToAll(each.bytes(), each.way());
            case READ -> routes.pair(Kind.READ, each.bytes(), each.way());
            case WRITE -> routes.pair(each.way().immediate() ? Kind.WRITE_IMMEDIATE : Kind.WRITE, each.bytes(),
                    each.way());
            default -> routes.pair(connection.begins() ? Kind.SEND : Kind.RECEIVE, each.bytes(), each.way());
        };
    }

    Traffic drive(FabricCase each, List<List<Transfer>> list, Pace pace) {
        return connection.party().drive(list, pace, each.way().pinned() ? cores(pace.threads()) : List.of(),
                connection.partnerRank());
    }

    /** Spreads threads over the cores as the rails are spread over the threads. */
    private List<Integer> cores(int threads) {
        var cores = setup.station(seat.number()).cores();
        return IntStream.range(0, threads).mapToObj(thread -> cores.get(cores.size() * thread / threads)).toList();
    }
}
