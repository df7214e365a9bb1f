package org.gpucomm.results.format;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Entry.Note;
import org.gpucomm.results.format.Entry.Problem;
import org.gpucomm.results.format.Entry.Row;

/** A whole file, read: what tests ask about. */
public record Reading(Set<Format> formats, Set<String> wrappings, List<Entry> entries) {

    public static Reading ofSample(String path) throws IOException, UnreadableFile {
        var in = Objects.requireNonNull(Reading.class.getResourceAsStream("/samples/" + path), path);
        return of(in, path.substring(path.lastIndexOf('/') + 1));
    }

    public static Reading ofFile(Path file) throws IOException, UnreadableFile {
        return of(Files.newInputStream(file), String.valueOf(file.getFileName()));
    }

    public static Reading ofText(String text, String source) throws IOException, UnreadableFile {
        return of(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), source);
    }

    public static Reading ofBytes(byte[] bytes, String source) throws IOException, UnreadableFile {
        return of(new ByteArrayInputStream(bytes), source);
    }

    private static Reading of(InputStream in, String source) throws IOException, UnreadableFile {
        return of(LogReader.open(in, source));
    }

    /** Reads to the end, and closes. */
    public static Reading of(LogReader reader) throws IOException {
        try (reader) {
            var entries = new ArrayList<Entry>();
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                entries.add(entry);
            }
            return new Reading(reader.formats(), reader.wrappings(), entries);
        }
    }

    /** The one format of a file that has one. */
    public Format format() {
        if (formats.size() != 1) {
            throw new AssertionError("not one format, but " + formats.stream().map(Format::id).toList());
        }
        return formats.iterator().next();
    }

    /** Flags of a section, as {@code flag:incomplete}. */
    public List<String> flags(int section) {
        return facts(section).stream().filter(Fact::isFlag).map(Fact::name).distinct().toList();
    }

    public List<Measurement> measurements() {
        return rows().stream().flatMap(row -> row.measurements().stream()).toList();
    }

    public List<Row> rows() {
        return entries.stream().filter(Row.class::isInstance).map(Row.class::cast).toList();
    }

    public List<Problem> problems() {
        return entries.stream().filter(Problem.class::isInstance).map(Problem.class::cast).toList();
    }

    /** Lines that report a failure. */
    public List<Long> failures() {
        return entries.stream().filter(Note.class::isInstance).map(Note.class::cast)
                .filter(note -> note.failure().isPresent()).map(Note::line).toList();
    }

    public List<String> failureTexts() {
        return entries.stream().filter(Note.class::isInstance).map(Note.class::cast)
                .flatMap(note -> note.failure().stream()).toList();
    }

    /** What a flag says of a section, in words. */
    public String detail(int section, Flag flag) {
        return facts(section).stream().filter(fact -> fact.name().equals("flag:" + flag.id())).map(Fact::value)
                .findFirst().orElse("");
    }

    public List<Fact> facts(int section) {
        return entries.stream().filter(Note.class::isInstance).map(Note.class::cast)
                .filter(note -> note.section() == section).flatMap(note -> note.facts().stream()).toList();
    }
}
