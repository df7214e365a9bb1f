package org.gpucomm.server.convert;

import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.canonical.Column;

/**
 * One JSON object a row: the canonical columns by name, in their order, those without a value left out. Numbers keep the
 * digits that the log printed.
 */
final class JsonLines implements RowSink {

    private static final Set<Column> TEXTS = EnumSet.of(Column.SOURCE, Column.TOOL, Column.TOOL_VERSION, Column.LIBRARY,
            Column.LIBRARY_VERSION, Column.OPERATION, Column.VARIANT, Column.INSTANCE_TYPE, Column.GPU, Column.PROBLEM,
            Column.DATATYPE, Column.REDOP, Column.PLACEMENT, Column.STARTED_AT, Column.SETTINGS);

    private final Appendable out;

    JsonLines(Appendable out) {
        this.out = out;
    }

    @Override
    public void write(Measurement measurement) throws IOException {
        var object = new StringBuilder("{");
        for (var column : Column.values()) {
            var text = column.textOf(measurement);
            if (!text.isEmpty()) {
                object.append(object.length() == 1 ? "\"" : ",\"").append(column.header()).append("\":");
                if (TEXTS.contains(column) || !isJsonNumber(text)) {
                    quote(object, text);
                } else {
                    object.append(text);
                }
            }
        }
        out.append(object.append("}\n"));
    }

    /** JSON knows no {@code +1}, {@code .5}, {@code 5.} and {@code 007}; such a number is written as a string. */
    private static boolean isJsonNumber(String text) {
        int first = text.startsWith("-") ? 1 : 0;
        boolean leadingZero = text.length() > first + 1 && text.charAt(first) == '0'
                && Character.isDigit(text.charAt(first + 1));
        int point = text.indexOf('.');
        boolean bareFraction = point >= 0 && (point + 1 == text.length() || !Character.isDigit(text.charAt(point + 1)));
        return Character.isDigit(text.charAt(first)) && !leadingZero && !bareFraction;
    }

    private static void quote(StringBuilder object, String text) {
        object.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> object.append('\\').append(c);
                default -> {
                    if (c < ' ') {
                        object.append(String.format("\\u%04x", (int) c));
                    } else {
                        object.append(c);
                    }
                }
            }
        }
        object.append('"');
    }
}
