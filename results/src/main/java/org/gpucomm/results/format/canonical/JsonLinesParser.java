package org.gpucomm.results.format.canonical;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Json;
import org.gpucomm.results.format.Line;
import org.jspecify.annotations.Nullable;

/**
 * Parser of gpucomm's own JSON lines: each line is a measurement, with the columns of the CSV as members, or the fingerprint of a section.
 * Unknown members of later versions are left out.
 */
public final class JsonLinesParser implements Format.Parser {

    private final MeasurementCells cells = new MeasurementCells();

    /** Returns whether a file with these first lines has this format. */
    public static boolean recognises(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst().filter(JsonLinesParser::isOurs).isPresent();
    }

    private static boolean isOurs(String line) {
        if (!line.startsWith("{")) {
            return false;
        }
        try {
            var members = Json.parseObject(line);
            return isFingerprint(members) || members.containsKey(Column.SOURCE.header())
                    && members.containsKey(Column.TOOL.header()) && members.containsKey(Column.OPERATION.header());
        } catch (IllegalArgumentException notJson) {
            return false;
        }
    }

    private static boolean isFingerprint(Map<?, ?> members) {
        return "fingerprint".equals(members.get("type")) && members.get("facts") instanceof List<?>;
    }

    @Override
    public Entry read(Line line) {
        if (line.text().isBlank()) {
            return Entry.Note.of(line.number(), 0);
        }
        try {
            var members = Json.parseObject(line.text());
            return isFingerprint(members)
                    ? new Entry.Note(line.number(), section(members), facts(members))
                    : new Entry.Row(line.number(), List.of(measurement(members)));
        } catch (IllegalArgumentException e) {
            return Entry.Problem.of(line, String.valueOf(e.getMessage()));
        }
    }

    private static int section(Map<?, ?> members) {
        var section = text(members.get(Column.SECTION.header()));
        try {
            return Integer.parseInt(section);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("section is no whole number: '" + section + "'", e);
        }
    }

    private static List<Fact> facts(Map<?, ?> members) {
        var facts = new ArrayList<Fact>();
        if (members.get("facts") instanceof List<?> list) {
            for (var element : list) {
                if (!(element instanceof Map<?, ?> fact)) {
                    throw new IllegalArgumentException("a fact must be an object with name and value");
                }
                facts.add(new Fact(text(fact.get("name")), text(fact.get("value"))));
            }
        }
        return facts;
    }

    private Measurement measurement(Map<?, ?> members) {
        for (var column : Column.values()) {
            cells.set(column, text(members.get(column.header())).strip());
        }
        return cells.measurement();
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case null -> "";
            case String string -> string;
            case Decimal number -> number.text();
            default -> throw new IllegalArgumentException("expected a text or a number, found " + value);
        };
    }
}
