package org.gpucomm.server.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.gpucomm.server.series.Sequence.Counted;
import org.junit.jupiter.api.Test;

/** What a question finds is looked for once until something changes, and only so much is kept. */
class KeptRunsTest {

    private static final Map<Counted, Long> FIRST = Map.of(Counted.published, 1L, Counted.tagged, 1L);

    private final List<String> looked = new ArrayList<>();

    @Test
    void whatAChangeSaysNothingOfIsKept() {
        var kept = kept(1);
        kept.of("a", FIRST);
        kept.of("a", Map.of(Counted.published, 1L, Counted.tagged, 2L));
        assertThat(looked).containsExactly("a");
        kept.of("a", Map.of(Counted.published, 2L, Counted.tagged, 2L));
        assertThat(looked).containsExactly("a", "a");
    }

    @Test
    void questionsThatFindNothingAreForgottenToo() {
        var kept = kept(0);
        for (int i = 0; i < 10_000; i++) {
            kept.of("question " + i, FIRST);
        }
        kept.of("question 9999", FIRST);
        assertThat(looked).hasSize(10_000);
        kept.of("question 0", FIRST);
        assertThat(looked).hasSize(10_001);
    }

    @Test
    void twoMillionIdsAreKeptAndNotMuchMore() {
        var kept = kept(1_500_000);
        for (var question : List.of("a", "b", "c", "a", "b", "c")) {
            assertThat(kept.of(question, FIRST)).hasSize(1_500_000);
        }
        assertThat(looked).hasSizeBetween(4, 6);
    }

    /** Each question finds so many. */
    private KeptRuns<String> kept(int runs) {
        return new KeptRuns<>(question -> {
            looked.add(question);
            return new long[runs];
        }, Counted.published);
    }
}
