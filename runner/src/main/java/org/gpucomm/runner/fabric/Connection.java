package org.gpucomm.runner.fabric;

import java.util.Objects;
import java.util.function.IntPredicate;
import java.util.function.Supplier;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.shim.FabricMemory;
import org.gpucomm.runner.rig.Seat;
import org.jspecify.annotations.Nullable;

/** The rails of one rank, its memory, and who is at the other ends. Calls over them end when another seat fails. */
final class Connection {

    private static final int LOOK_EVERY_MILLIS = 50;

    private final FabricSetup setup;
    private final Seat seat;
    private @Nullable Device gpu;
    private @Nullable FabricMemory messages;
    private @Nullable FabricMemory words;
    private @Nullable Buffers buffers;
    private volatile @Nullable ConnectedRails rails;
    private volatile boolean over;

    Connection(FabricSetup setup, Seat seat) {
        this.setup = setup;
        this.seat = seat;
    }

    /** Takes memory for messages of up to so many bytes and meets the others. */
    void open(long largest) {
        gpu = setup.gpu(seat.number());
        var room = gpu == null
                ? setup.fabric().memory(Buffers.ofMessages(largest))
                : setup.fabric().memory(Buffers.ofMessages(largest), gpu);
        var ofWords = setup.fabric().memory(Buffers.ofWords(seat.ranks()));
        messages = room;
        words = ofWords;
        buffers = Buffers.of(room.address(), ofWords.address(), largest, seat.ranks());
        room.fill(0, largest, CheckedTransfers.seed(seat.rank(), 0), 0);
        meet();
        Thread.ofPlatform().daemon().name("fabric-watch-" + seat.rank()).start(this::stopWithTheOthers);
    }

    /** Opens rails anew; those before are closed when nobody uses them any longer. */
    void meet() {
        var before = rails;
        if (before != null) {
            seat.barrier("new rails");
            rails = null;
            before.close();
        }
        rails = attempt("the others' addresses",
                () -> ConnectedRails.connect(setup, seat, messages(), words(), buffers()));
    }

    /** Sends a first message to everybody whom this rank will talk to, which makes the connections. */
    void touch() {
        seat.at("making connections");
        attempt("the first transfers",
                () -> rails().touch(setup.request().operation() == Operation.ALLTOALL ? all() : partner()));
        seat.barrier("the connections");
    }

    ConnectedRails rails() {
        return Objects.requireNonNull(rails, "join comes first");
    }

    FabricMemory messages() {
        return Objects.requireNonNull(messages, "join comes first");
    }

    private FabricMemory words() {
        return Objects.requireNonNull(words, "join comes first");
    }

    Buffers buffers() {
        return Objects.requireNonNull(buffers, "join comes first");
    }

    /** Whether this rank begins and its partner answers. */
    boolean begins() {
        return Routes.begins(seat.rank(), seat.ranks());
    }

    int partnerRank() {
        return Routes.partner(seat.rank(), seat.ranks());
    }

    IntPredicate partner() {
        return rank -> rank == partnerRank();
    }

    static IntPredicate all() {
        return rank -> true;
    }

    /** Returns when these ranks have come here too. */
    void meetAtLine(IntPredicate ranks) {
        rails().tell(ranks);
        rails().hear(ranks);
    }

    void attempt(String what, Runnable call) {
        attempt(what, () -> {
            call.run();
            return 0;
        });
    }

    /** Runs a native call; where it was ended because another seat failed, that is reported and not this. */
    <T> T attempt(String what, Supplier<T> call) {
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

    /** Closes rails and memory, when all others are done with them. */
    void close() {
        closeRails();
        messages().close();
        words().close();
        if (gpu != null) {
            gpu.close();
        }
    }

    /** Ends what is under way. The memory stays, for another process may still write to it over shared memory. */
    void abort() {
        var open = rails;
        if (open != null && !over) {
            open.stop();
            closeRails();
        }
    }

    private void closeRails() {
        over = true;
        var open = rails;
        rails = null;
        if (open != null) {
            open.close();
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
                var open = rails;
                if (open != null) {
                    open.stop();
                }
                return;
            }
        }
    }
}
