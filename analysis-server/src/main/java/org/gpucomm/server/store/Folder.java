package org.gpucomm.server.store;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.figures.parquet.MeasurementTable;

/** Store in folders of a data directory. Files are moved into them atomically, so they must be on the same disk. */
final class Folder implements Store {

    private final Path root;
    private final Path tables;

    Folder(Path dataDir) {
        this.root = dataDir.resolve("uploads");
        this.tables = dataDir.resolve(MeasurementTable.FOLDER);
    }

    @Override
    public void keep(String sha256, Path compressed) throws IOException {
        move(compressed, path(sha256));
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
    public Set<String> tables() throws IOException {
        try (var files = Files.find(tableFolder().orElseThrow(), 2, (path, file) -> file.isRegularFile())) {
            return files.map(file -> tables.relativize(file).toString()).collect(Collectors.toSet());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void keepTable(String name, Path file) throws IOException {
        move(file, tables.resolve(name));
    }

    @Override
    public void eraseTable(String name) throws IOException {
        Files.deleteIfExists(tables.resolve(name));
    }

    @Override
    public Optional<Path> tableFolder() throws IOException {
        return Optional.of(Files.createDirectories(tables));
    }

    @Override
    public long bytes() throws IOException {
        if (!Files.isDirectory(root)) {
            return 0;
        }
        try (var files = Files.walk(root)) {
            // The length of a file that was moved or deleted meanwhile is 0.
            return files.map(Path::toFile).filter(file -> !file.isDirectory()).mapToLong(File::length).sum();
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

    private static void move(Path file, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
    }

    private Path path(String sha256) {
        return root.resolve(Store.name(sha256));
    }
}
