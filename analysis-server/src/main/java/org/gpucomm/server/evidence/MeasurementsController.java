package org.gpucomm.server.evidence;

import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.apache.commons.io.function.IOConsumer;
import org.gpucomm.figures.parquet.MeasurementTable;
import org.gpucomm.figures.parquet.ParquetColumn;
import org.gpucomm.figures.parquet.ParquetWriter;
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

    private static final CSVFormat FORMAT = CSVFormat.RFC4180.builder().setRecordSeparator("\r\n").get();

    private final StoredRuns runs;

    MeasurementsController(StoredRuns runs) {
        this.runs = runs;
    }

    /** Returns a CSV table. The request selects runs and uploads by id, and rows by filters such as tool and operation. */
    @Filtered(days = false)
    @GetMapping(path = "/api/v1/measurements.csv", produces = "text/csv")
    void csv(HttpServletRequest request, HttpServletResponse response) throws IOException {
        var selection = RunSelection.of(request.getParameterMap());
        var chosen = selection.of(runs);
        try (var out = begin(response, "text/csv;charset=utf-8;header=present", "measurements.csv");
                var table = new CSVPrinter(new OutputStreamWriter(out, StandardCharsets.UTF_8), FORMAT)) {
            table.printRecord(MeasurementTable.COLUMNS.stream().map(ParquetColumn::name));
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
                var table = new ParquetWriter(out, MeasurementTable.COLUMNS)) {
            each(chosen, selection, table::row);
        }
    }

    private static OutputStream begin(HttpServletResponse response, String type, String name) throws IOException {
        response.setContentType(type);
        response.setHeader(HttpHeaders.CONTENT_DISPOSITION,
                ContentDisposition.attachment().filename(name).build().toString());
        return response.getOutputStream();
    }

    private void each(List<StoredRun> chosen, RunSelection selection, IOConsumer<List<String>> sink)
            throws IOException {
        runs.read(chosen, observation -> {
            if (selection.filter().test(observation.measurement())) {
                sink.accept(MeasurementTable.cells(observation));
            }
        });
    }
}
