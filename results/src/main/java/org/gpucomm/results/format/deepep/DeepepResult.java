package org.gpucomm.results.format.deepep;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * One or two numbers of a line, before its run is known.
 *
 * @param variant kind of test, network and phase
 * @param size    bytes moved; null if the line does not name them
 */
record DeepepResult(Operation operation, String variant, Outcome outcome, @Nullable String datatype,
        @Nullable Bytes size,
        NamedValues settings) {}
