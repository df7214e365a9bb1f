package org.gpucomm.server.store;

import java.io.IOException;
import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.stereotype.Component;

/** Health of the store. Probes come every second or so; the store is checked less often. */
@Component
class StoreHealthIndicator implements HealthIndicator {

    private static final Logger LOG = LoggerFactory.getLogger(StoreHealthIndicator.class);
    private static final Duration GOOD = Duration.ofSeconds(30);
    private static final Duration BAD = Duration.ofSeconds(2);

    private final Store store;
    private boolean good = true;
    private long until = System.nanoTime();

    StoreHealthIndicator(Store store) {
        this.store = store;
    }

    @Override
    public synchronized Health health() {
        if (System.nanoTime() - until >= 0) {
            check();
            until = System.nanoTime() + (good ? GOOD : BAD).toNanos();
        }
        return (good ? Health.up() : Health.down()).build();
    }

    private void check() {
        try {
            store.check();
            good = true;
        } catch (IOException e) {
            if (good) {
                LOG.error("uploads cannot be kept: {}", e.toString());
            }
            good = false;
        }
    }
}
