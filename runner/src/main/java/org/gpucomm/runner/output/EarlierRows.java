package org.gpucomm.runner.output;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.runner.output.SectionKey.RowKind;
import org.gpucomm.runner.rig.Heading;

/** Rows of an interrupted run in a result file. */
final class EarlierRows {

    private static final String OWN_TOOL = "gpucomm";

    private final Map<Integer, SectionKey> sections = new LinkedHashMap<>();
    private final Set<PointIdentity> identities = new HashSet<>();
    private final Set<String> hosts = new LinkedHashSet<>();
    private final long validBytes;
    private int rows;

    private EarlierRows(long validBytes) {
        this.validBytes = validBytes;
    }

    static EarlierRows none() {
        return new EarlierRows(0);
    }

    /**
     * Reads a result file. If the last size is incomplete because the run was killed, its rows are dropped, so that it is measured again.
     *
     * @throws IllegalArgumentException if the file is not a result file
     */
    static EarlierRows read(Path file) throws IOException {
        var bytes = Files.readAllBytes(file);
        int whole = lastLineFeed(bytes) + 1;
        if (whole == 0) {
            return none();
        }
        var entries = entries(file, bytes, whole);
        boolean torn = whole < bytes.length;
        int kept = torn || isLastSizeCut(entries) ? withoutLastSize(entries) : entries.size();
        var earlier = new EarlierRows(kept == entries.size() ? whole : offset(bytes, entries.get(kept).line()));
        entries.subList(0, kept).forEach(earlier::add);
        return earlier;
    }

    /** Returns the number of valid bytes of the file; the rest must be cut off. */
    long validBytes() {
        return validBytes;
    }

    int rows() {
        return rows;
    }

    /** Returns the hosts of the rows; empty if unknown. */
    Set<String> hosts() {
        return hosts;
    }

    Iterable<SectionKey> keys() {
        return sections.values();
    }

    Optional<SectionKey> key(int section) {
        return Optional.ofNullable(sections.get(section));
    }

    /** Returns the last section that a benchmark with this key continues. */
    Optional<Integer> section(SectionKey key) {
        return sections.entrySet().stream().filter(entry -> entry.getValue().isGoneOnWithBy(key)).map(Map.Entry::getKey)
                .reduce((first, last) -> last);
    }

    int lastSection() {
        return sections.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
    }

    /** Returns whether the file has a row with this identity. */
    boolean has(PointIdentity row) {
        return identities.contains(row);
    }

    void addHosts(List<Entry.Fact> fingerprint) {
        fingerprint.stream().filter(fact -> fact.name().equals(Heading.HOST)).map(Entry.Fact::value)
                .forEach(hosts::add);
    }

    private void add(Entry entry) {
        if (entry instanceof Entry.Note note) {
            addHosts(note.facts());
        } else if (entry instanceof Entry.Row row) {
            for (var measurement : row.measurements()) {
                rows++;
                sections.computeIfAbsent(measurement.section(), section -> SectionKey.of(measurement)).kinds()
                        .add(RowKind.of(measurement));
                identities.add(PointIdentity.of(measurement));
            }
        }
    }

    private static List<Entry> entries(Path file, byte[] bytes, int length) throws IOException {
        var name = Objects.requireNonNull(file.getFileName()).toString();
        try (var reader = LogReader.open(new ByteArrayInputStream(bytes, 0, length), name)) {
            var formats = reader.formats().stream().map(Format::id).toList();
            if (!formats.equals(List.of(RowFormat.of(file).formatId()))) {
                throw notOurs(file, formats.isEmpty()
                        ? "it is in no format of results"
                        : "it is in the format " + String.join(" and ", formats));
            }
            if (!new String(bytes, 0, length, StandardCharsets.UTF_8).startsWith(RowFormat.of(file).head())) {
                throw notOurs(file, "another version wrote it, with other columns");
            }
            var entries = new ArrayList<Entry>();
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Problem problem) {
                    throw notOurs(file, "line " + problem.line() + ": " + problem.reason());
                }
                entries.add(entry);
            }
            return entries;
        } catch (UnreadableFile e) {
            throw notOurs(file, String.valueOf(e.getMessage()));
        }
    }

    private static IllegalArgumentException notOurs(Path file, String why) {
        return new IllegalArgumentException(file + " cannot be resumed, it is no whole result file of gpucomm (" + why
                + "); give another --output, or move the file away");
    }

    /** Returns whether the last size has fewer placements than another size of its section, or fewer than two if it is the only size. */
    private static boolean isLastSizeCut(List<Entry> entries) {
        // Rows of another program, a step of a plan, are written all at once.
        if (entries.isEmpty() || !(entries.getLast() instanceof Entry.Row last)
                || !OWN_TOOL.equals(last.measurements().getFirst().stack().tool())) {
            return false;
        }
        var counts = new HashMap<PointIdentity, Integer>();
        for (var entry : entries) {
            if (entry instanceof Entry.Row row) {
                counts.merge(point(row), 1, Integer::sum);
            }
        }
        var size = point(last);
        int mine = Objects.requireNonNullElse(counts.remove(size), 0);
        return mine < most(counts, size.section(), Placement.values().length);
    }

    /**
     * Returns the maximum number of placements of a size in a section. Sizes of 0 bytes do not count: they have the rows of several
     * requested sizes, for which a rank's share is less than one element.
     */
    private static int most(Map<PointIdentity, Integer> placements, int section, int ifNone) {
        return placements.entrySet().stream()
                .filter(entry -> entry.getKey().section() == section && !isOfNothing(entry.getKey()))
                .mapToInt(Map.Entry::getValue).max().orElse(ifNone);
    }

    /** Returns the number of entries without the rows of the last size. */
    private static int withoutLastSize(List<Entry> entries) {
        int left = entries.size();
        if (left == 0 || !(entries.getLast() instanceof Entry.Row last)) {
            return left;
        }
        var size = point(last);
        while (left > 0 && entries.get(left - 1) instanceof Entry.Row row && point(row).equals(size)) {
            left--;
        }
        return left;
    }

    private static boolean isOfNothing(PointIdentity point) {
        var size = point.workload().messageSize();
        return size != null && size.count() == 0;
    }

    private static PointIdentity point(Entry.Row row) {
        return PointIdentity.of(row.measurements().getFirst()).ofAllPlacements();
    }

    private static long offset(byte[] bytes, long line) {
        int at = 0;
        for (long n = 1; n < line; at++) {
            n += bytes[at] == '\n' ? 1 : 0;
        }
        return at;
    }

    private static int lastLineFeed(byte[] bytes) {
        int at = bytes.length - 1;
        while (at >= 0 && bytes[at] != '\n') {
            at--;
        }
        return at;
    }
}
