package org.gpucomm.results.format.rccloutput;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.CsvLine;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Json;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/** Parser of one file of {@code -Z json} or {@code -Z csv}, with a placement per line. Cycles of a stress run are repetitions. */
public final class RcclOutputParser extends SectionParser {

    private static final Stack STACK = new Stack("rccl-tests", null, "rccl", null);

    private static final Set<String> COLUMNS = Set.of("numCycle", "name", "nodes", "ranks", "ranksPerNode",
            "gpusPerRank", "gpus", "size", "type", "redop", "root", "inPlace", "time", "algBw", "busBw", "wrong",
            "#wrong");
    private static final int ENOUGH = 6;

    private List<String> columns = List.of();

    public RcclOutputParser(Log log) {
        super(log);
    }

    /** Returns whether a file with these first lines is the CSV. */
    public static boolean recognises(List<String> head) {
        return head.stream().anyMatch(RcclOutputParser::isHeader);
    }

    /** Returns whether an object of the JSON form begins with this line. */
    public static boolean isObject(String line) {
        return line.contains("\"algBw\":") && line.contains("\"busBw\":") && line.indexOf('{') >= 0;
    }

    private static boolean isHeader(String line) {
        return (line.contains("algBw") || line.contains("busBw") || line.contains("inPlace"))
                && CsvLine.cells(line).orElse(List.of()).stream().filter(COLUMNS::contains).distinct()
                        .count() >= ENOUGH;
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text().strip();
        if (isHeader(text)) {
            columns = CsvLine.cells(text).orElse(List.of());
            return header(line, columns, COLUMNS::contains);
        }
        if (text.startsWith("{") || isObject(text)) {
            return row(line, () -> List.of(measurement(object(text))));
        }
        if (text.equals("[") || text.equals("]")) {
            return note(line);
        }
        boolean isRow = !columns.isEmpty() && text.indexOf(',') > 0;
        return isRow
                ? row(line, () -> List.of(measurement(NamedCells.of(columns, CsvLine.cells(text).orElse(List.of())))))
                : null;
    }

    /** Returns the object on a line, which may be an element of a list with a line per element. */
    private static NamedCells object(String line) {
        var text = line.endsWith(",") ? line.substring(0, line.length() - 1) : line;
        text = text.startsWith("[") ? text.substring(1) : text;
        text = text.endsWith("]") ? text.substring(0, text.length() - 1) : text;
        var values = new LinkedHashMap<String, String>();
        for (var member : Json.parseObject(text).entrySet()) {
            values.put(String.valueOf(member.getKey()), String.valueOf(member.getValue()));
        }
        return new NamedCells(values);
    }

    private Measurement measurement(NamedCells row) {
        var name = row.text("name").orElse("");
        var operation = OperationName.in(name).orElseThrow(
                () -> new IllegalArgumentException("the operation '" + name + "' is none that is known"));
        if (row.bytes("size") == null || row.number("time") == null) {
            throw new IllegalArgumentException("the row has no size or no time");
        }
        var ranks = Optional.ofNullable(row.count("ranks")).orElse(row.count("gpus"));
        var wrong = Optional.ofNullable(row.number("wrong")).orElse(row.number("#wrong"));
        return measurement(STACK, new Platform(null, null, row.count("nodes"), ranks),
                new Workload(operation, null, null, row.bytes("size"), lower(row, "type"), lower(row, "redop"), null,
                        placement(row), null),
                Outcome.of(row.micros("time"), row.gigabytesPerSecond("algBw"), row.gigabytesPerSecond("busBw"), wrong)
                        .withMetrics(NamedValues.NONE.withNullable("cycle", row.text("numCycle").orElse(null))),
                NamedValues.NONE);
    }

    private static @Nullable Placement placement(NamedCells row) {
        return row.text("inPlace").map(text -> text.equals("1") ? Placement.IN_PLACE : Placement.OUT_OF_PLACE)
                .orElse(null);
    }

    private static @Nullable String lower(NamedCells row, String column) {
        return row.text(column).map(text -> text.toLowerCase(Locale.ROOT)).orElse(null);
    }
}
