package org.gpucomm.server.evidence;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowLink;
import org.gpucomm.server.web.ConcurrencyLimited;
import org.gpucomm.server.web.Refused;
import org.gpucomm.server.web.Paging;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;
import org.jspecify.annotations.Nullable;

/** Endpoint for single rows of any runs, by the parameters of links to rows. */
@RestController
class RowsController {

    private static final Set<Column> NUMBERS = EnumSet.of(Column.SECTION, Column.NODES, Column.RANKS,
            Column.MESSAGE_BYTES, Column.ITERATIONS, Column.TIME_US, Column.TIME_MIN_US, Column.TIME_P50_US,
            Column.TIME_P99_US, Column.TIME_MAX_US, Column.ALGBW_GBPS, Column.BUSBW_GBPS, Column.WRONG,
            Column.BASELINE_US, Column.SPEEDUP, Column.EFFICIENCY_PCT);

    private final StoredRuns runs;
    private final StoredEvidence evidence;

    RowsController(StoredRuns runs, StoredEvidence evidence) {
        this.runs = runs;
        this.evidence = evidence;
    }

    /** @param in {@code UPLOAD:SECTIONS.ROWS}, see {@link RowLink} */
    @ConcurrencyLimited
    @GetMapping("/api/v1/rows")
    Rows rows(@RequestParam String in, @RequestParam(defaultValue = "0") int page,
            @RequestParam(defaultValue = "1000") int size, HttpServletRequest request) throws IOException {
        var paging = new Paging(page, size);
        // A list of texts would be split at the commas between rows.
        var wanted = RowLink.parse(List.of(request.getParameterValues("in")));
        var found = new ArrayList<Observation>();
        evidence.read(runs.named(wanted.keySet()), observation -> {
            if (wanted.getOrDefault(observation.row().run(), new java.util.TreeSet<>())
                    .contains(observation.row().ordinal())) {
                found.add(observation);
            }
        });
        requireAll(wanted, found);
        found.sort(java.util.Comparator.comparing(Observation::row));
        return new Rows(found.size(), columns(), found.stream().skip(paging.offset()).limit(paging.size())
                .map(RowsController::row).toList());
    }

    /** Checks that all rows exist, since a link that shows fewer rows than it refers to would mislead. */
    private static void requireAll(Map<String, SortedSet<Long>> wanted, List<Observation> found) {
        long named = wanted.values().stream().mapToLong(SortedSet::size).sum();
        if (found.size() < named) {
            var missing = wanted.entrySet().stream()
                    .filter(each -> each.getValue().size() > found.stream()
                            .filter(row -> row.row().run().equals(each.getKey())).count())
                    .findFirst().orElseThrow();
            throw Refused.notFound("Run " + missing.getKey() + " has no row " + missing.getValue().last()
                    + "; it may have been read again since the link was made.");
        }
    }

    private static List<String> columns() {
        return Stream.concat(Stream.of("run", "ordinal", "line"), Column.headers().stream()).toList();
    }

    /** Returns a row as reported: numbers have their printed digits. */
    private static List<@Nullable Object> row(Observation observation) {
        var row = new ArrayList<@Nullable Object>();
        row.add(observation.row().run());
        row.add(observation.row().ordinal());
        row.add(observation.row().line());
        for (var column : Column.values()) {
            row.add(value(column, observation.measurement()));
        }
        return row;
    }

    private static @Nullable Object value(Column column, Measurement measurement) {
        var text = column.textOf(measurement);
        if (text.isEmpty()) {
            return null;
        }
        return NUMBERS.contains(column) ? new BigDecimal(text) : text;
    }

    /** @param columns run, ordinal and line, followed by those of the canonical CSV @param rows rows in the order of runs and files */
    record Rows(long total, List<String> columns, List<List<@Nullable Object>> rows) {}
}
