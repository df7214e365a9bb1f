package org.gpucomm.analysis.rules;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/** Consequence of a finding for those who rely on the numbers, the gravest first. Those up to {@link #REMARK} may be a headline. */
public enum Consequence {
    /** There are no numbers, or the program that printed them failed. */
    FAILED,
    /** The numbers are of wrong data, or of nothing that was measured. */
    WRONG,
    /** The numbers are of another network than the one that was meant. */
    SOCKETS,
    /** One rank, host, pair or interface holds all others back. */
    STRAGGLER,
    /** Larger messages are much slower than smaller ones. */
    CLIFF,
    /** Others, or the hardware, reach much more. */
    BELOW,
    /** Numbers disagree with one another. */
    DOUBT,
    /** Something that the measurements were made for, or that would surprise: what wins, what spreads, where a curve dips. */
    REMARK,
    /** Good to know besides. */
    NOTE,
    /** True of the log as a whole and of little consequence: it was cut, or has rows that count for nothing. */
    CAVEAT,
    /** As others have it, or not to be judged. */
    USUAL,
    /** True of nearly every log: fits, courses, that everything was measured once. */
    BACKGROUND;

    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
