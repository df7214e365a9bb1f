package org.gpucomm.server.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.EvidenceFiles;
import org.gpucomm.server.analysis.evidence.Observation;
import org.junit.jupiter.api.Test;

class NoiseTest {

    private static final long ITERATIONS_OF_THE_SET = 20;

    /**
     * Three rounds of NCCL's operations, the same on the same host: whatever is called slower or faster between two of them is an
     * error. The rounds of kernels that loop on the GPU are not of these.
     */
    @Test
    void singleRoundsOfTheH200SetDifferByNoMoreThanTheNoise() throws IOException {
        int pairs = 0;
        int quiet = 0;
        for (var rounds : rounds(EvidenceFiles.bundled("h200")).values()) {
            for (int a = 0; a < rounds.size(); a++) {
                for (int b = a + 1; b < rounds.size(); b++) {
                    var comparison = Comparison.of(Evidence.of(rounds.get(a)), Evidence.of(rounds.get(b)));
                    assertThat(comparison.places()).isNotEmpty();
                    pairs++;
                    quiet += comparison.with(Verdict.AMBIGUOUS).size() == comparison.places().size() ? 1 : 0;
                }
            }
        }
        System.out.printf("rounds of the H200 set: no difference in %d of %d pairs%n", quiet, pairs);
        assertThat(pairs).isEqualTo(78);
        assertThat(quiet).isGreaterThanOrEqualTo(pairs * 95 / 100);
    }

    /** Of each operation on each number of GPUs: each round is a section of its file. */
    private static Map<String, List<List<Observation>>> rounds(Evidence evidence) {
        var rounds = new TreeMap<String, Map<Integer, List<Observation>>>();
        for (var observation : evidence.observations()) {
            var measurement = observation.measurement();
            if (!"nccl".equals(measurement.stack().library())
                    || Objects.requireNonNull(measurement.workload().iterations()) != ITERATIONS_OF_THE_SET) {
                continue;
            }
            rounds.computeIfAbsent(measurement.workload().operation() + " on " + measurement.platform().ranks(),
                    key -> new TreeMap<>()).computeIfAbsent(measurement.section(), key -> new ArrayList<>())
                    .add(observation);
        }
        var lists = new TreeMap<String, List<List<Observation>>>();
        rounds.forEach((key, sections) -> lists.put(key, List.copyOf(sections.values())));
        return lists;
    }
}
