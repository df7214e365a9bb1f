package org.gpucomm.runner.rig;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.gpucomm.runner.rendezvous.ProcessGroup;
import org.gpucomm.runner.rendezvous.ByteArrays;
import org.jspecify.annotations.Nullable;

/**
 * Threads of this process, one per seat, connected to those of the other processes by a {@link ProcessGroup}. All threads call the
 * collective methods in the same order. If one thread fails, all fail with the first failure.
 */
final class RankThreads {

    private final int seats;
    private final ProcessGroup group;
    private final Doing[] where;
    private final List<String> waitsFor;
    /** 1 for a seat whose thread waits for its device, else 0. */
    private final AtomicIntegerArray waiting;
    private byte[][] given;
    private int arrived;
    private List<byte[]> agreed = List.of();
    private long round;
    private volatile @Nullable Throwable failure;

    /** @param waitsFor name of the device that the thread of each seat waits for, for example {@code the GPU} */
    RankThreads(List<String> waitsFor, ProcessGroup group) {
        this.seats = waitsFor.size();
        this.waitsFor = waitsFor;
        this.group = group;
        this.given = new byte[seats][];
        this.where = new Doing[seats];
        this.waiting = new AtomicIntegerArray(seats);
        Arrays.setAll(where, seat -> new Doing("starting", System.nanoTime()));
        group.onFailure(reason -> failHere(reason));
    }

    /**
     * Exchanges bytes: each thread of each process contributes bytes and receives those of all, in order of rank.
     *
     * @param what name of the exchange for messages
     */
    List<byte[]> exchange(int seat, String what, byte[] mine) {
        synchronized (this) {
            given[seat] = mine;
            long myRound = round;
            if (++arrived < seats) {
                return awaitRound(myRound);
            }
        }
        // The last thread to arrive communicates for the process; the others wait for the end of the round.
        List<byte[]> all;
        try {
            all = withOtherProcesses(what);
        } catch (Throwable t) {
            fail(t);
            throw t;
        }
        synchronized (this) {
            agreed = all;
            arrived = 0;
            given = new byte[seats][];
            round++;
            notifyAll();
            return all;
        }
    }

    private synchronized List<byte[]> awaitRound(long myRound) {
        while (round == myRound) {
            throwIfFailed();
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CrewFailedException("interrupted", e);
            }
        }
        return agreed;
    }

    private List<byte[]> withOtherProcesses(String what) {
        throwIfFailed();
        if (group.processes() == 1) {
            return List.of(given);
        }
        var all = new ArrayList<byte[]>();
        group.allGather(what, ByteArrays.joined(List.of(given)))
                .forEach(process -> all.addAll(ByteArrays.split(process)));
        return all;
    }

    /** Exchanges one double per thread of each process, in order of rank. */
    double[] exchange(int seat, String what, double mine) {
        var all = exchange(seat, what, ByteBuffer.allocate(Double.BYTES).putDouble(mine).array());
        return all.stream().mapToDouble(bytes -> ByteBuffer.wrap(bytes).getDouble()).toArray();
    }

    /** Exchanges an array of doubles per thread of each process, in order of rank. */
    List<double[]> exchange(int seat, String what, double[] mine) {
        var bytes = ByteBuffer.allocate(mine.length * Double.BYTES);
        bytes.asDoubleBuffer().put(mine);
        return exchange(seat, what, bytes.array()).stream().map(theirs -> {
            var values = new double[theirs.length / Double.BYTES];
            ByteBuffer.wrap(theirs).asDoubleBuffer().get(values);
            return values;
        }).toList();
    }

    /**
     * Fails all threads of this and the other processes. Only the first call has an effect. A disagreement is not sent to the other
     * processes: each finds it in the exchanged data itself, and a message could arrive before that.
     */
    void fail(Throwable reason) {
        if (failHere(reason) && !(reason instanceof SeatExchange.DisagreementException)) {
            group.abort(String.valueOf(reason.getMessage()), ExitCode.of(reason));
        }
    }

    private synchronized boolean failHere(Throwable reason) {
        if (failure != null || reason instanceof CrewFailedException) {
            return false;
        }
        failure = reason;
        notifyAll();
        return true;
    }

    /** Returns the first failure; null if there is none. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Throws if another thread or process has failed. To be called in loops that wait for a device. */
    void throwIfFailed() {
        var reason = failure;
        if (reason != null) {
            throw new CrewFailedException(String.valueOf(reason.getMessage()), reason);
        }
    }

    /** Records the current step of a thread, for the message of a timeout. */
    void at(int seat, String doing) {
        where[seat] = new Doing(doing, System.nanoTime());
        throwIfFailed();
    }

    /** Records that a thread starts or stops waiting for its device; cheap enough for timed loops. */
    void waiting(int seat, boolean begins) {
        waiting.setOpaque(seat, begins ? 1 : 0);
    }

    /** Returns the current step of a thread and its start. */
    Doing seat(int seat) {
        return where[seat];
    }

    /** Describes what a thread is doing, for example {@code measuring all_reduce of 8 bytes, waiting for the GPU}. */
    String doing(int seat) {
        return where[seat].doing() + (waiting.getOpaque(seat) == 1 ? ", waiting for " : ", not waiting for ")
                + waitsFor.get(seat);
    }

    /** @param since start of the step, from {@link System#nanoTime} */
    record Doing(String doing, long since) {}

    /** Failure of another thread or process, seen from this thread. */
    static final class CrewFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        CrewFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
