package org.gpucomm.server.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.Test;

class TurnsTest {

    @Test
    void oneCoreIsLeftAndTheHeapHasRoomForAll() {
        assertThat(Turns.atATime(1, 512L << 20)).isEqualTo(1);
        assertThat(Turns.atATime(2, 512L << 20)).isEqualTo(1);
        assertThat(Turns.atATime(16, 512L << 20)).isEqualTo(2);
        assertThat(Turns.atATime(16, 64L << 20)).isEqualTo(1);
        assertThat(Turns.atATime(16, 16L << 30)).isEqualTo(15);
    }

    @Test
    void whoHasATurnHasItForWhatItAsksAndAnotherWaits() {
        var turns = new Turns(1);
        CompletableFuture<Turns.Turn> another;
        try (var _ = turns.take()) {
            try (var _ = turns.take()) {
                assertThatExceptionOfType(TooBusy.class)
                        .isThrownBy(() -> inAnotherThread(() -> turns.take(Duration.ZERO)));
            }
            assertThatExceptionOfType(TooBusy.class).isThrownBy(() -> inAnotherThread(() -> turns.take(Duration.ZERO)));
            another = CompletableFuture.supplyAsync(turns::take);
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
