package org.gpucomm.server.catalog;

/**
 * Where measurements lie: a series, and the ranks, nodes and message size.
 *
 * @param ranks 0 = not known
 * @param nodes 0 = not known
 * @param bytes -1 = none
 */
record Place(SeriesRow series, int ranks, int nodes, long bytes) {

    /** The value in one dimension; {@link Dimension#none()} where there is none. */
    Object value(Dimension dimension) {
        return switch (dimension) {
            case tool -> series.tool();
            case library -> series.library();
            case operation -> series.operation();
            case variant -> series.variant();
            case placement -> series.placement();
            case instanceType -> series.instanceType();
            case datatype -> series.datatype();
            case problem -> series.problem();
            case ranks -> (long) ranks;
            case bytes -> bytes;
        };
    }
}
