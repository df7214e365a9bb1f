package org.gpucomm.runner.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

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
    void settingsTakeTurnsWithinARepetitionAndEachRepetitionBeginsWithTheNext() {
        var order = PlanReader.parse(TWO_BY_THREE.formatted(4), "p.yaml").steps().stream()
                .map(step -> step.repetition() + step.work().arguments().get(1).substring(4, 5)
                        + step.setting().name())
                .toList();
        // r of all_reduce, g of all_gather
        assertThat(order).containsExactly("1ra", "1rb", "1rc", "1ga", "1gb", "1gc", "2rb", "2rc", "2ra", "2gb", "2gc",
                "2ga", "3rc", "3ra", "3rb", "3gc", "3ga", "3gb", "4ra", "4rb", "4rc", "4ga", "4gb", "4gc");
    }

    @Test
    void moreRepetitionsOnlyAddSteps() {
        var two = PlanReader.parse(TWO_BY_THREE.formatted(2), "p.yaml").steps();
        var five = PlanReader.parse(TWO_BY_THREE.formatted(5), "p.yaml").steps();
        assertThat(five.subList(0, two.size())).isEqualTo(two);
        assertThat(five).extracting(PlanStep::number).isSorted().doesNotHaveDuplicates().hasSize(30);
    }

    @Test
    void aStepNamesItsVariables() {
        var steps = PlanReader.parse(TWO_BY_THREE.formatted(1), "p.yaml").steps();
        assertThat(steps.get(1)).hasToString("repetition 1: X=2 gpucomm bench all_reduce -b 8 -e 32 -f 2");
    }

    @Test
    void furtherSectionsOfAStepHaveNumbersThatNoStepHas() {
        var step = PlanReader.parse(TWO_BY_THREE.formatted(1), "p.yaml").steps().get(2);
        assertThat(List.of(step.section(1), step.section(2))).containsExactly(3, 10_003);
        assertThat(step.owns(3) && step.owns(10_003)).isTrue();
        assertThat(step.owns(2) || step.owns(10_004)).isFalse();
    }
}
