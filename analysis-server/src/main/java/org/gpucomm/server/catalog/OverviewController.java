package org.gpucomm.server.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

import org.gpucomm.server.Version;
import org.gpucomm.server.figures.FigureInfo;
import org.gpucomm.server.figures.Gallery;
import org.gpucomm.server.catalog.Facets.Value;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** What is here, at a glance. */
@RestController
class OverviewController {

    private static final int LATEST = 10;

    private final JdbcClient jdbc;
    private final Grid grid;
    private final Runs runs;
    private final Gallery gallery;

    OverviewController(JdbcClient jdbc, Grid grid, Runs runs, Gallery gallery) {
        this.jdbc = jdbc;
        this.grid = grid;
        this.runs = runs;
        this.gallery = gallery;
    }

    @GetMapping("/api/v1/overview")
    Overview overview() {
        var counts = jdbc.sql("""
                select count(*) as uploads, coalesce(sum(r.run_count), 0) as runs,
                       coalesce(sum(r.row_count), 0) as points, coalesce(sum(r.problem_count), 0) as problems,
                       (select count(*) from reading where state = 'importing') as importing
                  from upload u left join reading r on r.id = u.reading_id and r.state = 'ready'
                """).query(Counts.class).single();
        var cells = grid.cells(List.of());
        return new Overview(Version.current(), counts.uploads(), counts.runs(), counts.points(), counts.problems(),
                counts.importing(), values(Dimension.library, cells), values(Dimension.operation, cells),
                gallery.list(), runs.latest(LATEST));
    }

    private static List<Value> values(Dimension dimension, List<Grid.Cell> cells) {
        return cells.stream().filter(cell -> !cell.place().value(dimension).equals(dimension.none()))
                .collect(Collectors.groupingBy(cell -> cell.place().value(dimension),
                        Collectors.summingLong(Grid.Cell::points)))
                .entrySet().stream().map(count -> new Value(count.getKey(), count.getValue()))
                .sorted(Comparator.comparingLong(Value::count).reversed()
                        .thenComparing(value -> value.value().toString()))
                .toList();
    }

    private record Counts(long uploads, long runs, long points, long problems, long importing) {}

    /**
     * @param runs      ready ones, as are points and problems
     * @param importing uploads that are being read
     * @param libraries with the number of measurements of each
     */
    record Overview(String version, long uploads, long runs, long points, long problems, long importing,
            List<Value> libraries, List<Value> operations, List<FigureInfo> figures, List<Run> latestRuns) {}
}
