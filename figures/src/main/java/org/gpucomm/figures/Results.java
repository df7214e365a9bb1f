package org.gpucomm.figures;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.LogReader;
import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.analysis.bundled.BundledFile;

/**
 * Rows read from files or uploads.
 *
 * @param unread names of files without results in a known format
 */
public record Results(List<Measurement> rows, List<String> unread) {

    private static final List<String> ENDINGS = List.of(".csv", ".log", ".txt", ".out");

    private static final String STANDARD_INPUT = "-";

    /** Returns the bundled rows. */
    public static Results bundled() throws IOException {
        var results = new Results(new ArrayList<>(), new ArrayList<>());
        for (var file : BundledFile.all()) {
            results.read(file.open(), file.name());
        }
        return results;
    }

    /** Returns whether a text is {@code -}, a file, a folder or the address of an upload. */
    public static boolean isSource(String source) {
        return source.equals(STANDARD_INPUT) || StoredUpload.at(source).isPresent() || Files.exists(Path.of(source));
    }

    /** Returns the rows of each source: {@code -} for standard input, a file, a folder, or the address of an upload's page. */
    public static Results of(List<String> sources) throws IOException, InterruptedException {
        var results = new Results(new ArrayList<>(), new ArrayList<>());
        for (var source : sources) {
            var upload = StoredUpload.at(source);
            if (source.equals(STANDARD_INPUT)) {
                results.read(System.in, "stdin");
            } else if (upload.isPresent()) {
                upload.get().read(results::read);
            } else if (Files.isDirectory(Path.of(source))) {
                results.readBelow(Path.of(source));
            } else {
                results.read(Files.newInputStream(Path.of(source)), source);
            }
        }
        return results;
    }

    private void readBelow(Path folder) throws IOException {
        List<Path> files;
        try (var walk = Files.walk(folder)) {
            files = walk.filter(Results::mayHoldResults).sorted().toList();
        }
        for (var file : files) {
            read(Files.newInputStream(file), folder.relativize(file).toString());
        }
    }

    private static boolean mayHoldResults(Path file) {
        var name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return !name.equals("index.txt") && ENDINGS.stream().anyMatch(name::endsWith) && Files.isRegularFile(file);
    }

    private void read(InputStream in, String path) throws IOException {
        try (var reader = LogReader.open(in, path.substring(path.lastIndexOf('/') + 1))) {
            for (var entry = reader.next(); entry != null; entry = reader.next()) {
                if (entry instanceof Entry.Row row) {
                    rows.addAll(row.measurements());
                }
            }
            reader.requireResults();
        } catch (UnreadableFile e) {
            unread.add(path);
        }
    }

    /** Returns a sentence about the unread files; empty if there are none. */
    public Optional<String> leftOut() {
        if (unread.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(unread.size() + (unread.size() == 1 ? " file is" : " files are")
                + " in no known format and left out: "
                + String.join(", ", unread.subList(0, Math.min(3, unread.size())))
                + (unread.size() > 3 ? " …" : "") + "; gpucomm convert says what it looked for");
    }
}
