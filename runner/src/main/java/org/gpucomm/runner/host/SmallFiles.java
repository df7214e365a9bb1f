package org.gpucomm.runner.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Access to files and folders of sysfs and procfs; missing ones count as empty. */
final class SmallFiles {

    private SmallFiles() {}

    /** Returns the text of a file without surrounding blanks; empty if the file cannot be read. */
    static String text(Path file) {
        try {
            return Files.readString(file).strip();
        } catch (IOException notThere) {
            // Some files of sysfs exist but cannot be read: they count as absent.
            return "";
        }
    }

    static List<Path> children(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (var entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    static String name(Path path) {
        return Objects.requireNonNull(path.getFileName()).toString();
    }
}
