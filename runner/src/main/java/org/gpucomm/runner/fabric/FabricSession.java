package org.gpucomm.runner.fabric;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.shim.FabricMemory;
import org.gpucomm.runner.ffi.shim.Pace;
import org.gpucomm.runner.ffi.shim.Traffic;
import org.gpucomm.runner.ffi.shim.Transfer;
import org.gpucomm.runner.ffi.shim.Transfer.Kind;
import org.gpucomm.runner.rig.Case;
import org.gpucomm.runner.rig.Cases;
import org.gpucomm.runner.rig.Seat;
import org.gpucomm.runner.rig.Session;
import org.jspecify.annotations.Nullable;

/**
 * One rank's part. Of 2 n ranks, rank r begins and rank r + n answers; the clock is that of the rank that begins, from the first
 * post to the last completion, and a transfer is complete when its bytes are in the other's memory. In an all-to-all every rank
 * has its own clock and an iteration is complete when what all others wrote is here as well.
 */
final class FabricSession implements Session {

    private static final double NANOS_PER_MICRO = 1e3;
    private static final int LOOK_EVERY_MILLIS = 50;

    private final FabricSetup setup;
    private final Seat seat;
    private final Operation operation;
    private final List<Integer> cores;
    private @Nullable FabricMemory memory;
    private @Nullable Buffers buffers;
    private volatile @Nullable Party party;
    private volatile boolean over;
    private @Nullable FabricCase prepared;
    private Traffic last = new Traffic(new long[0], List.of());
    private int checks;

    FabricSession(FabricSetup setup, Seat seat) {
        this.setup = setup;
        this.seat = seat;
        this.operation = setup.request().operation();
        this.cores = setup.station(seat.number()).cores();
    }

    @Override
    public void join(Cases cases) {
        seat.at("opening " + String.join(" ", setup.station(seat.number()).domains()));
        long largest = cases.series().stream().flatMap(series -> series.points().stream())
                .flatMap(point -> point.cases().stream())
                .mapToLong(each -> ((FabricCase) each).bytes()).max().orElse(0);
        var room = setup.fabric().memory(Buffers.needed(largest, seat.ranks()));
        memory = room;
        buffers = Buffers.of(room.address(), largest, seat.ranks());
        room.fill(0, largest, seed(seat.rank(), 0), 0);
        meet();
        if (!setup.request().ladder()) {
            touch();
        }
        Thread.ofPlatform().daemon().name("fabric-watch-" + seat.rank()).start(this::stopWithTheOthers);
    }

    @Override
    public void warmUp(Case of, int operations) {
        if (operations > 0) {
            prepare(of);
            batch(operations, false);
            finish();
        }
    }

    @Override
    public void prepare(Case of) {
        var each = (FabricCase) of;
        if (each.rung() != null && each.rung() == Rung.WARM_UP) {
            seat.at("warming up the connections");
            touch();
        }
        party().use(each.way().nics());
        prepared = each;
    }

    @Override
    public double run() {
        if (prepared().cold()) {
            meet();
            party().use(prepared().way().nics());
        }
        return batch(prepared().iterations(), false)[0];
    }

    @Override
    public double[] iterations() {
        if (prepared().cold()) {
            // Only the first iteration of a connection is its first.
            return new double[0];
        }
        return batch(prepared().iterations(), true);
    }

    @Override
    public double[] measured() {
        return party().measured(last).toDoubles();
    }

    @Override
    public OptionalLong check() {
        long wrong = 0;
        var routes = lists();
        for (int phase = 0; phase < routes.size(); phase++) {
            wrong += check(routes.get(phase), prepared());
        }
        return OptionalLong.of(wrong);
    }

    @Override
    public void finish() {
        prepared = null;
    }

    @Override
    public void leave() {
        seat.barrier("the end");
        close();
        Objects.requireNonNull(memory).close();
    }

    /** The memory stays, for another process may still write to it over shared memory. */
    @Override
    public void abort() {
        var open = party;
        if (open != null && !over) {
            open.stop();
            close();
        }
    }

    /** Runs iterations and returns µs of one, or of each one by one. */
    private double[] batch(int iterations, boolean oneByOne) {
        return switch (operation) {
            case ALLTOALL -> allToAll(iterations, oneByOne);
            case SENDRECV -> pingPong(iterations, oneByOne);
            default -> pair(iterations, oneByOne);
        };
    }

    private double[] pair(int iterations, boolean oneByOne) {
        var each = prepared();
        var pace = each.way().pace(iterations, setup.request().stall());
        return ofTheOneThatBegins(iterations, oneByOne, () -> {
            var traffic = kept(drive(lists(), oneByOne ? pace.oneByOne() : pace), oneByOne);
            tellPartner();
            return traffic.done();
        }, () -> {
            if (operation == Operation.SEND) {
                drive(lists(), oneByOne ? pace.oneByOne() : pace);
            } else if (each.way().immediate()) {
                party().awaitWrites(partner(), writes(lists(), iterations));
            }
            hearPartner();
        });
    }

    private double[] pingPong(int iterations, boolean oneByOne) {
        return ofTheOneThatBegins(iterations, oneByOne, () -> {
            var times = party().pingPong(partner(), prepared().bytes(), iterations, true);
            for (int i = 1; i < times.length; i++) {
                times[i] += times[i - 1];
            }
            tellPartner();
            return times;
        }, () -> {
            party().pingPong(partner(), prepared().bytes(), iterations, false);
            hearPartner();
        });
    }

    private double[] allToAll(int iterations, boolean oneByOne) {
        var each = prepared();
        long share = each.bytes() / seat.ranks();
        attempt("the start line", () -> {
            party().tell(all());
            party().hear(all());
            return 0;
        });
        var traffic = attempt("the transfers",
                () -> party().exchange(lists(), each.way().pace(iterations, setup.request().stall()),
                        Routes.writesOfAnIteration(share, each.way())));
        attempt("the finish line", () -> {
            party().tell(all());
            party().hear(all());
            return 0;
        });
        return times(kept(traffic, oneByOne).done(), oneByOne);
    }

    /** What rails did is told of batches. */
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
        if (begins()) {
            mine = times(attempt("the transfers", begins), oneByOne);
        } else {
            attempt("the other's transfers", () -> {
                answers.run();
                return 0;
            });
        }
        var bytes = ByteBuffer.allocate(mine.length * Double.BYTES);
        bytes.asDoubleBuffer().put(mine);
        var ofAll = seat.exchange("times of the pairs", bytes.array());
        var ofPair = new double[mine.length];
        ByteBuffer.wrap(ofAll.get(begins() ? seat.rank() : partner())).asDoubleBuffer().get(ofPair);
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

    /** Does the transfers once on known data and returns how many bytes of what this rank received are not what was sent. */
    private long check(List<Transfer> once, FabricCase each) {
        var room = Objects.requireNonNull(memory);
        var places = Objects.requireNonNull(buffers);
        int number = ++checks;
        room.fill(0, each.bytes(), seed(seat.rank(), number), 0);
        room.clear(places.receiveAt(), each.bytes());
        seat.barrier("the check");
        var pace = each.way().pace(1, setup.request().stall()).oneByOne();
        attempt("the checked transfers", () -> {
            switch (operation) {
                case ALLTOALL -> {
                    party().exchange(List.of(once), pace,
                            Routes.writesOfAnIteration(each.bytes() / seat.ranks(), each.way()));
                    party().tell(all());
                    party().hear(all());
                }
                case SENDRECV -> {
                    party().pingPong(partner(), each.bytes(), 1, begins());
                    party().tell(this::isPartner);
                    party().hear(this::isPartner);
                }
                default -> checkedPair(once, pace);
            }
            return 0;
        });
        return wrong(room, places, each, number);
    }

    private void checkedPair(List<Transfer> once, Pace pace) {
        if (begins() || operation == Operation.SEND) {
            drive(List.of(once), pace);
        } else if (prepared().way().immediate()) {
            party().awaitWrites(partner(), once.size());
        }
        party().tell(this::isPartner);
        party().hear(this::isPartner);
    }

    private long wrong(FabricMemory room, Buffers places, FabricCase each, int number) {
        if (operation == Operation.ALLTOALL) {
            long share = each.bytes() / seat.ranks();
            long wrong = 0;
            for (int rank = 0; rank < seat.ranks(); rank++) {
                wrong += room.wrongBytes(places.receiveAt() + share * rank, share, seed(rank, number),
                        share * seat.rank());
            }
            return wrong;
        }
        boolean receives = operation == Operation.SENDRECV || begins() == (operation == Operation.READ);
        return receives ? room.wrongBytes(places.receiveAt(), each.bytes(), seed(partner(), number), 0) : 0;
    }

    /** What this rank sends in a check, and in no other check. */
    private static long seed(int rank, int check) {
        return (long) check << 32 | rank;
    }

    private List<List<Transfer>> lists() {
        var each = prepared();
        return switch (operation) {
            case ALLTOALL -> party().routes().allToAll(each.bytes(), each.way());
            case READ -> party().routes().pair(Kind.READ, each.bytes(), each.way());
            case WRITE -> party().routes().pair(each.way().immediate() ? Kind.WRITE_IMMEDIATE : Kind.WRITE,
                    each.bytes(), each.way());
            default -> party().routes().pair(begins() ? Kind.SEND : Kind.RECEIVE, each.bytes(), each.way());
        };
    }

    private static long writes(List<List<Transfer>> lists, int iterations) {
        return (long) lists.getFirst().size() * iterations;
    }

    private Traffic drive(List<List<Transfer>> list, Pace pace) {
        return party().drive(list, pace, prepared().way().pinned() ? cores(pace.threads()) : List.of(), partner());
    }

    /** Spreads threads over the cores as the rails are spread over the threads. */
    private List<Integer> cores(int threads) {
        return IntStream.range(0, threads).mapToObj(thread -> cores.get(cores.size() * thread / threads)).toList();
    }

    private void tellPartner() {
        party().tell(this::isPartner);
    }

    private void hearPartner() {
        party().hear(this::isPartner);
    }

    /** Opens rails anew; those before are closed when nobody uses them any longer. */
    private void meet() {
        var before = party;
        if (before != null) {
            seat.barrier("new rails");
            party = null;
            before.close();
        }
        party = attempt("the others' addresses", () -> Party.met(setup, seat,
                Objects.requireNonNull(memory), Objects.requireNonNull(buffers)));
    }

    private void touch() {
        seat.at("making connections");
        attempt("the first transfers", () -> {
            party().touch(operation == Operation.ALLTOALL ? all() : this::isPartner);
            return 0;
        });
        seat.barrier("the connections");
    }

    /** Runs a native call; where it was ended because another seat failed, that is told and not this. */
    private <T> T attempt(String what, Supplier<T> call) {
        seat.waiting(true);
        try {
            return call.get();
        } catch (NativeCallException e) {
            seat.throwIfFailed();
            throw e;
        } finally {
            seat.waiting(false);
        }
    }

    /** A thread in a native call does not see that another seat has failed; this one does, and ends the call. */
    private void stopWithTheOthers() {
        while (!over) {
            try {
                Thread.sleep(LOOK_EVERY_MILLIS);
                seat.throwIfFailed();
            } catch (InterruptedException e) {
                return;
            } catch (RuntimeException othersFailed) {
                var open = party;
                if (open != null) {
                    open.stop();
                }
                return;
            }
        }
    }

    private void close() {
        over = true;
        var open = party;
        party = null;
        if (open != null) {
            open.close();
        }
    }

    private boolean begins() {
        return Routes.begins(seat.rank(), seat.ranks());
    }

    private int partner() {
        return Routes.partner(seat.rank(), seat.ranks());
    }

    private boolean isPartner(int rank) {
        return rank == partner();
    }

    private static IntPredicate all() {
        return rank -> true;
    }

    private Party party() {
        return Objects.requireNonNull(party, "join comes first");
    }

    private FabricCase prepared() {
        return Objects.requireNonNull(prepared, "prepare comes first");
    }
}
