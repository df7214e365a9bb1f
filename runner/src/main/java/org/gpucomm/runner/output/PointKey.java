package org.gpucomm.runner.output;

import org.gpucomm.results.Measurement;
import org.jspecify.annotations.Nullable;

/** What one call of a sink's {@code size} gives within a section: one row for each placement. */
record PointKey(int section, long bytes, @Nullable String datatype, @Nullable String redop, @Nullable Integer root) {

    static PointKey of(Measurement row) {
        var workload = row.workload();
        var size = workload.messageSize();
        return new PointKey(row.section(), size == null ? -1 : size.count(), workload.datatype(), workload.redop(),
                workload.root());
    }
}
