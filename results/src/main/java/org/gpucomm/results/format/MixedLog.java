package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.gpucomm.results.format.commentary.Commentary;
import org.jspecify.annotations.Nullable;

/**
 * A log of any programs, one after the other or several writers at once. A line goes to the parser of the section that its
 * writer is in; if that does not know it, the formats are asked whether one of their sections begins; else it is other text,
 * which may still tell of versions, hosts and settings.
 */
final class MixedLog implements Format.Parser {

    private static final int MAX_WRITERS = 100_000;

    private final Log log;
    private final List<Format> formats;
    private final Set<Format> found = new LinkedHashSet<>();
    private final Map<String, Writer> writers = new HashMap<>();
    private final List<Entry> endings = new ArrayList<>();
    private Writer writer = new Writer();
    private String writerName = "";
    private int failedSection;
    private Format.@Nullable Parser latest;
    private Format.@Nullable Parser undecided;

    MixedLog(Log log, List<Format> formats) {
        this.log = log;
        this.formats = formats;
        writers.put("", writer);
    }

    @Override
    public Entry read(Line line) {
        turnTo(line.writer());
        if (Commentary.isOfTheLibrary(line.text())) {
            return other(line);
        }
        var known = writer.parser == null ? null : writer.parser.read(line);
        if (known != null) {
            if (writer.parser.isUndecided()) {
                undecided = writer.parser;
            }
            return known;
        }
        if (line.text().isBlank()) {
            return Entry.Note.of(line.number(), log.section());
        }
        for (var format : formats) {
            if (begins(format, line.text())) {
                return begin(format, line);
            }
        }
        return other(line);
    }

    @Override
    public List<Entry> end() {
        for (var each : writers.values()) {
            if (each.parser != null) {
                endings.addAll(each.parser.end());
            }
        }
        return takeEndings();
    }

    /** Formats of the sections that were found so far, in order. */
    Set<Format> found() {
        return found;
    }

    @Override
    public boolean isUndecided() {
        return undecided != null;
    }

    @Override
    public List<Entry> takeRevised() {
        if (undecided == null) {
            return List.of();
        }
        var revised = undecided.takeRevised();
        if (!undecided.isUndecided()) {
            undecided = null;
        }
        return revised;
    }

    /** What sections that ended with the line read last have to say. */
    List<Entry> takeEndings() {
        if (endings.isEmpty()) {
            return List.of();
        }
        var taken = List.copyOf(endings);
        endings.clear();
        return taken;
    }

    private void turnTo(String name) {
        if (!name.equals(writerName)) {
            writerName = name;
            // Beyond all sense, writers share: nothing is lost but their separation.
            writer = writers.size() < MAX_WRITERS
                    ? writers.computeIfAbsent(name, added -> new Writer())
                    : writers.getOrDefault(name, writer);
        }
    }

    static boolean begins(Format format, String text) {
        return Objects.requireNonNull(format.begins()).test(text);
    }

    private Entry begin(Format format, Line line) {
        if (writer.parser != null) {
            endings.addAll(writer.parser.end());
        }
        var parser = format.opening().apply(log);
        writer.parser = parser;
        latest = parser;
        found.add(format);
        var entry = parser.read(line);
        return entry == null ? Entry.Note.of(line.number(), log.section()) : entry;
    }

    private Entry other(Line line) {
        if (writer.parser == null && latest != null) {
            var aside = latest.aside(line);
            if (aside != null) {
                return aside;
            }
        }
        var said = Commentary.of(line.text());
        var facts = log.overhear(line.text(), said);
        return said.failure() == null
                ? new Entry.Note(line.number(), log.section(), facts)
                : failure(line, said.failure());
    }

    /** A failure that no format knows is that of the section that is open; one that has ended has not failed. */
    private Entry failure(Line line, String reason) {
        if (log.isOpen() && failedSection != log.section()) {
            failedSection = log.section();
            endings.add(new Entry.Note(0, failedSection, List.of(Entry.Fact.flag(Flag.ABORTED, reason))));
        }
        return Entry.Problem.of(line, reason);
    }

    private static final class Writer {

        private Format.@Nullable Parser parser;
    }
}
