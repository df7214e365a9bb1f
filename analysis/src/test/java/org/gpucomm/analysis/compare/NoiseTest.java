package org.gpucomm.analysis.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.evidence.Observation;
import org.junit.jupiter.api.Test;

class NoiseTest {

    /**
     * Rounds of the same on the same host, of every library and tool: whatever is called slower or faster between two of them as single
     * runs is an error.
     */
    @Test
    void singleRoundsOfTheH200SetDifferByNoMoreThanTheNoise() throws IOException {
        int pairs = 0;
        int alarms = 0;
        for (var rounds : rounds(EvidenceFiles.bundled("h200")).values()) {
            for (int a = 0; a < rounds.size(); a++) {
                for (int b = a + 1; b < rounds.size(); b++) {
                    var comparison = Comparison.of(Evidence.of(rounds.get(a)), Evidence.of(rounds.get(b)));
                    if (!comparison.places().isEmpty()) {
                        pairs++;
                        alarms += comparison.with(Verdict.SLOWER).size() + comparison.with(Verdict.FASTER).size() > 0
                                ? 1
                                : 0;
                        assertThat(comparison.with(Verdict.SAME)).isEmpty();
                    }
                }
            }
        }
        System.out.printf("rounds of the H200 set as single runs: a false verdict in %d of %d pairs%n", alarms, pairs);
        assertThat(pairs).isGreaterThan(190);
        assertThat(alarms).isLessThanOrEqualTo(pairs * 5 / 100);
    }

    /** Of each operation in a file on each number of GPUs: each round is a section of its file. */
    private static Map<String, List<List<Observation>>> rounds(Evidence evidence) {
        var rounds = new TreeMap<String, Map<Integer, List<Observation>>>();
        for (var observation : evidence.observations()) {
            var measurement = observation.measurement();
            rounds.computeIfAbsent(
                    observation.row().source() + " " + measurement.workload().operation() + " on "
                            + measurement.platform().ranks(),
                    key -> new TreeMap<>()).computeIfAbsent(measurement.section(), key -> new ArrayList<>())
                    .add(observation);
        }
        var lists = new TreeMap<String, List<List<Observation>>>();
        rounds.forEach((key, sections) -> lists.put(key, List.copyOf(sections.values())));
        return lists;
    }
}
