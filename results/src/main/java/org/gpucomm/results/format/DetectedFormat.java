package org.gpucomm.results.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.context.ContextLine;
import org.gpucomm.results.format.customtable.Mapping;
import org.gpucomm.results.format.customtable.CustomTable;
import org.gpucomm.results.format.customtable.ProseTables;
import org.gpucomm.results.format.customtable.RatioTable;
import org.gpucomm.results.format.customtable.ValueLines;
import org.gpucomm.results.format.unwrap.Unwrapper;
import org.jspecify.annotations.Nullable;

/**
 * Format of a log, found by its first lines.
 *
 * @param format  format of the whole file; null if the log has sections
 * @param wrapped whether a launcher may have put a prefix before each line
 */
record DetectedFormat(@Nullable Format format, boolean wrapped) {

    /** Returns the format of the lines as they are, otherwise that of the lines without launcher's prefixes. */
    static DetectedFormat of(List<String> texts, String source, CustomTable.Answers answers)
            throws IOException, MappingNeeded {
        var plain = ofProgram(texts);
        if (plain != null) {
            return new DetectedFormat(plain, false);
        }
        var unwrapped = unwrapped(texts);
        boolean isWrapped = !unwrapped.equals(texts);
        var within = isWrapped ? ofProgram(unwrapped) : null;
        if (within != null) {
            return new DetectedFormat(within, true);
        }
        if (!answers.areOfAnyLines() && (hasSections(texts) || hasSections(unwrapped))) {
            return new DetectedFormat(null, true);
        }
        var table = ofTable(texts, source, answers);
        if (table != null) {
            return new DetectedFormat(table, false);
        }
        var tableWithin = isWrapped ? ofTable(unwrapped, source, answers) : null;
        if (tableWithin != null) {
            return new DetectedFormat(tableWithin, true);
        }
        var tables = ofTables(unwrapped, source, answers);
        if (tables == null && answers.areOfAnyLines()) {
            return ofAnyLines(texts, unwrapped, source, answers);
        }
        return new DetectedFormat(tables == null ? ofAnyTable(unwrapped, source, answers) : tables, true);
    }

    /** Returns the format of lines that name each of their numbers, else of a table of ratios; a prefix may be such a name. */
    private static DetectedFormat ofAnyLines(List<String> texts, List<String> unwrapped, String source,
            CustomTable.Answers answers) {
        for (var head : List.of(unwrapped, texts)) {
            var lines = ValueLines.in(head, source, Formats.HEADINGS).map(table -> table.with(answers.of(table)))
                    .filter(table -> table.mapping().isCertain());
            if (lines.isPresent()) {
                return new DetectedFormat(Formats.tables(List.of(lines.get())), head == unwrapped);
            }
        }
        return new DetectedFormat(RatioTable.in(unwrapped).map(Formats::table).orElse(null), true);
    }

    /** Returns the format of a file that is only a table but may name no size: the user has said, or is asked, what its columns mean. */
    private static @Nullable Format ofAnyTable(List<String> head, String source, CustomTable.Answers answers)
            throws MappingNeeded {
        var proposed = Mapping.propose(head, source).map(mapping -> new CustomTable(source, 1, "", mapping))
                .orElse(null);
        if (proposed == null) {
            return null;
        }
        var said = answers.of(proposed);
        if (said.isCertain()) {
            return Formats.table(said);
        }
        if (said.equals(proposed.mapping()) && !Mapping.isWholeTable(head)) {
            return null;
        }
        throw new MappingNeeded(List.of(proposed.with(said)));
    }

    private static @Nullable Format ofProgram(List<String> head) {
        return Formats.ofFile(head).filter(format -> !Formats.isTable(format)).orElse(null);
    }

    /** Returns the format of a custom table: by the user's mapping, or by a proposed mapping that the header leaves no doubt about. */
    private static @Nullable Format ofTable(List<String> head, String source, CustomTable.Answers answers)
            throws MappingNeeded {
        if (Formats.ofFile(head).filter(Formats::isTable).isEmpty()) {
            return null;
        }
        var proposed = new CustomTable(source, 1, "", Mapping.propose(head, source).orElseThrow());
        var table = proposed.with(answers.of(proposed));
        if (!table.mapping().isCertain()) {
            throw new MappingNeeded(List.of(table));
        }
        return Formats.table(table.mapping());
    }

    private static boolean hasSections(List<String> head) {
        return head.stream().filter(line -> !ContextLine.isOfTheLibrary(line))
                .anyMatch(line -> Formats.ofSections().stream().anyMatch(each -> MixedLog.begins(each, line)));
    }

    /** Returns the format of a document with custom tables; asks the user about all of them at once. */
    private static @Nullable Format ofTables(List<String> head, String source, CustomTable.Answers answers)
            throws MappingNeeded {
        var tables = ProseTables.in(head, source, Formats.HEADINGS).stream().map(table -> table.with(answers.of(table)))
                .toList();
        if (answers.areOfAnyLines() && tables.stream().noneMatch(table -> table.mapping().isCertain())) {
            return null;
        }
        if (!tables.stream().allMatch(table -> table.mapping().isCertain())) {
            throw new MappingNeeded(tables);
        }
        return tables.isEmpty() ? null : Formats.tables(tables);
    }

    private static List<String> unwrapped(List<String> texts) throws IOException {
        var numbered = texts.iterator();
        var unwrapper = Unwrapper.of(() -> numbered.hasNext() ? Line.of(1, numbered.next()) : null);
        var unwrapped = new ArrayList<String>();
        for (var line = unwrapper.next(); line != null; line = unwrapper.next()) {
            unwrapped.add(line.text());
        }
        return unwrapped;
    }
}
