package org.gpucomm.server.ingest.imports;

import java.util.List;
import java.util.Locale;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Sentence about a reading, for example {@code 34 measurements of All-Reduce from nccl-tests on 16 GPUs, 8 B to 16 GiB; …}. */
record Summary(JdbcClient jdbc, long reading) {

    private static final int NAMED = 3;

    String text() {
        var counts = jdbc.sql("""
                select line_count as linecount, problem_count as problemcount, row_count as rowcount
                  from reading where id = ?
                """).param(reading)
                .query(Counts.class).single();
        if (counts.rowCount() == 0) {
            return "no measurements; " + lines(counts) + why();
        }
        return rows(counts) + " of " + list(operations(), "operations") + " from "
                + list(names("tool"), "tools") + gpus() + sizes() + "; " + lines(counts);
    }

    private static String rows(Counts counts) {
        return counts.rowCount() == 1 ? "1 measurement" : counts.rowCount() + " measurements";
    }

    private static String lines(Counts counts) {
        if (counts.problemCount() == 0) {
            return counts.lineCount() == 1
                    ? "its one line understood"
                    : "all " + counts.lineCount() + " lines understood";
        }
        return counts.problemCount() + " of " + counts.lineCount()
                + (counts.problemCount() == 1 ? " lines was not understood" : " lines were not understood");
    }

    /** Returns the first problem of a log without measurements, which says what to do. */
    private String why() {
        return jdbc.sql("""
                select line, substring(reason from 1 for 500) as reason
                  from problem where reading_id = ? and line > 0 order by ordinal limit 1
                """)
                .param(reading)
                .query((row, number) -> "; of line " + row.getLong("line") + ": " + row.getString("reason"))
                .optional().orElse("");
    }

    private List<String> operations() {
        return names("operation").stream()
                .map(id -> Operation.ofId(id).map(Operation::title).orElse(id)).toList();
    }

    private List<String> names(String column) {
        return jdbc.sql("""
                select s.%s from run_series rs join run r on r.id = rs.run_id join series s on s.id = rs.series_id
                 where r.reading_id = ? group by s.%s order by sum(rs.points) desc, s.%s
                """.formatted(column, column, column)).param(reading).query(String.class).list();
    }

    private static String list(List<String> names, String many) {
        return switch (names.size()) {
            case 1 -> names.getFirst();
            case 2, NAMED -> String.join(", ", names.subList(0, names.size() - 1)) + " and " + names.getLast();
            default -> String.format(Locale.ROOT, "%d %s", names.size(), many);
        };
    }

    private String gpus() {
        var range = jdbc.sql("""
                select min(rs.ranks) as least, max(rs.ranks) as most
                  from run_series rs join run r on r.id = rs.run_id where r.reading_id = ? and rs.ranks > 0
                """).param(reading).query(Range.class).single();
        if (range.least() == null || range.most() == null) {
            return "";
        }
        return range.least().equals(range.most())
                ? " on " + (range.most() == 1 ? "1 GPU" : range.most() + " GPUs")
                : " on " + range.least() + " to " + range.most() + " GPUs";
    }

    private String sizes() {
        var range = jdbc.sql("select min(min_bytes) as least, max(max_bytes) as most from run where reading_id = ?")
                .param(reading).query(Range.class).single();
        if (range.least() == null || range.most() == null) {
            return "";
        }
        var least = new Bytes(range.least());
        return range.least().equals(range.most()) ? ", " + least : ", " + least + " to " + new Bytes(range.most());
    }

    private record Counts(long lineCount, long problemCount, long rowCount) {}

    private record Range(@Nullable Long least, @Nullable Long most) {}
}
