package org.gpucomm.server.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Store in a folder. Files are moved into it atomically, so they must be on the same disk. */
final class Folder implements Store {

    private final Path root;

    Folder(Path root) {
        this.root = root;
    }

    @Override
    public void keep(String sha256, Path compressed) throws IOException {
        var target = path(sha256);
        Files.createDirectories(target.getParent());
        Files.move(compressed, target, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public InputStream open(String sha256) throws IOException {
        return Files.newInputStream(path(sha256));
    }

    @Override
    public boolean has(String sha256) {
        return Files.exists(path(sha256));
    }

    @Override
    public void erase(String sha256) throws IOException {
        Files.deleteIfExists(path(sha256));
    }

    @Override
    public long bytes() throws IOException {
        if (!Files.isDirectory(root)) {
            return 0;
        }
        try (var files = Files.walk(root)) {
            return files.mapToLong(Folder::size).sum();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void check() throws IOException {
        Files.createDirectories(root);
        if (!Files.isWritable(root)) {
            throw new AccessDeniedException(root.toString());
        }
    }

    @Override
    public void close() {
        // Nothing is held open.
    }

    private Path path(String sha256) {
        return root.resolve(Store.name(sha256));
    }

    /** Returns the size of a file; 0 if it has been moved or deleted. */
    private static long size(Path file) {
        try {
            return Files.isDirectory(file) ? 0 : Files.size(file);
        } catch (NoSuchFileException gone) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
