package org.gpucomm.cli.terminal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A file that a command is to read: one that was named, or one of a folder that was.
 *
 * @param path    {@code -} for standard input
 * @param isNamed false for a file that was found in a folder: that it holds no results is no mistake of the user's
 */
public record GivenFile(Path path, boolean isNamed) {

    /** What standard input is called where files are named. */
    public static final Path STANDARD_INPUT = Path.of("-");

    /**
     * Returns the files in the order in which they were given, and in place of a folder the files below it in the order of their
     * paths, hidden ones left out.
     *
     * @throws NoSuchFileException for a folder without files
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
                throw new NoSuchFileException(folder + " has no files in it");
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
