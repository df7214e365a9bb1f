package org.gpucomm.runner.fabric;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Workload;
import org.gpucomm.runner.rig.Case;
import org.jspecify.annotations.Nullable;

/**
 * Case of one operation, message size and transfer method.
 *
 * @param bytes      message size; for an all-to-all the bytes that a rank sends in total
 * @param pairs      number of pairs of ranks that communicate; 0 for an all-to-all
 * @param demoStep   step of the ladder; null if the case is not part of it
 * @param iterations number of iterations in a batch
 */
record FabricCase(Operation operation, long bytes, FabricTransferMethod method, int pairs,
        @Nullable EfaDemoStep demoStep, int iterations) implements Case {

    @Override
    public Workload workload() {
        return new Workload(operation, demoStep == null ? method.variant() : demoStep.id(), null,
                new Bytes(countedBytes()), null, null, null, null, (long) iterations);
    }

    /** Returns the settings of a step of the ladder; other cases have only settings common to all. */
    @Override
    public NamedValues settings() {
        return demoStep == null
                ? NamedValues.NONE
                : NamedValues.of("step", "" + demoStep.step()).with(method.settings());
    }

    @Override
    public boolean measuresMore() {
        return true;
    }

    /** Returns the number of bytes for algbw: on the ladder those of all pairs together, as in the EFA demo. */
    long countedBytes() {
        return demoStep == null ? bytes : bytes * pairs;
    }

    /** Returns whether rails are reopened before each run, so that the measurement includes their first transfers. */
    boolean cold() {
        return demoStep != null && !demoStep.warm();
    }
}
