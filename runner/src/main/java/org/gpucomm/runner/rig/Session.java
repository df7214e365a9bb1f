package org.gpucomm.runner.rig;

import java.util.OptionalLong;

/**
 * One seat's part in a benchmark, used by the thread of that seat only. All seats get the same calls in the same order. The
 * clock and the start line are the session's own: whatever its library can do best.
 */
public interface Session {

    /** Returns the bytes that this seat can give to messages; {@link Long#MAX_VALUE} if there is no limit. */
    default long room() {
        return Long.MAX_VALUE;
    }

    /** Meets the other seats and takes what all cases need. {@link Seat#rank} is known from here on. */
    void join(Cases cases);

    /** Runs operations of a case that are not measured, and waits for them. */
    void warmUp(Case of, int operations);

    /** Readies a case for {@link #run}: connects, allocates, records. Nothing is under way when it returns. */
    void prepare(Case of);

    /**
     * Runs the batch of the prepared case from the start line to completion.
     *
     * @return µs of one operation, by the session's clock
     */
    double run();

    /** Times single iterations of the prepared case, in a pass of their own. Returns µs each; none if it cannot. */
    default double[] iterations() {
        return new double[0];
    }

    /** Returns what this seat measured of the prepared case besides times, in a fixed order, for {@link Setup#outcome}. */
    default double[] measured() {
        return new double[0];
    }

    /** Runs the prepared case once more on known data. Returns this seat's wrong elements; empty if it is not checked. */
    OptionalLong check();

    /** Ends the prepared case. */
    void finish();

    /** Leaves the others and frees everything. All seats do it, when all went well. */
    void leave();

    /** Ends what is under way, without the other seats: something has failed. It may be called before {@link #join}. */
    void abort();
}
