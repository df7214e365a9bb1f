package org.gpucomm.server.series;

import java.util.Arrays;
import java.util.stream.Collectors;

/** Columns of {@code run} that summarize several values of a run, for sorted lists. */
public enum RunColumn {
    most_ranks("max(x.ranks) from run_series x"),
    most_nodes("max(x.nodes) from run_series x"),
    first_operation("min(s.operation) from run_series x join series s on s.id = x.series_id"),
    first_variant("min(s.variant) from run_series x join series s on s.id = x.series_id"),
    flag_count("count(*) from run_flag x");

    private final String found;

    /** @param found start of the SQL query that computes the column */
    RunColumn(String found) {
        this.found = found;
    }

    /** Returns the assignments of an SQL update that sets all these columns of {@code run}. */
    public static String all() {
        return Arrays.stream(values())
                .map(column -> column + " = (select " + column.found + " where x.run_id = run.id)")
                .collect(Collectors.joining(", "));
    }

    /** Returns the column of {@code run r}, for SQL. */
    public String value() {
        return "r." + this;
    }
}
