package org.gpucomm.cli.sql;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.commons.csv.CSVFormat;
import org.gpucomm.cli.terminal.JsonText;
import org.gpucomm.cli.terminal.TerminalCommand;
import org.gpucomm.figures.parquet.MeasurementTable;
import org.gpucomm.results.format.canonical.SpreadsheetCell;
import org.gpucomm.results.upload.DataFolder;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Command that answers a query over the measurements of a data directory, whether or not its server runs. */
@Command(name = "sql", mixinStandardHelpOptions = true,
        description = "Answers a query of SQL over all measurements of a server's data directory, by DuckDB.",
        footer = {"", "The table is measurement; its columns: gpucomm sql \"describe measurement\"",
                "Exit code 0; 1 if the query is wrong; 2 usage; 3 if there are no files to read."})
public final class SqlCommand extends TerminalCommand {

    private static final int ENVIRONMENT = 3;

    enum OutputFormat {
        text,
        csv,
        json
    }

    @Parameters(paramLabel = "QUERY",
            description = "Such as: \"select tool, max(busbw_GBps) from measurement group by tool\"")
    private String query = "";

    @Option(names = "--data-dir", paramLabel = "DIR",
            description = "The data directory of a server. Default: gpucomm in the platform's folder for data.")
    private @Nullable Path dataDir;

    @Option(names = "--format", defaultValue = "text", paramLabel = "FORMAT",
            description = "text, at most 10,000 rows; csv or json, all rows. Default: ${DEFAULT-VALUE}.")
    private OutputFormat format = OutputFormat.text;

    @Override
    public Integer call() throws IOException {
        var tables = Objects.requireNonNullElseGet(dataDir, DataFolder::ofThisUser).toAbsolutePath().normalize()
                .resolve(MeasurementTable.FOLDER);
        if (!Files.isDirectory(tables)) {
            complain("there is no folder " + tables
                    + ": gpucomm serve makes it, unless --store keeps files in a bucket");
            return ENVIRONMENT;
        }
        try (var engine = new SqlEngine(tables, false)) {
            print(engine.answer(query, format == OutputFormat.text ? SqlEngine.MOST_ROWS : Integer.MAX_VALUE));
            return 0;
        } catch (SQLException e) {
            complain(String.valueOf(e.getMessage()));
            return 1;
        }
    }

    private void print(SqlAnswer answer) throws IOException {
        switch (format) {
            case text -> text(answer);
            case csv -> {
                var csv = CSVFormat.RFC4180.builder().setRecordSeparator('\n').get().print(out());
                csv.printRecord(answer.columns().stream().map(SqlAnswer.SqlColumn::name));
                for (var row : answer.rows()) {
                    csv.printRecord(row.stream().map(SqlCommand::cell));
                }
            }
            case json -> out().println(JsonText.of(answer));
        }
        out().flush();
    }

    /** Returns a cell that no spreadsheet takes for a formula. */
    private static @Nullable Object cell(@Nullable Object value) {
        return value instanceof String text ? SpreadsheetCell.write(text) : value;
    }

    /** Prints an aligned table: numbers to the right, texts to the left. */
    private void text(SqlAnswer answer) {
        var lines = new ArrayList<StringBuilder>();
        IntStream.rangeClosed(0, answer.rows().size()).forEach(i -> lines.add(new StringBuilder()));
        for (int i = 0; i < answer.columns().size(); i++) {
            int column = i;
            var values = answer.rows().stream().map(row -> row.get(column)).toList();
            var cells = Stream.concat(Stream.of(answer.columns().get(i).name()),
                    values.stream().map(SqlCommand::shown)).toList();
            int width = cells.stream().mapToInt(String::length).max().orElse(0);
            boolean isNumber = values.stream().filter(Objects::nonNull).allMatch(Number.class::isInstance);
            for (int j = 0; j < cells.size(); j++) {
                var blanks = " ".repeat(width - cells.get(j).length());
                lines.get(j).append(i == 0 ? "" : "  ")
                        .append(isNumber ? blanks + cells.get(j) : cells.get(j) + blanks);
            }
        }
        lines.forEach(line -> out().println(line.toString().stripTrailing()));
        if (answer.more()) {
            out().println("… and more rows; --format csv has all");
        }
    }

    private static String shown(@Nullable Object value) {
        return value == null ? "" : value.toString().replaceAll("\\p{Cntrl}", " ");
    }
}
