package org.gpucomm.analysis.bundled;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.canonical.Fingerprints;

/**
 * File of the bundled results.
 *
 * @param path         path relative to {@code data/}, with {@code /}: {@code study/nccl_all_reduce.csv}
 * @param id           id of its upload, which stays the same if its bytes change
 * @param earlierIds   ids in earlier builds
 * @param fingerprints facts about its measurements that have no column in a CSV; may be empty
 */
public record BundledFile(String path, String id, List<String> earlierIds, List<FingerprintFile> fingerprints) {

    private static final String ROOT = "/data/";
    private static final Pattern ID = Pattern.compile("[0-9a-f]{16}");
    private static final int ALL_SECTIONS = 0;

    /**
     * Returns all bundled files, in the order of {@code data/index.txt}. A line has a path, its id, its earlier ids, and the paths of its
     * fingerprints. A fingerprint of some sections names them: {@code h200/fingerprint_2.json:1-3}.
     */
    public static List<BundledFile> all() throws IOException {
        return text("index.txt").lines().filter(line -> !line.isBlank()).map(BundledFile::of).toList();
    }

    private static BundledFile of(String line) {
        var words = List.of(line.strip().split(" "));
        var ids = words.stream().filter(ID.asMatchPredicate()).toList();
        return new BundledFile(words.getFirst(), ids.getFirst(), ids.subList(1, ids.size()),
                words.stream().skip(1L + ids.size()).map(FingerprintFile::of).toList());
    }

    /**
     * File of {@link Fingerprints} and the sections of the CSV to which it applies.
     *
     * @param first first section; 0 for all, or for those that the file itself names
     */
    public record FingerprintFile(String path, int first, int last) {

        private static FingerprintFile of(String text) {
            int colon = text.indexOf(':');
            if (colon < 0) {
                return new FingerprintFile(text, ALL_SECTIONS, ALL_SECTIONS);
            }
            var ends = text.substring(colon + 1).split("-");
            return new FingerprintFile(text.substring(0, colon), Integer.parseInt(ends[0]),
                    Integer.parseInt(ends[ends.length - 1]));
        }

        /** Returns the others with those of this file added. Facts about all sections are added to each of these sections. */
        private Fingerprints addedTo(Fingerprints others) throws IOException, UnreadableFile {
            var sections = Fingerprints.read(text(path), path).sections();
            var all = others;
            if (first == ALL_SECTIONS) {
                for (var section : sections.entrySet()) {
                    all = all.with(section.getKey(), section.getValue());
                }
                return all;
            }
            for (int section = first; section <= last; section++) {
                all = all.with(section, Objects.requireNonNull(sections.get(ALL_SECTIONS),
                        () -> "data/" + path + " tells nothing of all sections"));
            }
            return all;
        }
    }

    /** Returns the first folder of the path, for example {@code study}. */
    public String folder() {
        return path.substring(0, path.indexOf('/'));
    }

    /** Returns the name without folders. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** Opens the CSV. */
    public InputStream open() {
        return resource(path);
    }

    /** Opens all sources of {@link #openUpload}: the CSV, and the fingerprints with their sections. */
    public InputStream openSources() {
        var all = open();
        for (var each : fingerprints) {
            var which = each.first() + "-" + each.last() + "\n";
            all = new SequenceInputStream(all, new SequenceInputStream(
                    new ByteArrayInputStream(which.getBytes(StandardCharsets.UTF_8)), resource(each.path())));
        }
        return all;
    }

    /** Opens the content to upload: the CSV, or JSON lines of the fingerprint and the rows, as {@code bench --upload} sends them. */
    public InputStream openUpload() throws IOException {
        if (fingerprints.isEmpty()) {
            return open();
        }
        var lines = new StringBuilder();
        try {
            var all = Fingerprints.NONE;
            for (var each : fingerprints) {
                all = each.addedTo(all);
            }
            all.writeWithRows(open(), name(), lines);
        } catch (UnreadableFile e) {
            throw new IllegalStateException("bundled " + path + " is unreadable: " + e.getMessage(), e);
        }
        return new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** Returns the file name for {@link #openUpload}. */
    public String uploadName() {
        return fingerprints.isEmpty() ? name() : name().replaceFirst("\\.csv$", ".jsonl");
    }

    private static String text(String path) throws IOException {
        try (var in = resource(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static InputStream resource(String path) {
        return Objects.requireNonNull(BundledFile.class.getResourceAsStream(ROOT + path),
                () -> "data/" + path + " is not in the jar; build again: mvn -q package -DskipTests");
    }
}
