package org.gpucomm.server.usage;

import java.time.Duration;
import java.util.function.ToLongFunction;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** Metrics of disk space. The size of the database is NaN while the database is unavailable. */
@Component
class UsageMeters implements MeterBinder {

    private static final Duration VALID = Duration.ofSeconds(10);

    private final ObjectProvider<StoredBytes> stored;

    UsageMeters(ObjectProvider<StoredBytes> stored) {
        this.stored = stored;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "gpucomm.store.bytes", StoredBytes::uploads, "uploads on the disk, compressed");
        gauge(registry, "gpucomm.database.bytes", StoredBytes::database, "the database with its indexes");
    }

    private void gauge(MeterRegistry registry, String name, ToLongFunction<StoredBytes> value, String description) {
        var bytes = new CachedLookup<>(VALID, () -> (double) value.applyAsLong(stored.getObject()));
        Gauge.builder(name, bytes, looked -> looked.now().orElse(Double.NaN)).description(description)
                .strongReference(true).register(registry);
    }
}
