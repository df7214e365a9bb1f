package org.gpucomm.server.store;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.SortedMap;
import java.util.TreeMap;

/** Files of a folder in which servers are at work. {@link Files#walk} fails if one of them disappears meanwhile. */
public final class LiveFiles {

    private LiveFiles() {}

    /** Returns the bytes of the files below a folder, without those that disappear meanwhile; nothing if there is no such folder. */
    public static SortedMap<Path, Long> below(Path folder) throws IOException {
        var sizes = new TreeMap<Path, Long>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                sizes.put(file, attributes.size());
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
                if (e instanceof NoSuchFileException) {
                    return FileVisitResult.CONTINUE;
                }
                throw e;
            }
        });
        return sizes;
    }
}
