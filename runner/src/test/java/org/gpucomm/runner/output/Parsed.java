package org.gpucomm.runner.output;

import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

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
