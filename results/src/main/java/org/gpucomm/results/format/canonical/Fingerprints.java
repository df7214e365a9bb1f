package org.gpucomm.results.format.canonical;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;

/**
 * Fingerprints of the sections of a canonical CSV, and the file next to it: an object whose {@code sections} are the fingerprint lines of
 * the JSON lines format, one per line.
 *
 * @param sections facts by number of the section; those of section 0 apply to all sections
 */
public record Fingerprints(SortedMap<Integer, List<Fact>> sections) {

    public static final Fingerprints NONE = new Fingerprints(new TreeMap<>());

    private static final String OPENING = "{\"sections\":[\n";
    private static final String CLOSING = "\n]}\n";
    private static final String LINE = "{\"type\"";

    public Fingerprints {
        sections = Collections.unmodifiableSortedMap(new TreeMap<>(sections));
    }

    /**
     * Reads the text of a fingerprint file.
     *
     * @param name name of the file, for messages
     * @throws UnreadableFile if the text has no fingerprint
     */
    public static Fingerprints read(String text, String name) throws IOException, UnreadableFile {
        var lines = text.lines().filter(line -> line.startsWith(LINE))
                .map(line -> line.endsWith(",") ? line.substring(0, line.length() - 1) : line)
                .collect(Collectors.joining("\n"));
        var sections = new TreeMap<Integer, List<Fact>>();
        try (var reader = LogReader.open(new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8)), name)) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Note note && !note.facts().isEmpty()) {
                    sections.put(note.section(), note.facts());
                }
            }
        }
        return new Fingerprints(sections);
    }

    /** Returns these fingerprints with the facts of one section, which replace earlier ones. */
    public Fingerprints with(int section, List<Fact> facts) {
        var more = new TreeMap<>(sections);
        more.put(section, List.copyOf(facts));
        return new Fingerprints(more);
    }

    /** Returns the text that {@link #read} reads. */
    public String text() throws IOException {
        var text = new StringBuilder(OPENING);
        var writer = new JsonLinesWriter(text);
        for (var section : sections.entrySet()) {
            writer.write(section.getKey(), section.getValue());
            text.replace(text.length() - 1, text.length(), ",\n");
        }
        if (!sections.isEmpty()) {
            text.setLength(text.length() - ",\n".length());
        }
        return text.append(CLOSING).toString();
    }

    /**
     * Writes JSON lines: these fingerprints and then the rows of their CSV, so that both travel as one file.
     *
     * @param csv  bytes of the CSV; closed afterwards
     * @param name name of the CSV, for messages
     */
    public void writeWithRows(InputStream csv, String name, Appendable out) throws IOException, UnreadableFile {
        var lines = new JsonLinesWriter(out);
        for (var section : sections.entrySet()) {
            lines.write(section.getKey(), section.getValue());
        }
        try (var reader = LogReader.open(csv, name)) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Row row) {
                    for (var measurement : row.measurements()) {
                        lines.write(measurement);
                    }
                }
            }
        }
    }
}
