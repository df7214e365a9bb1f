package org.gpucomm.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

class ConcurrencyLimiterTest {

    @Test
    void oneCoreIsLeftAndTheHeapHasRoomForAll() {
        assertThat(ConcurrencyLimiter.permits(1, 512L << 20)).isEqualTo(1);
        assertThat(ConcurrencyLimiter.permits(2, 512L << 20)).isEqualTo(1);
        assertThat(ConcurrencyLimiter.permits(16, 512L << 20)).isEqualTo(2);
        assertThat(ConcurrencyLimiter.permits(16, 64L << 20)).isEqualTo(1);
        assertThat(ConcurrencyLimiter.permits(16, 16L << 30)).isEqualTo(15);
    }

    @Test
    void whoHoldsAPermitHoldsItForWhatItAsksAndAnotherWaits() {
        var limiter = new ConcurrencyLimiter(1, Duration.ZERO);
        CompletableFuture<ConcurrencyLimiter.Permit> another;
        try (var _ = limiter.acquire()) {
            try (var _ = limiter.acquire()) {
                assertThatExceptionOfType(TooBusy.class)
                        .isThrownBy(() -> inAnotherThread(() -> limiter.acquire(Duration.ZERO)));
            }
            assertThatExceptionOfType(TooBusy.class)
                    .isThrownBy(() -> inAnotherThread(() -> limiter.acquire(Duration.ZERO)));
            another = CompletableFuture.supplyAsync(limiter::acquire);
        }
        assertThat(another.join()).isNotNull();
    }

    private static void inAnotherThread(Runnable task) throws Throwable {
        try {
            CompletableFuture.runAsync(task).join();
        } catch (java.util.concurrent.CompletionException e) {
            throw e.getCause();
        }
    }
}
