package org.gpucomm.runner.rig;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;

import org.gpucomm.runner.rendezvous.ProcessGroup;
import org.gpucomm.runner.rendezvous.Parts;
import org.jspecify.annotations.Nullable;

/**
 * The threads of this process, one for each seat, and through a {@link ProcessGroup} those of the others. What all do together is
 * done by all in the same order; when one fails, all do, with what went wrong first.
 */
final class Crew {

    private final int seats;
    private final ProcessGroup group;
    private final Doing[] where;
    private final List<String> waitsFor;
    /** 1 where a thread waits for its device. */
    private final AtomicIntegerArray waiting;
    private byte[][] given;
    private int arrived;
    private List<byte[]> agreed = List.of();
    private long round;
    private volatile @Nullable Throwable failure;

    /** @param waitsFor what the thread of each seat waits for: {@code the GPU} */
    Crew(List<String> waitsFor, ProcessGroup group) {
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
     * Each thread of each process gives bytes and gets those of all, in order of rank.
     *
     * @param what names the exchange in messages
     */
    List<byte[]> exchange(int seat, String what, byte[] mine) {
        synchronized (this) {
            given[seat] = mine;
            long myRound = round;
            if (++arrived < seats) {
                return awaitRound(myRound);
            }
        }
        // The last to arrive speaks for the process; the others wait for the round to end.
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
        group.allGather(what, Parts.joined(List.of(given))).forEach(process -> all.addAll(Parts.split(process)));
        return all;
    }

    /** Exchanges a double of each thread of each process, in order of rank. */
    double[] exchange(int seat, String what, double mine) {
        var all = exchange(seat, what, ByteBuffer.allocate(Double.BYTES).putDouble(mine).array());
        return all.stream().mapToDouble(bytes -> ByteBuffer.wrap(bytes).getDouble()).toArray();
    }

    /** Exchanges doubles of each thread of each process, in order of rank. */
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
     * Ends what all do, in this process and the others. Only the first call counts. A disagreement is found by every process in
     * what all exchanged, so nobody has to be informed: the news could overtake a process's own finding.
     */
    void fail(Throwable reason) {
        if (failHere(reason) && !(reason instanceof Introduction.DisagreementException)) {
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

    /** Returns what went wrong first; null if nothing did. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Throws if another thread or process has failed: for loops that wait for a device. */
    void throwIfFailed() {
        var reason = failure;
        if (reason != null) {
            throw new CrewFailedException(String.valueOf(reason.getMessage()), reason);
        }
    }

    /** Notes what a thread is at, for the message when it never ends. */
    void at(int seat, String doing) {
        where[seat] = new Doing(doing, System.nanoTime());
        throwIfFailed();
    }

    /** Notes that a thread begins or ends to wait for its device; costs nothing that a timed loop would feel. */
    void waiting(int seat, boolean begins) {
        waiting.setOpaque(seat, begins ? 1 : 0);
    }

    /** Returns what a thread has been doing, and since when. */
    Doing seat(int seat) {
        return where[seat];
    }

    /** Returns what a thread is doing, in words: {@code measuring all_reduce of 8 bytes, waiting for the GPU}. */
    String doing(int seat) {
        return where[seat].doing() + (waiting.getOpaque(seat) == 1 ? ", waiting for " : ", not waiting for ")
                + waitsFor.get(seat);
    }

    /** @param since {@link System#nanoTime} */
    record Doing(String doing, long since) {}

    /** Another thread or process has failed; not itself what went wrong. */
    static final class CrewFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        CrewFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
