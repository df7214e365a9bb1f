package org.gpucomm.server.ingest.imports;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.server.series.CurvePart;
import org.gpucomm.server.series.CurvePart.Curve;
import org.springframework.jdbc.core.JdbcTemplate;

/** Rows of the table {@code curve} that the measurements of one chunk become. */
final class CurveParts {

    private static final String INSERT = "insert into curve (" + CurvePart.COLUMNS + ") values ("
            + Stream.of(CurvePart.COLUMNS.split(",")).map(column -> "?").collect(Collectors.joining(", ")) + ")";

    private final Map<Curve, CurvePart.Builder> growing = new LinkedHashMap<>();
    private List<CurvePart.Builder> all = new ArrayList<>();

    /** @param settings of the curve's series */
    void add(Curve curve, String settings, long ordinal, long line, Measurement measurement) {
        var part = growing.get(curve);
        if (part == null || part.size() == CurvePart.MOST) {
            part = new CurvePart.Builder(curve, settings);
            growing.put(curve, part);
            all.add(part);
        }
        part.add(ordinal, line, measurement);
    }

    /** Returns what has been added, and begins anew. */
    List<CurvePart.Builder> take() {
        var taken = all;
        all = new ArrayList<>();
        growing.clear();
        return taken;
    }

    /** In the present transaction. */
    static void insert(List<CurvePart.Builder> parts, JdbcTemplate jdbc) {
        if (!parts.isEmpty()) {
            jdbc.execute((Connection connection) -> {
                try (var statement = connection.prepareStatement(INSERT)) {
                    for (var part : parts) {
                        part.fill(statement);
                        statement.addBatch();
                    }
                    return statement.executeBatch();
                }
            });
        }
    }
}
