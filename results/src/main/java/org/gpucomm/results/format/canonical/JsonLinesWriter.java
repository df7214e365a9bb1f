package org.gpucomm.results.format.canonical;

import java.io.IOException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Json;

/**
 * Writer of measurements as JSON lines: an object per row with the canonical columns by name, in order, without empty ones. Numbers keep
 * the digits that the log printed.
 */
public final class JsonLinesWriter {

    private static final Set<Column> TEXTS = EnumSet.of(Column.SOURCE, Column.TOOL, Column.TOOL_VERSION, Column.LIBRARY,
            Column.LIBRARY_VERSION, Column.OPERATION, Column.VARIANT, Column.INSTANCE_TYPE, Column.GPU, Column.PROBLEM,
            Column.DATATYPE, Column.REDOP, Column.PLACEMENT, Column.STARTED_AT, Column.SETTINGS, Column.METRICS);

    private final Appendable out;

    public JsonLinesWriter(Appendable out) {
        this.out = out;
    }

    public void write(Measurement measurement) throws IOException {
        out.append(line(measurement));
    }

    /** Writes the facts of a section: {@code {"type":"fingerprint","section":1,"facts":[{"name":…,"value":…},…]}}. */
    public void write(int section, List<Fact> facts) throws IOException {
        out.append(line(section, facts));
    }

    private static StringBuilder line(Measurement measurement) {
        var object = new StringBuilder("{");
        for (var column : Column.values()) {
            var text = column.textOf(measurement);
            if (!text.isEmpty()) {
                object.append(object.length() == 1 ? "\"" : ",\"").append(column.header()).append("\":");
                if (TEXTS.contains(column) || !isJsonNumber(text)) {
                    Json.quote(object, text);
                } else {
                    object.append(text);
                }
            }
        }
        return object.append("}\n");
    }

    private static StringBuilder line(int section, List<Fact> facts) {
        var object = new StringBuilder("{\"type\":\"fingerprint\",\"section\":").append(section)
                .append(",\"facts\":[");
        for (int i = 0; i < facts.size(); i++) {
            object.append(i == 0 ? "{\"name\":" : ",{\"name\":");
            Json.quote(object, facts.get(i).name());
            object.append(",\"value\":");
            Json.quote(object, facts.get(i).value());
            object.append('}');
        }
        return object.append("]}\n");
    }

    /** Returns whether the text is a number in JSON; {@code +1}, {@code .5}, {@code 5.} and {@code 007} are not and become strings. */
    private static boolean isJsonNumber(String text) {
        int first = text.startsWith("-") ? 1 : 0;
        boolean leadingZero = text.length() > first + 1 && text.charAt(first) == '0'
                && Character.isDigit(text.charAt(first + 1));
        int point = text.indexOf('.');
        boolean bareFraction = point >= 0 && (point + 1 == text.length() || !Character.isDigit(text.charAt(point + 1)));
        return Character.isDigit(text.charAt(first)) && !leadingZero && !bareFraction;
    }
}
