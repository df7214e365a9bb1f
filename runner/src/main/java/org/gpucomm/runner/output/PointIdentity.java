package org.gpucomm.runner.output;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Workload;

/** What tells a row of a file from all others that could be there: everything but numbers that came out, and iterations. */
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
