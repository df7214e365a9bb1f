package org.gpucomm.results.format.deepep;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One number or two that a line reports, before it is known of which run.
 *
 * @param variant the kind of test, the network and the phase that it is of
 * @param size    bytes moved, where the line says
 */
record DeepepResult(Operation operation, String variant, Outcome outcome, @Nullable String datatype,
        @Nullable Bytes size,
        NamedValues settings) {}
