package org.gpucomm.server.series;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * This class keeps what is read from one state of the tables, and reads it once for all who need it at that time.
 *
 * @param <T> what is read
 */
final class OncePerState<T> {

    private final ConcurrentMap<Long, CompletableFuture<T>> reading = new ConcurrentHashMap<>();
    private volatile @Nullable Known<T> known;

    /** @param state a count of changes */
    private record Known<T>(long state, T value) {}

    /** @param state that the asker sees, a count of changes @param read reads it from the tables */
    T of(long state, Supplier<T> read) {
        var last = known;
        if (last != null && last.state() == state) {
            return last.value();
        }
        // Who is in no transaction needs a connection yet, for which it would wait for those who wait for it.
        return TransactionSynchronizationManager.isActualTransactionActive()
                ? together(state, read)
                : keep(state, read.get());
    }

    private T together(long state, Supplier<T> read) {
        var mine = new CompletableFuture<T>();
        var first = reading.putIfAbsent(state, mine);
        if (first != null) {
            try {
                return first.join();
            } catch (CompletionException e) {
                return read.get();
            }
        }
        try {
            var value = keep(state, read.get());
            mine.complete(value);
            return value;
        } catch (RuntimeException | Error e) {
            mine.completeExceptionally(e);
            throw e;
        } finally {
            reading.remove(state, mine);
        }
    }

    private T keep(long state, T value) {
        known = new Known<>(state, value);
        return value;
    }
}
