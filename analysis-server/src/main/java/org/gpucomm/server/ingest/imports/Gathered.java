package org.gpucomm.server.ingest.imports;

import java.util.List;

/**
 * This class gathers of measurements, as they go by, what is shown of their runs and curves: the table need not be read for it once
 * all are there.
 */
final class Gathered {

    /** Measurements of one run whose curves may still grow, in memory; imports go on side by side. */
    private static final int MOST_OPEN = 200_000;

    private final ReadingCounts counts = new ReadingCounts();
    private final CurvePacking curves = new CurvePacking();

    void add(MeasurementRow row) {
        counts.add(row);
        curves.add(row.run(), row.series(), row.ranks(), row.nodes(), row.ordinal(), row.messageBytes(), row.point());
    }

    /** All have been added. */
    void end() {
        curves.endRun();
    }

    /** Returns whether there are so many, or so mixed, that only the table can tell. */
    boolean isInVain() {
        return counts.areTooMany() || !curves.isOrdered() || curves.open() > MOST_OPEN;
    }

    ReadingCounts counts() {
        return counts;
    }

    /** Returns the rows of packed curves that have been completed since this was last asked. */
    List<Object[]> completed() {
        return curves.take();
    }
}
