package org.gpucomm.analysis.compare;

import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;

/** Verdict on B against A at one place. */
public enum Verdict {
    FASTER,
    SLOWER,
    /** The difference is too small to matter. */
    SAME,
    /** The measurements do not decide. */
    AMBIGUOUS;

    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
