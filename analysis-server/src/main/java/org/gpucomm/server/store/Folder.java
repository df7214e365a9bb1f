package org.gpucomm.server.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.figures.parquet.MeasurementTable;

/** Store in folders of a data directory. Files are moved into them atomically, so they must be on the same disk. */
record Folder(Path dataDir) implements Store {

    @Override
    public void keep(String name, Path file) throws IOException {
        var target = path(name);
        Files.createDirectories(target.getParent());
        Files.move(file, target, StandardCopyOption.ATOMIC_MOVE);
    }

    @Override
    public InputStream open(String name) throws IOException {
        return Files.newInputStream(path(name));
    }

    @Override
    public boolean has(String name) {
        return Files.exists(path(name));
    }

    @Override
    public void erase(String name) throws IOException {
        Files.deleteIfExists(path(name));
    }

    @Override
    public Set<String> tables() throws IOException {
        return LiveFiles.below(tableFolder().orElseThrow()).keySet().stream()
                .map(file -> dataDir.relativize(file).toString()).collect(Collectors.toSet());
    }

    @Override
    public Optional<Path> tableFolder() throws IOException {
        return Optional.of(Files.createDirectories(dataDir.resolve(MeasurementTable.FOLDER)));
    }

    @Override
    public long bytes() throws IOException {
        return LiveFiles.below(uploads()).values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public void check() throws IOException {
        Files.createDirectories(uploads());
        if (!Files.isWritable(uploads())) {
            throw new AccessDeniedException(uploads().toString());
        }
    }

    @Override
    public void close() {
        // Nothing is held open.
    }

    private Path path(String name) {
        return (Store.isTable(name) ? dataDir : uploads()).resolve(name);
    }

    private Path uploads() {
        return dataDir.resolve("uploads");
    }
}
