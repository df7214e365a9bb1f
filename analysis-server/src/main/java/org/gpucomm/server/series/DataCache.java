package org.gpucomm.server.series;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import com.github.benmanes.caffeine.cache.Cache;
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

    private record Version<K, V>(long number, Cache<K, V> values, ConcurrentMap<K, Running<V>> running) {}

    private record Running<V>(boolean isInTransaction, CompletableFuture<@Nullable V> value) {}

    /** Returns the cached value of a version, or null. */
    public @Nullable V cached(long version, K question) {
        return at(version).values().getIfPresent(question);
    }

    /** Returns the cached value, or computes and caches it. @param version version of the data that the caller sees */
    public <E extends Exception> @Nullable V find(long version, K question, Computation<V, E> computation) throws E {
        var at = at(version);
        var cached = at.values().getIfPresent(question);
        if (cached != null) {
            return cached;
        }
        var mine = new Running<V>(TransactionSynchronizationManager.isActualTransactionActive(),
                new CompletableFuture<>());
        var first = at.running().putIfAbsent(question, mine);
        if (first == null) {
            return run(at, question, mine, computation);
        }
        // A computation outside a transaction may need the connection that this caller holds.
        return first.isInTransaction() || !mine.isInTransaction() ? await(first, computation) : computation.value();
    }

    private static <V, E extends Exception> @Nullable V await(Running<V> first, Computation<V, E> computation)
            throws E {
        try {
            return first.value().join();
        } catch (CompletionException failed) {
            return computation.value();
        }
    }

    private <E extends Exception> @Nullable V run(Version<K, V> at, K question, Running<V> mine,
            Computation<V, E> computation) throws E {
        try {
            var value = computation.value();
            if (value != null) {
                at.values().put(question, value);
            }
            mine.value().complete(value);
            return value;
        } finally {
            // Has no effect if the future is complete.
            mine.value().completeExceptionally(new IllegalStateException("failed"));
            at.running().remove(question, mine);
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
                Caffeine.newBuilder().maximumWeight(capacity).weigher(weigher).executor(Runnable::run).build(),
                new ConcurrentHashMap<>());
    }
}
