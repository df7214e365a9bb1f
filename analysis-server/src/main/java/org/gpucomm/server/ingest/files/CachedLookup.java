package org.gpucomm.server.ingest.files;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import com.github.benmanes.caffeine.cache.AsyncLoadingCache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Cache of a value for some seconds. Callers wait at most a second for a new value, even if the database is unavailable. */
public final class CachedLookup<T> {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final AsyncLoadingCache<CachedLookup<T>, T> latest;

    /** @param valid time during which a value is returned again */
    public CachedLookup(Duration valid, Supplier<T> source) {
        this.latest = Caffeine.newBuilder().expireAfterWrite(valid).executor(Thread::startVirtualThread)
                .buildAsync(self -> source.get());
    }

    /** Returns the value; empty while it cannot be looked up. */
    public Optional<T> now() {
        try {
            return Optional.of(latest.get(this).get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
