package org.gpucomm.server.store;

import java.io.IOException;
import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.stereotype.Component;

/** Health of the store. Probes come every second or so; the store is checked less often. */
@Component
class StoreHealthIndicator implements HealthIndicator {

    private static final Logger LOG = LoggerFactory.getLogger(StoreHealthIndicator.class);
    private static final Duration GOOD = Duration.ofSeconds(30);
    private static final Duration BAD = Duration.ofSeconds(2);

    private final Store store;
    private @Nullable Health last;
    private long until;

    StoreHealthIndicator(Store store) {
        this.store = store;
    }

    @Override
    public synchronized Health health() {
        var known = last;
        if (known != null && System.nanoTime() - until < 0) {
            return known;
        }
        return known(looked(known));
    }

    private Health looked(@Nullable Health before) {
        try {
            store.check();
            return Health.up().build();
        } catch (IOException e) {
            if (before == null || before.getStatus().equals(Status.UP)) {
                LOG.error("uploads cannot be kept: {}", e.toString());
            }
            return Health.down().build();
        }
    }

    private Health known(Health health) {
        boolean good = health.getStatus().equals(Status.UP);
        until = System.nanoTime() + (good ? GOOD : BAD).toNanos();
        last = health;
        return health;
    }
}
