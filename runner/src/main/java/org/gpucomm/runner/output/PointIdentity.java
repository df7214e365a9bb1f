package org.gpucomm.runner.output;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Workload;

/** The identity of a row distinguishes it from all others of its file: everything but iterations and the numbers that came out. */
record PointIdentity(int section, Workload workload, NamedValues settings) {

    PointIdentity {
        workload = workload.withIterations(null);
    }

    static PointIdentity of(Measurement row) {
        return new PointIdentity(row.section(), row.workload(), row.settings());
    }

    /** Returns what the placements of one point have in common. */
    PointIdentity ofAllPlacements() {
        return new PointIdentity(section, workload.withPlacement(null), settings);
    }
}
