package org.gpucomm.server.ingest.imports;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

class TurnsTest {

    private final AtomicLong now = new AtomicLong();
    private final ImportTurns turns = new ImportTurns(1, now::get);
    private final List<String> done = Collections.synchronizedList(new ArrayList<>());

    @Test
    void theSmallerFileComesFirstAndBeforeItWhatIsNoImport() throws Exception {
        var free = occupied();
        turns.add(1, 5_000, () -> done.add("large"));
        turns.add(2, 10, () -> done.add("small"));
        turns.add(3, 10, () -> done.add("as small, later"));
        turns.first(() -> done.add("no import"));
        free.countDown();
        turns.close(Duration.ofSeconds(60));
        assertThat(done).containsExactly("no import", "small", "as small, later", "large");
    }

    @Test
    void whoHasHadATurnComesAfterThoseWhoHaveNot() throws Exception {
        turns.endTurn(1);
        var free = occupied();
        turns.add(1, 10, () -> done.add("small, once more"));
        turns.add(2, 5_000, () -> done.add("large"));
        free.countDown();
        turns.close(Duration.ofSeconds(60));
        assertThat(done).containsExactly("large", "small, once more");
    }

    @Test
    void aTurnEndsAfterItsTimeOnlyIfOthersWaitAndTheNextIsTwiceAsLong() throws Exception {
        var turn = turns.begin(1);
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(turn.isOver()).as("nobody waits").isFalse();
        var free = occupied();
        turns.add(2, 10, () -> done.add("waits"));
        assertThat(turn.isOver()).isTrue();
        turns.endTurn(1);
        var second = turns.begin(1);
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(second.isOver()).as("after 6 of 10 s").isFalse();
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(second.isOver()).as("after 12 of 10 s").isTrue();
        free.countDown();
        turns.close(Duration.ofSeconds(60));
    }

    @Test
    void ofTwoThatHaveComeToLongTurnsOneGivesWayToWhoHasHadNone() throws Exception {
        var two = new ImportTurns(2, now::get);
        for (int turn = 0; turn < 6; turn++) {
            two.endTurn(1);
            two.endTurn(2);
        }
        two.endTurn(2);
        var first = two.begin(1);
        var second = two.begin(2);
        now.addAndGet(Duration.ofSeconds(6).toNanos());
        assertThat(List.of(first.isOver(), second.isOver())).as("nobody waits").containsOnly(false);
        var free = new CountDownLatch(1);
        two.add(8, 1, () -> await(free));
        two.add(9, 1, () -> await(free));
        two.add(3, 10, () -> done.add("small"));
        assertThat(first.isOver()).as("one goes on").isFalse();
        assertThat(second.isOver()).as("who has had more turns gives way").isTrue();
        two.endTurn(2);
        two.begin(4);
        assertThat(first.isOver()).as("beside one in its first turn").isFalse();
        free.countDown();
        two.close(Duration.ofSeconds(60));
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The one thread has something to do until the latch is opened. */
    private CountDownLatch occupied() throws InterruptedException {
        var began = new CountDownLatch(1);
        var free = new CountDownLatch(1);
        turns.first(() -> {
            began.countDown();
            await(free);
        });
        began.await();
        return free;
    }
}
