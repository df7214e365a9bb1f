package org.gpucomm.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Input file of a command, either named by the user or found in a named folder.
 *
 * @param path    {@code -} for standard input
 * @param isNamed false for a file found in a folder, which may have no results without a mistake of the user
 */
public record GivenFile(Path path, boolean isNamed) {

    /** Name of standard input among files. */
    public static final Path STANDARD_INPUT = Path.of("-");

    /**
     * Returns the files in the given order. A folder is replaced by the files below it in the order of their paths, without hidden files.
     *
     * @throws IllegalArgumentException if a folder has no files; the message is for the user
     */
    public static List<GivenFile> of(List<Path> given) throws IOException {
        var files = new ArrayList<GivenFile>();
        for (var path : given) {
            if (Files.isDirectory(path)) {
                files.addAll(below(path));
            } else {
                files.add(new GivenFile(path, true));
            }
        }
        return files;
    }

    private static List<GivenFile> below(Path folder) throws IOException {
        try (var walk = Files.walk(folder)) {
            var files = walk.filter(Files::isRegularFile).filter(file -> !isHidden(folder.relativize(file))).sorted()
                    .map(file -> new GivenFile(file, false)).toList();
            if (files.isEmpty()) {
                throw new IllegalArgumentException(folder + " has no files in it");
            }
            return files;
        }
    }

    private static boolean isHidden(Path relative) {
        for (var part : relative) {
            if (part.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }
}
