package org.gpucomm.runner.fabric;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Workload;
import org.gpucomm.runner.rig.Case;
import org.jspecify.annotations.Nullable;

/**
 * One size of an operation, sent in one way.
 *
 * @param bytes      of a message; of an all-to-all what a rank gives to all
 * @param pairs      of ranks between which the operation goes; for an all-to-all 0
 * @param demoStep       the step of the ladder that this is; null if it is none
 * @param iterations of a batch
 */
record FabricCase(Operation operation, long bytes, FabricTransferMethod method, int pairs,
        @Nullable EfaDemoStep demoStep, int iterations)
        implements
            Case {

    @Override
    public Workload workload() {
        return new Workload(operation, demoStep == null ? method.variant() : demoStep.id(), null,
                new Bytes(countedBytes()), null, null, null, null, (long) iterations);
    }

    /** A step of the EFA demo has settings of its own; those of other cases are the same for all. */
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

    /** Returns the bytes that algorithm bandwidth counts: on the ladder those of all pairs together, as its source counts. */
    long countedBytes() {
        return demoStep == null ? bytes : bytes * pairs;
    }

    /** Whether rails are opened anew before it is run, so that the first transfers of each are part of what is measured. */
    boolean cold() {
        return demoStep != null && !demoStep.warm();
    }
}
