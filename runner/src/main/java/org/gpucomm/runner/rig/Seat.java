package org.gpucomm.runner.rig;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Place of one thread among all threads that measure together, used by its {@link Session}. */
public final class Seat {

    private final RankThreads crew;
    private final int number;
    private final String waitsFor;
    private final AtomicBoolean waiting = new AtomicBoolean();
    private volatile String doing = "starting";
    /** Start of the current step, from {@link System#nanoTime}. */
    private volatile long since = System.nanoTime();
    private int rank = -1;
    private int ranks;

    /** @param waitsFor name of the device that the thread waits for, for example {@code the GPU} */
    Seat(RankThreads crew, int number, String waitsFor) {
        this.crew = crew;
        this.number = number;
        this.waitsFor = waitsFor;
    }

    void ranked(int ofAll, int all) {
        rank = ofAll;
        ranks = all;
    }

    /** Returns the number of this seat in its process, from 0. */
    public int number() {
        return number;
    }

    /** Returns the number of this seat among those of all processes, from 0; known from {@link Session#join} on. */
    public int rank() {
        return rank;
    }

    /** Returns the number of seats in all processes. */
    public int ranks() {
        return ranks;
    }

    /**
     * Exchanges bytes: returns those of all seats, in order of rank. All seats must call this.
     *
     * @param what name of the exchange for messages
     */
    public List<byte[]> exchange(String what, byte[] mine) {
        return crew.exchange(number, what, mine);
    }

    /** Exchanges a number like {@link #exchange(String, byte[])}. */
    public double[] exchange(String what, double mine) {
        return exchange(what, new double[]{mine}).stream().mapToDouble(theirs -> theirs[0]).toArray();
    }

    /** Exchanges numbers like {@link #exchange(String, byte[])}. */
    public List<double[]> exchange(String what, double[] mine) {
        var bytes = ByteBuffer.allocate(mine.length * Double.BYTES);
        bytes.asDoubleBuffer().put(mine);
        return exchange(what, bytes.array()).stream().map(theirs -> {
            var values = new double[theirs.length / Double.BYTES];
            ByteBuffer.wrap(theirs).asDoubleBuffer().get(values);
            return values;
        }).toList();
    }

    /** Waits on the host until all seats have called this. They continue within a few tens of µs. */
    public void barrier(String what) {
        crew.exchange(number, what, new byte[0]);
    }

    /** Records the current step of this seat, for the message of a timeout. */
    public void at(String doing) {
        this.doing = doing;
        since = System.nanoTime();
        crew.throwIfFailed();
    }

    /** Records that the thread starts or stops waiting for its device; cheap enough for timed loops. */
    public void waiting(boolean begins) {
        waiting.setOpaque(begins);
    }

    /** Throws if another seat has failed. To be called in loops that wait for a device. */
    public void throwIfFailed() {
        crew.throwIfFailed();
    }

    /** Returns whether the current step has taken longer than a time limit. */
    boolean isLate(Duration timeout) {
        return System.nanoTime() - since > timeout.toNanos();
    }

    /** Describes what the thread is doing, for example {@code measuring all_reduce of 8 bytes, waiting for the GPU}. */
    String doing() {
        return doing + (waiting.getOpaque() ? ", waiting for " : ", not waiting for ") + waitsFor;
    }
}
