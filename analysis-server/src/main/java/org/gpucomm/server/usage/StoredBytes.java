package org.gpucomm.server.usage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.gpucomm.server.database.DatabaseProduct;
import org.gpucomm.server.store.Store;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.stereotype.Component;

import com.github.benmanes.caffeine.cache.CacheLoader;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Disk space of uploads and database, cached for some seconds; also as metrics, which are NaN while a value cannot be looked up. */
@Component
public class StoredBytes implements MeterBinder {

    private static final Duration VALID = Duration.ofSeconds(15);
    private static final Duration VALID_FOR_METRICS = Duration.ofSeconds(10);

    private final Path dataDir;
    private final Store store;
    private final ObjectProvider<JdbcTemplate> jdbc;
    private final AtomicLong since = new AtomicLong();
    /** The two values, cached separately, so that one is known while the other is not available. */
    private final LoadingCache<StoredBytes, Long> uploads = cache(StoredBytes::ofUploads);
    private final LoadingCache<StoredBytes, Long> database = cache(StoredBytes::ofDatabase);

    /** @param jdbc looked up late, since the database may open later than the web server */
    public StoredBytes(@Value("${gpucomm.data-dir}") Path dataDir, Store store,
            ObjectProvider<JdbcTemplate> jdbc) {
        this.dataDir = dataDir;
        this.store = store;
        this.jdbc = jdbc;
    }

    private static LoadingCache<StoredBytes, Long> cache(CacheLoader<StoredBytes, Long> lookup) {
        return Caffeine.newBuilder().expireAfterWrite(VALID).build(lookup);
    }

    /** Returns the number of bytes of the compressed uploads in the store. */
    public long uploads() {
        return uploads.get(this);
    }

    /** Returns the number of bytes of the database, including its indexes. */
    public long database() {
        return database.get(this);
    }

    /** Returns the sum of both, including bytes that arrived after they were measured. */
    public long total() {
        return uploads() + database() + since.get();
    }

    /** Adds bytes of a new upload. */
    public void add(long bytes) {
        since.addAndGet(bytes);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "gpucomm.store.bytes", this::uploads, "uploads on the disk, compressed");
        gauge(registry, "gpucomm.database.bytes", this::database, "the database with its indexes");
    }

    private static void gauge(MeterRegistry registry, String name, Supplier<Long> value, String description) {
        var bytes = new CachedLookup<>(VALID_FOR_METRICS, value);
        Gauge.builder(name, bytes, looked -> looked.now().map(Long::doubleValue).orElse(Double.NaN))
                .description(description).strongReference(true).register(registry);
    }

    private long ofDatabase() {
        var template = jdbc.getObject();
        if (!DatabaseProduct.isPostgresql(template)) {
            return dataDir.resolve("gpucomm.mv.db").toFile().length();
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
