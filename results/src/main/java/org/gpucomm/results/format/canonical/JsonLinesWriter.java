package org.gpucomm.results.format.canonical;

import java.io.IOException;
import java.util.List;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Json;

/**
 * Writer of measurements as JSON lines: an object per row with the canonical columns by name, in order, without empty ones. Numbers keep
 * the digits that the log printed.
 */
public final class JsonLinesWriter {

    private final Appendable out;

    public JsonLinesWriter(Appendable out) {
        this.out = out;
    }

    public void write(Measurement measurement) throws IOException {
        var object = new StringBuilder("{");
        for (var column : Column.values()) {
            var text = column.textOf(measurement);
            if (!text.isEmpty()) {
                object.append(object.length() == 1 ? "\"" : ",\"").append(column.header()).append("\":");
                if (column.kind() == ColumnKind.TEXT && column != Column.ROOT || !isJsonNumber(text)) {
                    Json.quote(object, text);
                } else {
                    object.append(text);
                }
            }
        }
        out.append(object.append("}\n"));
    }

    /** Writes the facts of a section: {@code {"type":"fingerprint","section":1,"facts":[{"name":…,"value":…},…]}}. */
    public void write(int section, List<Fact> facts) throws IOException {
        var object = new StringBuilder("{\"type\":\"fingerprint\",\"section\":").append(section)
                .append(",\"facts\":[");
        for (int i = 0; i < facts.size(); i++) {
            object.append(i == 0 ? "{\"name\":" : ",{\"name\":");
            Json.quote(object, facts.get(i).name());
            object.append(",\"value\":");
            Json.quote(object, facts.get(i).value());
            object.append('}');
        }
        out.append(object.append("]}\n"));
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
