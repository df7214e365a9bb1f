package org.gpucomm.runner.rig;

import java.util.List;

/** Place of one thread among all threads that measure together, used by its {@link Session}. */
public final class Seat {

    private final RankThreads crew;
    private final int number;
    private int rank = -1;
    private int ranks;

    Seat(RankThreads crew, int number) {
        this.crew = crew;
        this.number = number;
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

    /** Exchanges numbers like {@link #exchange(String, byte[])}. */
    public List<double[]> exchange(String what, double... mine) {
        return crew.exchange(number, what, mine);
    }

    /** Waits on the host until all seats have called this. They continue within a few tens of µs. */
    public void barrier(String what) {
        crew.exchange(number, what, new byte[0]);
    }

    /** Records the current step of this seat, for the message of a timeout. */
    public void at(String doing) {
        crew.at(number, doing);
    }

    /** Records that the thread starts or stops waiting for its device; cheap enough for timed loops. */
    public void waiting(boolean begins) {
        crew.waiting(number, begins);
    }

    /** Throws if another seat has failed. To be called in loops that wait for a device. */
    public void throwIfFailed() {
        crew.throwIfFailed();
    }
}
