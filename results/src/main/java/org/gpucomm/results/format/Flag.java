package org.gpucomm.results.format;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Flag of a run as a whole, apart from single lines. */
public enum Flag {
    /** The table's end is missing: the log was cut, or the program killed. */
    INCOMPLETE("incomplete"),
    /** The program reported a failure. */
    ABORTED("aborted"),
    /** At least one measurement has wrong data. */
    WRONG_DATA("wrong data"),
    /** The tool's own summary of checks failed. */
    OUT_OF_BOUNDS("out of bounds"),
    /** The tool compared its result with a minimum and failed it. */
    BELOW_MINIMUM("below the minimum"),
    /** The network is TCP sockets although the host has something faster, or nothing else was found. */
    SOCKET_FALLBACK("socket fallback"),
    /** Several copies of the program that did not know one another: each is a run of one rank, or of one host. */
    NOT_CONNECTED("ranks not connected"),
    /** Several programs, each of several ranks, wrote into one output at once: which of them wrote a line is not certain. */
    MIXED_OUTPUT("mixed output"),
    /** The header of its table is missing; what its columns are follows from the rows. */
    HEADER_INFERRED("header inferred"),
    /** The table has its end, and something like XXX where its numbers were. */
    NUMBERS_REMOVED("numbers removed");

    private final String title;

    Flag(String title) {
        this.title = title;
    }

    /** Returns the flag of that id; empty where there is none. */
    public static Optional<Flag> ofId(String id) {
        return Arrays.stream(values()).filter(flag -> flag.id().equals(id)).findFirst();
    }

    /** {@code wrong_data} */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** For people. */
    public String title() {
        return title;
    }
}
