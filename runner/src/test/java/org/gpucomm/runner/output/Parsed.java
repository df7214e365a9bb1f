package org.gpucomm.runner.output;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.LogReader;

/** What gpucomm's readers make of a text. A problem is a failure: everything that is written here must be readable. */
public final class Parsed {

    private Parsed() {}

    public static List<Measurement> rows(Path file) throws Exception {
        return rows(Files.readAllBytes(file), String.valueOf(file.getFileName()));
    }

    /** Returns the cells of a CSV by column, as they are written. No cell of these files has a comma. */
    public static List<Map<String, String>> cells(Path csv) throws IOException {
        var lines = Files.readAllLines(csv);
        var names = lines.getFirst().split(",");
        return lines.stream().skip(1).map(line -> {
            var cells = line.split(",", -1);
            Map<String, String> row = new HashMap<>();
            for (int i = 0; i < names.length; i++) {
                row.put(names[i], cells[i]);
            }
            return row;
        }).toList();
    }

    public static List<Measurement> rows(byte[] text, String name) throws Exception {
        return entries(text, name).stream().filter(Entry.Row.class::isInstance).map(Entry.Row.class::cast)
                .flatMap(row -> row.measurements().stream()).toList();
    }

    public static List<Fact> facts(byte[] text, int section) throws Exception {
        return entries(text, "x").stream().filter(Entry.Note.class::isInstance).map(Entry.Note.class::cast)
                .filter(note -> note.section() == section).flatMap(note -> note.facts().stream()).toList();
    }

    private static List<Entry> entries(byte[] text, String name) throws Exception {
        var entries = new ArrayList<Entry>();
        try (var reader = LogReader.open(new ByteArrayInputStream(text), name)) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Problem problem) {
                    throw new AssertionError(
                            "line " + problem.line() + ": " + problem.reason() + ": " + problem.text());
                }
                entries.add(entry);
            }
        }
        return entries;
    }
}
