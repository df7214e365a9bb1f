package org.gpucomm.server.usage;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/** Cache of a value for some seconds. Callers wait at most a second for a new value, even if the database is unavailable. */
public final class CachedLookup<T> {

    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    private final Duration valid;
    private final Supplier<T> source;
    private @Nullable CompletableFuture<T> latest;
    private long begun;

    /** @param valid time during which a value is returned again */
    public CachedLookup(Duration valid, Supplier<T> source) {
        this.valid = valid;
        this.source = source;
    }

    /** Returns the value; empty while it cannot be looked up. */
    public Optional<T> now() {
        try {
            return Optional.of(latest().get(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS));
        } catch (ExecutionException | TimeoutException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private synchronized CompletableFuture<T> latest() {
        var known = latest;
        if (known != null && (!known.isDone() || System.nanoTime() - begun < valid.toNanos())) {
            return known;
        }
        begun = System.nanoTime();
        var anew = CompletableFuture.supplyAsync(source, Thread::startVirtualThread);
        latest = anew;
        return anew;
    }
}
