package org.gpucomm.runner.rig;

import java.util.List;

/** One thread's place among all that measure together, for its {@link Session}. */
public final class Seat {

    private final Crew crew;
    private final int number;
    private int rank = -1;
    private int ranks;

    Seat(Crew crew, int number) {
        this.crew = crew;
        this.number = number;
    }

    void ranked(int ofAll, int all) {
        rank = ofAll;
        ranks = all;
    }

    /** Returns the number of this seat in its process, 0 first. */
    public int number() {
        return number;
    }

    /** Returns the number of this seat among all; known when {@link Session#join} is called. */
    public int rank() {
        return rank;
    }

    /** Returns how many seats there are in all processes. */
    public int ranks() {
        return ranks;
    }

    /**
     * Gives bytes and gets those of all seats, in order of rank. All seats do it.
     *
     * @param what names the exchange in messages
     */
    public List<byte[]> exchange(String what, byte[] mine) {
        return crew.exchange(number, what, mine);
    }

    /** Returns when all seats have come here: good to a few tens of µs, on the host. */
    public void barrier(String what) {
        crew.exchange(number, what, new byte[0]);
    }

    /** Notes what this seat is at, for the message when it never ends. */
    public void at(String doing) {
        crew.at(number, doing);
    }

    /** Notes that the thread begins or ends to wait for its device; costs nothing that a timed loop would feel. */
    public void waiting(boolean begins) {
        crew.waiting(number, begins);
    }

    /** Throws if another seat has failed: for loops that wait for a device. */
    public void throwIfFailed() {
        crew.throwIfFailed();
    }
}
