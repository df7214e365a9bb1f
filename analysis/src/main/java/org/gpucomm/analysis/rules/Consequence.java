package org.gpucomm.analysis.rules;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/** Consequence of a finding for the use of the numbers, most severe first. Findings up to {@link #REMARK} may be a headline. */
public enum Consequence {
    /** There are no numbers, or the program that printed them failed. */
    FAILED,
    /** The numbers belong to wrong data, or nothing was measured. */
    WRONG,
    /** The numbers belong to another network than intended. */
    SOCKETS,
    /** One rank, host, pair or interface slows down all others. */
    STRAGGLER,
    /** Larger messages are much slower than smaller ones. */
    CLIFF,
    /** Other runs, or the hardware, reach much more. */
    BELOW,
    /** Numbers contradict each other. */
    DOUBT,
    /** The purpose of the measurements or a surprise: a winner, a large spread, a dip in a curve. */
    REMARK,
    /** Additional information. */
    NOTE,
    /** Minor property of the whole log: it was truncated, or has rows that do not count. */
    CAVEAT,
    /** The result is normal or cannot be judged. */
    USUAL,
    /** Property of nearly every log: fits, shapes of curves, single measurements. */
    BACKGROUND;

    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
