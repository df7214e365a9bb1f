package org.gpucomm.runner.rig;

import java.util.OptionalLong;

/**
 * One seat's part in a benchmark, used only by the thread of that seat. All seats get the same calls in the same order. Each session
 * chooses the clock and the synchronised start that suit its library best.
 */
public interface Session {

    /** Returns the memory in bytes that this seat has for messages; {@link Long#MAX_VALUE} if unlimited. */
    default long room() {
        return Long.MAX_VALUE;
    }

    /** Connects to the other seats and allocates what all cases need. {@link Seat#rank} is known from here on. */
    void join(Cases cases);

    /** Runs operations of a case without measuring them, and waits for their completion. */
    void warmUp(Case of, int operations);

    /** Prepares a case for {@link #run}: connects, allocates, captures graphs. No work is pending when this returns. */
    void prepare(Case of);

    /**
     * Runs a batch of the prepared case, from a synchronised start to completion.
     *
     * @return time of one operation in µs, by the session's clock
     */
    double run();

    /** Times single iterations of the prepared case in a separate pass. Returns the times in µs; empty if not supported. */
    default double[] iterations() {
        return new double[0];
    }

    /** Returns the further measurements of this seat for the prepared case, in a fixed order, for {@link Setup#outcome}. */
    default double[] measured() {
        return new double[0];
    }

    /** Runs the prepared case once on known data. Returns the number of this seat's wrong elements; empty if not checked. */
    OptionalLong check();

    /** Releases what {@link #prepare} acquired. */
    default void finish() {
        // Nothing is acquired.
    }

    /** Disconnects from the other seats and frees everything. All seats call this after success. */
    void leave();

    /**
     * Ends pending work after a failure, without the other seats. May be called before {@link #join}. Does nothing if pending work ends by
     * itself.
     */
    default void abort() {
        // Pending work ends by itself.
    }
}
