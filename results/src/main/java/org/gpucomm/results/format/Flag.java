package org.gpucomm.results.format;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Flag of a run as a whole, not of single lines. */
public enum Flag {
    /** The end of the table is missing: the log was cut, or the program was killed. */
    INCOMPLETE("incomplete"),
    /** The program reported a failure. */
    ABORTED("aborted"),
    /** At least one measurement has wrong data. */
    WRONG_DATA("wrong data"),
    /** The tool's own summary of checks failed. */
    OUT_OF_BOUNDS("out of bounds"),
    /** The tool compared its result with a minimum and failed it. */
    BELOW_MINIMUM("below the minimum"),
    /** The network is TCP sockets although the host has a faster network, or no other network was found. */
    SOCKET_FALLBACK("socket fallback"),
    /** Several copies of the program ran without knowing each other: each is a run of one rank or one host. */
    NOT_CONNECTED("ranks not connected"),
    /** Several programs with several ranks each wrote to one output at once: the writer of a line is uncertain. */
    MIXED_OUTPUT("mixed output"),
    /** The header of the table is missing; its columns were inferred from the rows. */
    HEADER_INFERRED("header inferred"),
    /** The table is complete, but its numbers were replaced by something like XXX. */
    NUMBERS_REMOVED("numbers removed");

    private final String title;

    Flag(String title) {
        this.title = title;
    }

    /** Returns the flag with an id; empty if there is none. */
    public static Optional<Flag> ofId(String id) {
        return Arrays.stream(values()).filter(flag -> flag.id().equals(id)).findFirst();
    }

    /** Returns the name in snake case: {@code wrong_data}. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the name for people: {@code wrong data}. */
    public String title() {
        return title;
    }
}
