package org.gpucomm.server.evidence;

import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

import org.gpucomm.figures.parquet.MeasurementTable;
import org.gpucomm.figures.parquet.ParquetColumn;
import org.gpucomm.results.format.canonical.ColumnKind;
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

    private final StoredRuns runs;

    RowsController(StoredRuns runs) {
        this.runs = runs;
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
        runs.read(runs.named(wanted.keySet()), observation -> {
            if (wanted.getOrDefault(observation.row().run(), new TreeSet<>())
                    .contains(observation.row().ordinal())) {
                found.add(observation);
            }
        });
        requireAll(wanted, found);
        found.sort(Comparator.comparing(Observation::row));
        return new Rows(found.size(), MeasurementTable.COLUMNS.stream().map(ParquetColumn::name).toList(),
                found.stream().skip(paging.offset()).limit(paging.size())
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

    /** Returns a row as reported: numbers have their printed digits. */
    private static List<@Nullable Object> row(Observation observation) {
        var row = new ArrayList<@Nullable Object>();
        for (var cell : MeasurementTable.cells(observation)) {
            boolean isText = MeasurementTable.COLUMNS.get(row.size()).kind() == ColumnKind.TEXT;
            row.add(cell.isEmpty() ? null : isText ? cell : new BigDecimal(cell));
        }
        return row;
    }

    /** @param columns run, ordinal and line, followed by those of the canonical CSV @param rows rows in the order of runs and files */
    record Rows(long total, List<String> columns, List<List<@Nullable Object>> rows) {}
}
