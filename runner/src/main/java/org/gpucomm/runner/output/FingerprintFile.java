package org.gpucomm.runner.output;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.canonical.JsonLinesWriter;

/**
 * {@code x.fingerprint.json} beside {@code x.csv}: an object whose {@code sections} are the fingerprint lines of the JSON
 * lines format, one a line. It is replaced as a whole, so that a kill leaves the old or the new one.
 */
final class FingerprintFile {

    private static final String OPENING = "{\"sections\":[\n";
    private static final String CLOSING = "\n]}\n";

    private final Path file;

    private FingerprintFile(Path file) {
        this.file = file;
    }

    static FingerprintFile beside(Path csv) {
        var name = Objects.requireNonNull(csv.getFileName()).toString().replaceFirst("\\.csv$", "");
        return new FingerprintFile(csv.resolveSibling(name + ".fingerprint.json"));
    }

    /** Adds a section or replaces it. */
    void put(int section, List<Fact> facts) throws IOException {
        var sections = new TreeMap<Integer, List<Fact>>();
        read().forEach(note -> sections.put(note.section(), note.facts()));
        sections.put(section, facts);
        var replacement = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(replacement, text(sections));
        Files.move(replacement, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    /** The sections in order; none if there is no such file. */
    List<Entry.Note> read() throws IOException {
        if (!Files.exists(file)) {
            return List.of();
        }
        var lines = Files.readString(file).lines().filter(line -> line.startsWith("{\"type\""))
                .map(line -> line.endsWith(",") ? line.substring(0, line.length() - 1) : line)
                .collect(Collectors.joining("\n"));
        var in = new ByteArrayInputStream(lines.getBytes(StandardCharsets.UTF_8));
        var notes = new ArrayList<Entry.Note>();
        try (var reader = LogReader.open(in, file.toString())) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Note note) {
                    notes.add(note);
                }
            }
        } catch (UnreadableFile e) {
            throw new OutputException(file + " is no fingerprint of gpucomm (" + e.getMessage()
                    + "); move it away, and its results with it", e);
        }
        return notes;
    }

    void delete() throws IOException {
        Files.deleteIfExists(file);
    }

    private static String text(Map<Integer, List<Fact>> sections) throws IOException {
        var text = new StringBuilder(OPENING);
        var writer = new JsonLinesWriter(text);
        for (var section : sections.entrySet()) {
            writer.write(section.getKey(), section.getValue());
            text.replace(text.length() - 1, text.length(), ",\n");
        }
        return text.delete(text.length() - 2, text.length()).append(CLOSING).toString();
    }
}
