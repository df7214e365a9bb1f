package org.gpucomm.server.ingest.files;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.gpucomm.server.database.DatabaseProduct;
import org.gpucomm.server.store.Store;
import org.gpucomm.server.web.Refused;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/**
 * Disk space: what uploads and database take, cached for some seconds, and what is free on the disk of the data directory. Some is
 * reserved, since H2 cannot use its file on a full disk. The metrics are NaN while a value cannot be looked up.
 */
@Component
public class DiskSpace implements MeterBinder {

    private static final Duration VALID = Duration.ofSeconds(15);
    private static final Duration VALID_FOR_METRICS = Duration.ofSeconds(10);

    private final Path folder;
    private final DataSize reserve;
    private final DataSize quota;
    private final Store store;
    private final ObjectProvider<JdbcTemplate> jdbc;
    private final AtomicLong since = new AtomicLong();
    /** The two values, cached separately, so that one is known while the other is not available. */
    private final LoadingCache<DiskSpace, Long> uploads = cache(DiskSpace::ofUploads);
    private final LoadingCache<DiskSpace, Long> database = cache(DiskSpace::ofDatabase);

    /** @param jdbc looked up late, since the database may open later than the web server */
    DiskSpace(IngestProperties properties, Store store, ObjectProvider<JdbcTemplate> jdbc) {
        this.folder = properties.dataDir();
        this.reserve = properties.reserve();
        this.quota = properties.quota();
        this.store = store;
        this.jdbc = jdbc;
    }

    private static LoadingCache<DiskSpace, Long> cache(CacheLoader<DiskSpace, Long> lookup) {
        return Caffeine.newBuilder().expireAfterWrite(VALID).build(lookup);
    }

    /** Checks that there is space. @throws Refused if the bytes would use the reserve, or the quota is used up */
    void requireFor(long bytes) {
        if (free() - bytes < reserve.toBytes()) {
            throw Refused.insufficientStorage(
                    "The server's disk has " + free() / 1_000_000 + " MB left, of which " + reserve.toMegabytes()
                            + " MB are kept free. Its operator must free some; then send the file again.");
        }
        if (quota.toBytes() > 0 && total() >= quota.toBytes()) {
            throw Refused.insufficientStorage("The server holds " + total() / 1_000_000 + " MB, and may hold "
                    + quota.toBytes() / 1_000_000 + ". Its operator must raise --quota; then send the file again.");
        }
    }

    /** Adds bytes of a new upload, which arrived since the disk was last checked. */
    void came(long bytes) {
        since.addAndGet(bytes);
    }

    /** Checks the space before the database grows. @throws FileSystemException if more than half of the reserve is in use */
    public void requireForImport() throws IOException {
        if (free() < reserve.toBytes() / 2) {
            throw new FileSystemException(folder.toString(), null, "too little is left on the disk");
        }
    }

    UsageController.Usage usage() {
        return new UsageController.Usage(uploads.get(this), database.get(this), free(),
                quota.toBytes() == 0 ? null : quota.toBytes());
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "gpucomm.store.bytes", () -> uploads.get(this), "uploads on the disk, compressed");
        gauge(registry, "gpucomm.database.bytes", () -> database.get(this), "the database with its indexes");
    }

    private static void gauge(MeterRegistry registry, String name, Supplier<Long> value, String description) {
        var bytes = new CachedLookup<>(VALID_FOR_METRICS, value);
        Gauge.builder(name, bytes, looked -> looked.now().map(Long::doubleValue).orElse(Double.NaN))
                .description(description).strongReference(true).register(registry);
    }

    /** Returns the bytes of uploads and database, including those that arrived after they were measured. */
    private long total() {
        return uploads.get(this) + database.get(this) + since.get();
    }

    /** Returns the free space by a path, not by a mount, since a changed root lists no mounts. */
    private long free() {
        var existing = Files.exists(folder) ? folder : folder.toAbsolutePath().getParent();
        return existing.toFile().getUsableSpace();
    }

    private long ofDatabase() {
        var template = jdbc.getObject();
        if (!DatabaseProduct.isPostgresql(template)) {
            return folder.resolve("gpucomm.mv.db").toFile().length();
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
}
