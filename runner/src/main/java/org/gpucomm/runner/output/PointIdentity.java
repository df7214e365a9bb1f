package org.gpucomm.runner.output;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Workload;

/** Identity of a row within its file: everything except iterations and measured values. */
record PointIdentity(int section, Workload workload, NamedValues settings) {

    PointIdentity {
        workload = workload.withIterations(null);
    }

    static PointIdentity of(Measurement row) {
        return new PointIdentity(row.section(), row.workload(), row.settings());
    }

    /** Returns the identity without placement, common to all placements of a point. */
    PointIdentity ofAllPlacements() {
        return new PointIdentity(section, workload.withPlacement(null), settings);
    }
}
