package org.gpucomm.runner.jacobi;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Workload;
import org.gpucomm.runner.rig.Case;

/** Case of a problem and a halo exchange method. */
record JacobiCase(Problem problem, HaloExchangeMethod method) implements Case {

    @Override
    public Workload workload() {
        return new Workload(Operation.JACOBI, method.text(), problem.text(), null, "float", null, null, null,
                (long) problem.steps());
    }

    @Override
    public boolean measuresMore() {
        return true;
    }
}
