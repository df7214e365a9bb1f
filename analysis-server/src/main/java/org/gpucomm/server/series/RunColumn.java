package org.gpucomm.server.series;

import java.util.Arrays;
import java.util.stream.Collectors;

/** The columns of {@code run} that sum up what a run has several of, for lists that are sorted by it. */
public enum RunColumn {
    most_ranks("max(x.ranks) from run_series x"),
    most_nodes("max(x.nodes) from run_series x"),
    first_operation("min(s.operation) from run_series x join series s on s.id = x.series_id"),
    first_variant("min(s.variant) from run_series x join series s on s.id = x.series_id"),
    flag_count("count(*) from run_flag x");

    private final String found;

    /** @param found how the tables of what a run has give it */
    RunColumn(String found) {
        this.found = found;
    }

    /** Returns what an update of {@code run} sets all of them to. */
    public static String all() {
        return Arrays.stream(values())
                .map(column -> column + " = (select " + column.found + " where x.run_id = run.id)")
                .collect(Collectors.joining(", "));
    }

    /** Returns its value of {@code run r}. */
    public String value() {
        return "r." + this;
    }
}
