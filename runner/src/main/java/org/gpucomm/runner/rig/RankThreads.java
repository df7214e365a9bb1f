package org.gpucomm.runner.rig;

import java.util.ArrayList;
import java.util.List;

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
    private byte[][] given;
    private int arrived;
    private List<byte[]> agreed = List.of();
    private long round;
    private volatile @Nullable Throwable failure;

    RankThreads(int seats, ProcessGroup group) {
        this.seats = seats;
        this.group = group;
        this.given = new byte[seats][];
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

    /** Failure of another thread or process, seen from this thread. */
    static final class CrewFailedException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        CrewFailedException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
