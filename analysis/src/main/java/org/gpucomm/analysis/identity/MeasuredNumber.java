package org.gpucomm.analysis.identity;

import java.math.BigDecimal;
import java.util.Optional;

import org.gpucomm.results.Measurement;

/** A number that measurements have: one that all tools may print, or one that a tool measured besides. */
public sealed interface MeasuredNumber permits Metric, Reported {

    /** Returns the name by which requests and specs of figures ask for it. */
    String name();

    /** Returns it in the unit of the canonical CSV, with every digit; empty if the measurement has none. */
    Optional<BigDecimal> of(Measurement measurement);
}
