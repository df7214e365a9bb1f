package org.gpucomm.server.backup;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

import org.apache.commons.io.function.IOFunction;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;
import org.gpucomm.cli.terminal.Version;
import org.gpucomm.server.backup.Sum.Counted;
import org.jspecify.annotations.Nullable;

import tools.jackson.databind.json.JsonMapper;

/**
 * Writer of a backup. A backup is a ZIP file with a CSV file with a header for each table, {@code tables/NAME}, the bytes of each upload,
 * {@code uploads/SHA256.gz}, and {@link Contents}.
 *
 * @param files opens the compressed bytes of an upload by their SHA-256
 */
record BackupWriter(Connection connection, IOFunction<String, InputStream> files) {

    static final String TABLES = "tables/";
    static final String UPLOADS = "uploads/";
    /** Format of rows: null is an empty field, an empty text is two quotation marks. */
    static final CSVFormat ROWS = CSVFormat.POSTGRESQL_CSV;
    private static final int BUFFER = 1 << 16;

    /** Writes the current contents of the tables and the files that they name. The stream stays open. */
    void write(OutputStream out) throws SQLException, IOException {
        var tables = DatabaseTables.asTheyAreNow(connection);
        var zip = new ZipOutputStream(new BufferedOutputStream(out, BUFFER), StandardCharsets.UTF_8);
        zip.setLevel(Deflater.BEST_SPEED);
        var counted = new LinkedHashMap<String, Counted>();
        for (var table : tables.all()) {
            zip.putNextEntry(new ZipEntry(TABLES + table.name()));
            var rows = new CSVPrinter(new OutputStreamWriter(zip, StandardCharsets.UTF_8), ROWS);
            rows.printRecord(table.columns());
            counted.put(table.name(), tables.read(table, rows::printRecord));
            rows.flush();
            zip.closeEntry();
        }
        var schema = tables.version();
        zip.setLevel(Deflater.NO_COMPRESSION);
        long uploads = writeUploads(zip);
        zip.putNextEntry(new ZipEntry(Contents.ENTRY));
        zip.write(JsonMapper.shared().writeValueAsBytes(new Contents(Contents.FORMAT, Version.current(), schema,
                Instant.now().toString(), counted, uploads)));
        zip.closeEntry();
        zip.finish();
        zip.flush();
    }

    private long writeUploads(ZipOutputStream zip) throws SQLException, IOException {
        long count = 0;
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery("select sha256, erase_at from upload order by stored_at, id")) {
            while (rows.next()) {
                var eraseAt = rows.getObject(2, OffsetDateTime.class);
                count += writeUpload(zip, rows.getString(1), eraseAt) ? 1 : 0;
            }
        }
        return count;
    }

    /** Writes the bytes of an upload and returns whether they exist; a deleted upload may be erased during the backup. */
    private boolean writeUpload(ZipOutputStream zip, String sha256, @Nullable OffsetDateTime eraseAt)
            throws IOException {
        try (var file = files.apply(sha256)) {
            zip.putNextEntry(new ZipEntry(UPLOADS + sha256 + ".gz"));
            file.transferTo(zip);
            zip.closeEntry();
            return true;
        } catch (NoSuchFileException e) {
            if (eraseAt == null || eraseAt.isAfter(OffsetDateTime.now(ZoneOffset.UTC))) {
                throw e;
            }
            return false;
        }
    }
}
