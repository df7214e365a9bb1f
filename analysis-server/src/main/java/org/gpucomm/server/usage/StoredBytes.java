package org.gpucomm.server.usage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

import org.gpucomm.server.database.DatabaseProduct;
import org.gpucomm.server.store.Store;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

/** Disk space of uploads and database, cached for some seconds. */
@Component
public class StoredBytes {

    private static final Duration VALID = Duration.ofSeconds(15);

    private final Path dataDir;
    private final Store store;
    private final ObjectProvider<JdbcTemplate> jdbc;
    private final AtomicLong since = new AtomicLong();
    private final Looked uploads = new Looked(this::ofUploads);
    private final Looked database = new Looked(this::ofDatabase);

    /** @param jdbc looked up late, since the database may open later than the web server */
    public StoredBytes(@Value("${gpucomm.data-dir}") Path dataDir, Store store,
            ObjectProvider<JdbcTemplate> jdbc) {
        this.dataDir = dataDir;
        this.store = store;
        this.jdbc = jdbc;
    }

    /** Returns the number of bytes of the compressed uploads in the store. */
    public long uploads() {
        return uploads.now();
    }

    /** Returns the number of bytes of the database, including its indexes. */
    public long database() {
        return database.now();
    }

    /** Returns the sum of both, including bytes that arrived after they were measured. */
    public long total() {
        return uploads() + database() + since.get();
    }

    /** Adds bytes of a new upload. */
    public void add(long bytes) {
        since.addAndGet(bytes);
    }

    private long ofDatabase() {
        var template = jdbc.getObject();
        if (!DatabaseProduct.isPostgresql(template)) {
            return size(dataDir.resolve("gpucomm.mv.db"));
        }
        var bytes = template.queryForObject("select pg_database_size(current_database())", Long.class);
        return bytes == null ? 0 : bytes;
    }

    private long ofUploads() {
        since.set(0);
        try {
            return store.bytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException gone) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** One of the two values, cached separately, so that one is known while the other is not available. */
    private static final class Looked {

        private final LongSupplier source;
        private long bytes;
        private long at = System.nanoTime() - VALID.toNanos();

        private Looked(LongSupplier source) {
            this.source = source;
        }

        private synchronized long now() {
            if (System.nanoTime() - at >= VALID.toNanos()) {
                bytes = source.getAsLong();
                at = System.nanoTime();
            }
            return bytes;
        }
    }
}
