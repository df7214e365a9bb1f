package org.gpucomm.results.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.commentary.Commentary;
import org.gpucomm.results.format.foreigncsv.Mapping;
import org.gpucomm.results.format.foreigncsv.Tables;
import org.gpucomm.results.format.wrapping.Unwrapper;
import org.jspecify.annotations.Nullable;

/**
 * What a log is, by its first lines.
 *
 * @param format  of whole files; null if it is a log of sections
 * @param wrapped whether its lines may stand behind what a launcher put before them
 */
record Recognised(@Nullable Format format, boolean wrapped) {

    /** A format of whole files knows its file as it is, or without what a launcher put before each line. */
    static Recognised of(List<String> texts, String source, @Nullable Mapping mapping)
            throws IOException, MappingNeeded {
        var plain = ofFile(texts, source, mapping);
        if (plain != null) {
            return new Recognised(plain, false);
        }
        var unwrapped = unwrapped(texts);
        var within = unwrapped.equals(texts) ? null : ofFile(unwrapped, source, mapping);
        if (within != null || hasSections(texts) || hasSections(unwrapped)) {
            return new Recognised(within, true);
        }
        return new Recognised(ofTables(unwrapped, source, mapping), true);
    }

    /** Somebody's table is read by its mapping, or by one that its header leaves no doubt about. */
    private static @Nullable Format ofFile(List<String> head, String source, @Nullable Mapping mapping)
            throws MappingNeeded {
        var format = Formats.ofFile(head).orElse(null);
        if (format != null && !Formats.isTable(format)) {
            return format;
        }
        if (format == null || hasSections(head)) {
            return null;
        }
        if (mapping != null && mapping.fits(head)) {
            return Formats.table(mapping);
        }
        var proposed = Mapping.propose(head, source).orElseThrow();
        if (!proposed.isCertain()) {
            throw new MappingNeeded(proposed);
        }
        return Formats.table(proposed);
    }

    private static boolean hasSections(List<String> head) {
        return head.stream().filter(line -> !Commentary.isOfTheLibrary(line))
                .anyMatch(line -> Formats.ofSections().stream().anyMatch(each -> MixedLog.begins(each, line)));
    }

    /** Of several tables one mapping can be said; rows of others that are not certain are problems. */
    private static @Nullable Format ofTables(List<String> head, String source, @Nullable Mapping said)
            throws MappingNeeded {
        var tables = new ArrayList<Mapping>();
        for (var proposed : Tables.in(head, source, line -> Commentary.of(line).operation())) {
            boolean isSaid = said != null && said.fingerprint().equals(proposed.fingerprint());
            if (said == null && !proposed.isCertain()) {
                throw new MappingNeeded(proposed);
            }
            tables.add(isSaid ? said : proposed);
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
