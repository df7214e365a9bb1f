package org.gpucomm.runner.rig;

import java.util.List;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.jspecify.annotations.Nullable;

/** A family that is ready to measure: its libraries are open and the seats of this process are chosen. */
public interface Setup {

    /** Returns the seats of this process, at least one, in order of rank. */
    List<SeatName> seats();

    /** Returns in words what must be the same in all processes, versions of libraries included. */
    String agreement();

    /** Returns the version of the family's library; null if it has none. */
    @Nullable
    String libraryVersion();

    /** Returns settings that all cases have in common; they distinguish a curve from another. */
    default NamedValues settings() {
        return NamedValues.NONE;
    }

    /** Returns why results are not checked; null when they are. */
    @Nullable
    String whyUnchecked();

    /** Returns how the terminal shows the results. */
    default Style style() {
        return Style.PLAIN;
    }

    /**
     * Returns everything that is to be measured. Called once in each process; the same arguments give the same cases.
     *
     * @param ranks in all processes
     * @param room  the least {@link Session#room} of any seat
     */
    Cases cases(int ranks, long room);

    /** Opens a seat, in the thread that will use it. What all seats do together comes later, in {@link Session#join}. */
    Session open(Seat seat);

    /**
     * Returns the numbers of a case. Called for rank 0 only.
     *
     * @param ranks in all processes
     * @param wrong wrong elements of all ranks; null = not checked
     */
    Outcome outcome(Case of, int ranks, Times times, @Nullable Long wrong);

    /**
     * A seat as messages and tables name it.
     *
     * @param name     {@code GPU 0}
     * @param text     as the list of devices has it: {@code device  0 [0000:53:00] NVIDIA H200}
     * @param waitsFor what its thread waits for: {@code the GPU}
     */
    record SeatName(String name, String text, String waitsFor) {}

    /** Ways to show results on a terminal. */
    enum Style {
        /** The table of nccl-tests, which scripts know. */
        NCCL_TESTS,
        /** A table of the columns that have values. */
        PLAIN
    }
}
