package org.gpucomm.server.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronizationManager;

class DataCacheTest {

    private final List<String> computed = new ArrayList<>();
    private final DataCache<String, String> cache = new DataCache<>(100,
            (question, value) -> question.length() + value.length());

    @Test
    void aValueIsComputedOnceForEachVersion() {
        assertThat(List.of(find(1, "a"), find(1, "a"), find(2, "a"), find(2, "a"))).containsOnly("A");
        assertThat(computed).containsExactly("a", "a");
    }

    @Test
    void anOlderVersionIsAnsweredAndPushesOutNothing() {
        find(2, "a");
        find(1, "a");
        find(2, "a");
        assertThat(computed).containsExactly("a", "a");
        assertThat(cache.cached(1, "a")).isNull();
        assertThat(cache.cached(2, "a")).isEqualTo("A");
    }

    @Test
    void nullAndFailuresAreNotCached() {
        assertThat(cache.<RuntimeException>find(1, "a", () -> null)).isNull();
        assertThatThrownBy(() -> cache.<RuntimeException>find(1, "a", () -> {
            throw new IllegalStateException("no");
        })).hasMessage("no");
        assertThat(find(1, "a")).isEqualTo("A");
    }

    @Test
    void questionsOfAnyLengthTakeNoMoreThanTheCapacity() {
        for (int i = 0; i < 1000; i++) {
            find(1, "question " + i);
        }
        long cached = computed.stream().filter(question -> cache.cached(1, question) != null).count();
        assertThat(cached).isBetween(1L, 5L);
    }

    @Test
    void allThatAskAtTheSameTimeGetOneValue() throws Exception {
        var begun = new CountDownLatch(1);
        var end = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var first = threads.submit(() -> cache.find(1, "a", () -> {
                begun.countDown();
                end.await();
                return "first";
            }));
            begun.await();
            var second = threads.submit(() -> find(1, "a"));
            var inTransaction = threads.submit(() -> {
                TransactionSynchronizationManager.setActualTransactionActive(true);
                return find(1, "a");
            });
            assertThat(inTransaction.get()).as("does not wait for one outside a transaction").isEqualTo("A");
            assertThat(second.isDone()).isFalse();
            end.countDown();
            assertThat(List.of(first.get(), second.get())).containsOnly("first");
        }
    }

    private String find(long version, String question) {
        return cache.find(version, question, () -> {
            computed.add(question);
            return question.toUpperCase(Locale.ROOT);
        });
    }
}
