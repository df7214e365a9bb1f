package org.gpucomm.analysis.identity;

import java.math.BigDecimal;
import java.util.Optional;

import org.gpucomm.results.Measurement;

/** Number that measurements contain: one that all tools may print, or one that a single tool prints. */
public sealed interface MeasuredNumber permits Metric, Reported {

    /** Returns the name in requests and figure specs. */
    String name();

    /** Returns the number in the unit of the canonical CSV, with every digit; empty if the measurement has none. */
    Optional<BigDecimal> of(Measurement measurement);
}
