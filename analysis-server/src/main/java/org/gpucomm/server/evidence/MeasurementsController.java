package org.gpucomm.server.evidence;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.figures.parquet.ParquetColumn;
import org.gpucomm.figures.parquet.ParquetColumn.Kind;
import org.gpucomm.figures.parquet.ParquetWriter;
import org.gpucomm.results.format.canonical.Column;
import org.gpucomm.results.format.canonical.SpreadsheetCell;
import org.gpucomm.server.series.Filtered;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/** Endpoints for the measurements of any runs as one table for data frames, one line each, as reported, with the id of the run. */
@RestController
class MeasurementsController {

    private static final Set<Column> WHOLE = EnumSet.of(Column.SECTION, Column.NODES, Column.RANKS,
            Column.MESSAGE_BYTES);
    private static final Set<Column> NUMBERS = EnumSet.of(Column.ITERATIONS, Column.TIME_US, Column.TIME_MIN_US,
            Column.TIME_P50_US, Column.TIME_P99_US, Column.TIME_MAX_US, Column.ALGBW_GBPS, Column.BUSBW_GBPS,
            Column.WRONG, Column.BASELINE_US, Column.SPEEDUP, Column.EFFICIENCY_PCT);
    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setRecordSeparator("\r\n").get();

    private final StoredRuns runs;
    private final StoredEvidence evidence;

    MeasurementsController(StoredRuns runs, StoredEvidence evidence) {
        this.runs = runs;
        this.evidence = evidence;
    }

    /** Returns a CSV table. The request selects runs and uploads by id, and rows by filters such as tool and operation. */
    @Filtered(days = false)
    @GetMapping(path = "/api/v1/measurements.csv", produces = "text/csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var selection = RunSelection.of(request.getParameterMap());
        var chosen = selection.of(runs);
        try (var out = begin(response, "text/csv;charset=utf-8;header=present", "measurements.csv");
                var table = new CSVPrinter(new OutputStreamWriter(out, StandardCharsets.UTF_8), FORMAT)) {
            table.printRecord(columns().map(ParquetColumn::name));
            each(chosen, selection, cells -> table.printRecord(cells.stream().map(SpreadsheetCell::write)));
        }
    }

    /** Returns the table as Parquet: numbers are doubles or integers, unknown values are null. */
    @Filtered(days = false)
    @GetMapping(path = "/api/v1/measurements.parquet", produces = "application/vnd.apache.parquet")
    void parquet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var selection = RunSelection.of(request.getParameterMap());
        var chosen = selection.of(runs);
        try (var out = begin(response, "application/vnd.apache.parquet", "measurements.parquet");
                var table = new ParquetWriter(out, columns().toList())) {
            each(chosen, selection, table::row);
        }
    }

    private static OutputStream begin(HttpServletResponse response, String type, String name) throws IOException {
        response.setContentType(type);
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION,
                ContentDisposition.attachment().filename(name).build().toString());
        return response.getOutputStream();
    }

    private static Stream<ParquetColumn> columns() {
        return Stream.concat(
                Stream.of(new ParquetColumn("run", Kind.TEXT), new ParquetColumn("ordinal", Kind.WHOLE),
                        new ParquetColumn("line", Kind.WHOLE)),
                Stream.of(Column.values()).map(column -> new ParquetColumn(column.header(), kind(column))));
    }

    private static Kind kind(Column column) {
        return WHOLE.contains(column) ? Kind.WHOLE : NUMBERS.contains(column) ? Kind.NUMBER : Kind.TEXT;
    }

    private void each(List<StoredRun> chosen, RunSelection selection, Sink sink) throws IOException {
        evidence.read(chosen, observation -> {
            if (selection.filter().test(observation.measurement())) {
                sink.take(cells(observation));
            }
        });
    }

    private static List<String> cells(Observation observation) {
        var cells = new ArrayList<String>(List.of(observation.row().run(),
                String.valueOf(observation.row().ordinal()), String.valueOf(observation.row().line())));
        for (var column : Column.values()) {
            cells.add(column.textOf(observation.measurement()));
        }
        return cells;
    }

    private interface Sink {

        void take(List<String> cells) throws IOException;
    }
}
