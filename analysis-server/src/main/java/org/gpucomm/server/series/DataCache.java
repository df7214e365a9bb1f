package org.gpucomm.server.series;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import com.github.benmanes.caffeine.cache.AsyncCache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Weigher;

/**
 * Cache of values computed from one version of the data ({@link Sequence#version()}). A change of the data empties it. If several threads
 * ask for a value at the same time, it is computed once. Thread-safe.
 *
 * @param <K> question
 * @param <V> value
 */
public final class DataCache<K, V> {

    private final long capacity;
    private final Weigher<K, V> weigher;
    private volatile Version<K, V> latest;

    /** @param capacity largest total weight of all values; the least recently used are evicted first */
    public DataCache(long capacity, Weigher<K, V> weigher) {
        this.capacity = capacity;
        this.weigher = weigher;
        this.latest = version(Long.MIN_VALUE);
    }

    /** Computation of a value; null is returned to the caller and not cached. */
    @FunctionalInterface
    public interface Computation<V, E extends Exception> {

        @Nullable
        V value() throws E;
    }

    private record Version<K, V>(long number, AsyncCache<K, V> values) {}

    /** Value that a thread is computing, or has computed. */
    private static final class Computed<V> extends CompletableFuture<V> {

        private final boolean isInTransaction = TransactionSynchronizationManager.isActualTransactionActive();
    }

    /** Returns the cached value of a version, or null. */
    public @Nullable V cached(long version, K question) {
        return at(version).values().synchronous().getIfPresent(question);
    }

    /** Returns the cached value, or computes and caches it. @param version version of the data that the caller sees */
    public <E extends Exception> @Nullable V find(long version, K question, Computation<V, E> computation) throws E {
        var mine = new Computed<V>();
        var first = (Computed<V>) at(version).values().asMap().putIfAbsent(question, mine);
        if (first == null) {
            return run(mine, computation);
        }
        // A computation outside a transaction may need the connection that this caller holds.
        return first.isDone() || first.isInTransaction || !mine.isInTransaction
                ? await(first, computation)
                : computation.value();
    }

    private static <V, E extends Exception> @Nullable V await(Computed<V> first, Computation<V, E> computation)
            throws E {
        try {
            return first.join();
        } catch (CancellationException failed) {
            return computation.value();
        }
    }

    /** Computes a value. The cache removes a failed computation, and one whose value is null. */
    private static <V, E extends Exception> @Nullable V run(Computed<V> mine, Computation<V, E> computation)
            throws E {
        try {
            var value = computation.value();
            mine.complete(value);
            return value;
        } finally {
            // Has no effect after a success.
            mine.cancel(false);
        }
    }

    /** Returns the cache of a version. A transaction that began before the last change sees an older version, which is not cached. */
    private Version<K, V> at(long number) {
        var last = latest;
        if (last.number() == number) {
            return last;
        }
        var other = version(number);
        if (number > last.number()) {
            latest = other;
        }
        return other;
    }

    private Version<K, V> version(long number) {
        return new Version<>(number,
                Caffeine.newBuilder().maximumWeight(capacity).weigher(weigher).executor(Runnable::run).buildAsync());
    }
}
