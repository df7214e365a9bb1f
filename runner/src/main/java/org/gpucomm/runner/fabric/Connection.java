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

/** Connection of one rank: its rails, its memory and its partner. Native calls end when another seat fails. */
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

    /** Allocates memory for messages of up to {@code largest} bytes and connects to the other ranks. */
    void open(long largest) {
        gpu = setup.gpu(seat.number());
        var room = gpu == null
                ? setup.fabric().memory(Buffers.ofMessages(largest))
                : setup.fabric().memory(Buffers.ofMessages(largest), gpu);
        var ofWords = setup.fabric().memory(Buffers.ofWords(seat.ranks()));
        messages = room;
        words = ofWords;
        buffers = new Buffers(room.address(), ofWords.address(), largest, seat.ranks());
        room.fill(0, largest, CaseTransfers.seed(seat.rank(), 0), 0);
        meet();
        Thread.ofPlatform().daemon().name("fabric-watch-" + seat.rank()).start(this::stopWithTheOthers);
    }

    /** Opens new rails. Earlier rails are closed after all ranks stopped using them. */
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

    /** Sends a first message to every rank that this rank will communicate with, which establishes the connections. */
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

    /** Returns whether this rank starts and its partner answers. */
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

    /** Waits until these ranks have called this too. */
    void meetAtLine(IntPredicate ranks) {
        rails().signal(ranks);
        rails().awaitSignal(ranks);
    }

    void attempt(String what, Runnable call) {
        attempt(what, () -> {
            call.run();
            return 0;
        });
    }

    /** Runs a native call. If it failed because another seat failed, that failure is thrown instead. */
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

    /** Closes rails and memory. No other rank may still use them. */
    void close() {
        closeRails();
        messages().close();
        words().close();
        if (gpu != null) {
            gpu.close();
        }
    }

    /** Ends pending calls. The memory is not freed, because another process may still write to it over shared memory. */
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

    /** Ends a native call when another seat has failed, which the thread in the call cannot notice itself. */
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
