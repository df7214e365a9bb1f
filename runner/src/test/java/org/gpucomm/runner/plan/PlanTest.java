package org.gpucomm.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;

class PlanTest {

    private static final String TWO_BY_THREE = """
            operations: [all_reduce, all_gather]
            sizes: {from: 8, to: 32, factor: 2}
            repetitions: %d
            settings:
              a: {X: 1}
              b: {X: 2}
              c: {X: ~}
            """;

    @Test
    void settingsTakeTurnsWithinARepetitionAndEachRepetitionBeginsWithTheNext() throws Exception {
        var order = PlanReader.parse(TWO_BY_THREE.formatted(4), "p.yaml").steps().stream()
                .map(step -> step.repetition() + step.benchmark().operation().id().substring(4, 5)
                        + step.setting().name())
                .toList();
        // r of all_reduce, g of all_gather
        assertThat(order).containsExactly("1ra", "1rb", "1rc", "1ga", "1gb", "1gc", "2rb", "2rc", "2ra", "2gb", "2gc",
                "2ga", "3rc", "3ra", "3rb", "3gc", "3ga", "3gb", "4ra", "4rb", "4rc", "4ga", "4gb", "4gc");
    }

    @Test
    void moreRepetitionsOnlyAddSteps() throws Exception {
        var two = PlanReader.parse(TWO_BY_THREE.formatted(2), "p.yaml").steps();
        var five = PlanReader.parse(TWO_BY_THREE.formatted(5), "p.yaml").steps();
        assertThat(five.subList(0, two.size())).isEqualTo(two);
        assertThat(five).extracting(Step::number).isSorted().doesNotHaveDuplicates().hasSize(30);
    }

    @Test
    void aStepWritesItsOwnSectionAndNamesItsVariables() throws Exception {
        var steps = PlanReader.parse(TWO_BY_THREE.formatted(1), "p.yaml").steps();
        assertThat(steps.get(1).command(Path.of("r.csv"))).endsWith("-f", "2", "--output", "r.csv", "--resume",
                "--section",
                "2", "--setting", "X=2");
        assertThat(steps.get(2).command(Path.of("r.csv"))).doesNotContain("--setting");
        assertThat(steps.get(1)).hasToString("repetition 1: X=2 gpucomm bench all_reduce -b 8 -e 32 -f 2");
    }

    @Test
    void timeIsGuessedUntilTheSameWasMeasured() throws Exception {
        var steps = PlanReader.parse("""
                operations: [all_reduce, reduce]
                sizes: [1G]
                iterations: 98
                warmups: 2
                repetitions: 2
                """, "p.yaml").steps();
        var times = new StepTime();
        // 4 s + 2 placements × 100 × (20 µs + 2³⁰ B / 100 GB/s)
        assertThat(times.of(steps.getFirst())).isEqualTo(Duration.ofMillis(4000 + 4 + 2147));
        times.measured(steps.getFirst().benchmark(), Duration.ofSeconds(60));
        assertThat(times.of(steps)).isEqualTo(Duration.ofMillis(2 * 60_000 + 2 * (4000 + 4 + 2147)));
    }
}
