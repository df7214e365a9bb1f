package org.gpucomm.server.runs;

import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.figures.FigureInfo;
import org.gpucomm.server.figures.Gallery;
import org.gpucomm.analysis.identity.Dimension;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.server.series.CurveSummaries;
import org.gpucomm.server.series.Sequence;
import org.gpucomm.analysis.series.Snapshot;
import org.gpucomm.server.web.ReadOnlySnapshot;
import org.gpucomm.cli.terminal.Version;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** Endpoint for the overview of all stored data. */
@RestController
class OverviewController {

    private static final int LATEST = 10;
    private static final Set<Dimension> MEASURED = EnumSet.of(Dimension.library, Dimension.operation);

    private final JdbcClient jdbc;
    private final CurveSummaries curveSummaries;
    private final Runs runs;
    private final Gallery gallery;
    private final Sequence sequence;

    OverviewController(JdbcClient jdbc, CurveSummaries curveSummaries, Runs runs, Gallery gallery, Sequence sequence) {
        this.jdbc = jdbc;
        this.curveSummaries = curveSummaries;
        this.runs = runs;
        this.gallery = gallery;
        this.sequence = sequence;
    }

    @ReadOnlySnapshot
    @GetMapping("/api/v1/overview")
    Overview overview(@RequestParam(required = false) @Nullable Long until) {
        var counts = counts(until);
        var measured = curveSummaries.counts(MEASURED, Filter.ALL.withUntil(until));
        var data = sequence.snapshot(until, () -> counts(null).runs() - counts.runs());
        return new Overview(Version.current(), counts.uploads(), counts.runs(), counts.points(), counts.problems(),
                counts.importing(), values(Dimension.library, measured), values(Dimension.operation, measured),
                gallery.list(), runs.latest(LATEST, until), data);
    }

    /** Counts stored data. A never visible upload has no sequence number and counts by its time of storage. */
    private Counts counts(@Nullable Long until) {
        return jdbc.sql("""
                select count(*) as uploads, coalesce(sum(r.run_count), 0) as runs,
                       coalesce(sum(r.row_count), 0) as points, coalesce(sum(r.problem_count), 0) as problems,
                       (select count(*) from reading where state = 'importing') as importing
                  from upload u left join reading r on r.id = u.reading_id and r.state = 'ready'
                 where u.hidden_at is null
                """ + (until == null ? "" : """
                   and (u.sequence <= :until or u.sequence is null
                        and u.stored_at <= (select max(stored_at) from upload where sequence <= :until))
                """)).param("until", until).query(Counts.class).single();
    }

    private static List<Value> values(Dimension dimension, Map<Dimension, Map<Object, Long>> measured) {
        return Objects.requireNonNull(measured.get(dimension)).entrySet().stream()
                .filter(count -> !count.getKey().equals(dimension.none()))
                .map(count -> new Value(count.getKey(), count.getValue()))
                .sorted(Comparator.comparingLong(Value::count).reversed()
                        .thenComparing(value -> value.value().toString()))
                .toList();
    }

    /** @param value value of a dimension @param count number of measurements with this value */
    private record Value(Object value, long count) {}

    private record Counts(long uploads, long runs, long points, long problems, long importing) {}

    /**
     * @param runs      number of ready runs; {@code points} and {@code problems} count only these
     * @param importing number of uploads in import
     */
    record Overview(String version, long uploads, long runs, long points, long problems, long importing,
            List<Value> libraries, List<Value> operations, List<FigureInfo> figures, List<Run> latestRuns,
            Snapshot data) {}
}
