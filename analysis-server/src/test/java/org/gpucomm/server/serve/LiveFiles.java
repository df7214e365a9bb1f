package org.gpucomm.server.serve;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Files of a folder in which a server is at work. {@link Files#walk} fails if one of them disappears meanwhile. */
public final class LiveFiles {

    private LiveFiles() {}

    /** Returns the files below a folder, sorted, without those that disappear meanwhile; none if there is no such folder. */
    public static List<Path> below(Path folder) throws IOException {
        var files = new ArrayList<Path>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                files.add(file);
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
        Collections.sort(files);
        return files;
    }
}
