package org.gpucomm.server.analysis.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

import org.gpucomm.server.analysis.compare.FingerprintDifference;
import org.gpucomm.server.analysis.evidence.Planted;
import org.gpucomm.server.analysis.evidence.RunFact;
import org.junit.jupiter.api.Test;

class HistoryTest {

    private static final Instant START = Instant.parse("2025-01-01T00:00:00Z");

    @Test
    void anUpgradeThatSlowedABandOfSizesIsFoundWithWhatChanged() {
        int found = 0;
        for (int seed = 0; seed < 100; seed++) {
            var history = History.of(runs(seed, 24, 12, 1.05));
            found += history.changes().size() == 1 && history.changes().getFirst().after().equals("run-12") ? 1 : 0;
        }
        System.out.printf(
                "planted change of 5 %% in 6 of 26 sizes at 1 %% noise: found alone and in place in %d of 100 seeds%n",
                found);
        assertThat(found).isGreaterThanOrEqualTo(90);
        var change = History.of(runs(1, 24, 12, 1.05)).changes().getFirst();
        assertThat(change.differs()).containsExactly(
                new FingerprintDifference("nccl_version", Set.of("2.27.3"), Set.of("2.28.3")));
        assertThat(change.effect()).isCloseTo(Math.pow(1.05, 6.0 / 26) - 1, within(0.006));
    }

    @Test
    void whereNothingChangedNothingIsFound() {
        int quiet = 0;
        for (int seed = 0; seed < 100; seed++) {
            quiet += History.of(runs(seed, 24, 12, 1)).changes().isEmpty() ? 1 : 0;
        }
        System.out.printf("nothing planted: no change point in %d of 100 histories%n", quiet);
        assertThat(quiet).isGreaterThanOrEqualTo(90);
    }

    @Test
    void twoChangesAreBothFoundAndTheAnswerIsAlwaysTheSame() {
        var runs = new ArrayList<>(runs(3, 20, 10, 1.1));
        runs.addAll(later(runs(4, 10, 0, 1.25), 20));
        var history = History.of(runs);
        assertThat(history.changes()).hasSize(2);
        assertThat(History.of(runs.reversed())).isEqualTo(history);
    }

    @Test
    void aRunOfOtherSizesIsLeftOutAndNamed() {
        var runs = new ArrayList<>(runs(5, 10, 10, 1));
        runs.add(new DatedRun("odd", START.plusSeconds(5),
                new Planted("nccl", 1, 0).curve(8, 3, 3, 1, bytes -> 9).evidence(),
                List.of()));
        assertThat(History.of(runs).leftOut()).containsExactly("odd");
        assertThat(History.of(runs).sizes()).hasSize(26);
    }

    private static List<DatedRun> later(List<DatedRun> runs, int by) {
        return runs.stream()
                .map(run -> new DatedRun("later-" + run.run(), run.at().plusSeconds(86_400L * by), run.evidence(),
                        run.facts()))
                .toList();
    }

    /** A run a day, slower in six sizes from {@code change} on. */
    private static List<DatedRun> runs(int seed, int count, int change, double factor) {
        var random = new Random(seed);
        var runs = new ArrayList<DatedRun>();
        for (int i = 0; i < count; i++) {
            boolean after = i >= change;
            var evidence = new Planted("nccl", random.nextLong(), 0.01).curve(8, 8, 256 << 20, 1,
                    bytes -> (12 + bytes / 180e3) * (after && bytes >= 1 << 20 && bytes <= 32 << 20 ? factor : 1))
                    .evidence();
            var id = "run-%02d".formatted(i);
            runs.add(new DatedRun(id, START.plusSeconds(86_400L * i), evidence,
                    List.of(new RunFact(id, "nccl_version", after ? "2.28.3" : "2.27.3"),
                            new RunFact(id, "driver_version", "580.95"))));
        }
        return runs;
    }
}
