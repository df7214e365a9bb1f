package org.gpucomm.server.usage;

import java.util.function.ToDoubleFunction;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;

/** This class tells Prometheus what the disk holds. While the database is away its bytes are not a number. */
@Component
class UsageMeters implements MeterBinder {

    private final ObjectProvider<StoredBytes> stored;

    UsageMeters(ObjectProvider<StoredBytes> stored) {
        this.stored = stored;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(registry, "gpucomm.store.bytes", StoredBytes::uploads, "uploads on the disk, compressed");
        gauge(registry, "gpucomm.database.bytes", StoredBytes::database, "the database with its indexes");
    }

    private void gauge(MeterRegistry registry, String name, ToDoubleFunction<StoredBytes> value, String description) {
        Gauge.builder(name, stored, provider -> value.applyAsDouble(provider.getObject())).description(description)
                .register(registry);
    }
}
