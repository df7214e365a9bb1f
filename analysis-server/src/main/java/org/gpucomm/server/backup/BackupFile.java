package org.gpucomm.server.backup;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;

import org.apache.commons.codec.digest.DigestUtils;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.io.function.IOBiConsumer;
import org.apache.commons.io.input.TeeInputStream;
import org.gpucomm.server.backup.Sum.Counted;
import org.gpucomm.server.backup.DatabaseTables.Filling;
import org.gpucomm.server.store.Store;

import tools.jackson.databind.json.JsonMapper;

/** Reader of a backup. */
record BackupFile(ZipFile zip, Contents contents) implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    /** @throws BackupException if the file is not a backup, or is truncated */
    static BackupFile open(Path path) throws IOException {
        ZipFile zip;
        try {
            zip = new ZipFile(path.toFile(), StandardCharsets.UTF_8);
        } catch (ZipException e) {
            throw new BackupException("it is no backup, or was cut: " + e.getMessage());
        }
        try {
            return new BackupFile(zip, contents(zip));
        } catch (IOException e) {
            zip.close();
            throw e;
        }
    }

    private static Contents contents(ZipFile zip) throws IOException {
        var entry = zip.getEntry(Contents.ENTRY);
        if (entry == null) {
            throw new BackupException("it is no backup, or was cut: " + Contents.ENTRY + " is missing");
        }
        try (var json = zip.getInputStream(entry)) {
            var contents = JsonMapper.shared().readValue(json, Contents.class);
            if (contents.format() != Contents.FORMAT) {
                throw new BackupException("it comes from a newer gpucomm, " + contents.gpucomm());
            }
            return contents;
        }
    }

    /** Reads and verifies the whole backup. @throws BackupException if it is damaged or not a backup */
    void check() throws IOException, SQLException {
        for (var table : contents.tables().keySet()) {
            require(table, read(table, columns -> row -> {}));
        }
        uploads((sha256, bytes) -> copyChecked(bytes, OutputStream.nullOutputStream(), sha256));
    }

    /** Compares a table with the backup's description. @throws BackupException if they differ */
    void require(String table, Counted counted) throws BackupException {
        var said = contents.tables().get(table);
        if (!counted.equals(said)) {
            throw new BackupException("table " + table + " has " + counted + ", the backup says " + said);
        }
    }

    /** Passes the rows of a table to the writer that {@code opening} opens for its columns. */
    Counted read(String table, Opening opening) throws IOException, SQLException {
        var name = BackupWriter.TABLES + table;
        var entry = zip.getEntry(name);
        if (entry == null) {
            throw new BackupException(name + " is missing");
        }
        try (var rows = CSVParser.parse(zip.getInputStream(entry), StandardCharsets.UTF_8, BackupWriter.ROWS)) {
            var left = rows.iterator();
            if (!left.hasNext()) {
                throw new BackupException("table " + table + " is empty");
            }
            var sum = new Sum();
            try (var filling = opening.of(left.next().toList())) {
                while (left.hasNext()) {
                    var row = left.next().toList();
                    sum.add(row);
                    filling.add(row);
                }
            }
            return sum.counted();
        } catch (UncheckedIOException e) {
            throw new BackupException("table " + table + " cannot be read: " + e.getCause().getMessage());
        }
    }

    /** Stores the bytes of uploads. @param folder folder for incomplete files, on the disk of the data directory */
    void uploadsInto(Store store, Path folder) throws IOException {
        Files.createDirectories(folder);
        uploads((sha256, bytes) -> {
            var part = folder.resolve(sha256 + ".part");
            try (var file = Files.newOutputStream(part)) {
                copyChecked(bytes, file, sha256);
            }
            store.keep(Store.upload(sha256), part);
            Files.deleteIfExists(part);
        });
    }

    private void uploads(IOBiConsumer<String, InputStream> each) throws IOException {
        long count = 0;
        for (var entry : zip.stream().filter(entry -> entry.getName().startsWith(BackupWriter.UPLOADS)).toList()) {
            var name = entry.getName();
            try (var bytes = zip.getInputStream(entry)) {
                each.accept(name.substring(BackupWriter.UPLOADS.length(), name.length() - ".gz".length()), bytes);
            }
            count++;
        }
        if (count != contents.uploads()) {
            throw new BackupException("it has " + count + " uploads, and says that there are " + contents.uploads());
        }
    }

    /** Copies compressed bytes and verifies their SHA-256. */
    private static void copyChecked(InputStream compressed, OutputStream to, String sha256)
            throws IOException {
        try (var plain = new GZIPInputStream(new TeeInputStream(compressed, to), BUFFER)) {
            if (!DigestUtils.sha256Hex(plain).equals(sha256)) {
                throw new BackupException("the bytes of upload " + sha256 + " are others");
            }
        }
    }

    @Override
    public void close() throws IOException {
        zip.close();
    }

    /** Factory of writers for rows with given columns. */
    interface Opening {

        Filling of(List<String> columns) throws SQLException;
    }
}
