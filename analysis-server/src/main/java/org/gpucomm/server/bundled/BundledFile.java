package org.gpucomm.server.bundled;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.results.format.canonical.Fingerprints;
import org.jspecify.annotations.Nullable;

/**
 * One file of the bundled results.
 *
 * @param path        relative to {@code data/}, with {@code /}: {@code study/nccl_all_reduce.csv}
 * @param fingerprint path of the {@link Fingerprints} of what was measured, which a CSV has no columns for; null = none
 */
public record BundledFile(String path, @Nullable String fingerprint) {

    private static final String ROOT = "/data/";

    /** All bundled files, in the order of {@code data/index.txt}: a line is a path, and a fingerprint's where there is one. */
    public static List<BundledFile> all() throws IOException {
        return text("index.txt").lines().filter(line -> !line.isBlank()).map(BundledFile::of).toList();
    }

    private static BundledFile of(String line) {
        var paths = line.strip().split(" ");
        return new BundledFile(paths[0], paths.length > 1 ? paths[1] : null);
    }

    /** The first folder of the path: {@code study}. */
    public String folder() {
        return path.substring(0, path.indexOf('/'));
    }

    /** Name without folders. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    /** The CSV. */
    public InputStream open() {
        return resource(path);
    }

    /** All that {@link #openUpload} is made from: the fingerprint, if there is one, and the CSV. */
    public InputStream openSources() {
        return fingerprint == null ? open() : new SequenceInputStream(resource(fingerprint), open());
    }

    /** What is uploaded of it: the CSV, or JSON lines of the fingerprint and the rows, as {@code bench --upload} sends them. */
    public InputStream openUpload() throws IOException {
        if (fingerprint == null) {
            return open();
        }
        var lines = new StringBuilder();
        try {
            Fingerprints.read(text(fingerprint), fingerprint).writeWithRows(open(), name(), lines);
        } catch (UnreadableFile e) {
            throw new IllegalStateException("bundled " + path + " is unreadable: " + e.getMessage(), e);
        }
        return new ByteArrayInputStream(lines.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The name of {@link #openUpload}. */
    public String uploadName() {
        return fingerprint == null ? name() : name().replaceFirst("\\.csv$", ".jsonl");
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
