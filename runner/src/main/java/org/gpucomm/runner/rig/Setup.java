package org.gpucomm.runner.rig;

import java.util.List;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.jspecify.annotations.Nullable;

/** Family that is ready to measure, with open libraries and the seats of this process. */
public interface Setup {

    /** Returns the seats of this process, at least one, in order of rank. */
    List<SeatName> seats();

    /** Returns a text that must be the same in all processes: operation, options and versions of libraries. */
    String agreement();

    /** Returns the version of the family's library; null if it has none. */
    @Nullable
    String libraryVersion();

    /** Returns the settings common to all cases, which distinguish curves. */
    default NamedValues settings() {
        return NamedValues.NONE;
    }

    /** Returns why this setup cannot check results; null if it can. */
    default @Nullable String whyUnchecked() {
        return null;
    }

    /** Returns the style of the results on a terminal. */
    default Style style() {
        return Style.PLAIN;
    }

    /**
     * Returns the cases to measure. Called once in each process; the same arguments must give the same cases.
     *
     * @param ranks number of ranks in all processes
     * @param room  minimum of {@link Session#room} over all seats
     */
    Cases cases(int ranks, long room);

    /** Opens the session of a seat, in the thread that will use it, without communication: that is left to {@link Session#join}. */
    Session open(Seat seat);

    /**
     * Returns the outcome of a case. Called for rank 0 only.
     *
     * @param ranks number of ranks in all processes
     * @param wrong number of wrong elements of all ranks; null if not checked
     */
    Outcome outcome(Case of, int ranks, Times times, @Nullable Long wrong);

    /**
     * Names of a seat for messages and tables.
     *
     * @param name     short name, for example {@code GPU 0}
     * @param text     text for the list of devices, for example {@code device  0 [0000:53:00] NVIDIA H200}
     * @param waitsFor name of the device that its thread waits for, for example {@code the GPU}
     */
    record SeatName(String name, String text, String waitsFor) {}

    /** Styles of results on a terminal. */
    enum Style {
        /** Table of nccl-tests, which scripts can parse. */
        NCCL_TESTS,
        /** Table of the columns that have values. */
        PLAIN
    }
}
