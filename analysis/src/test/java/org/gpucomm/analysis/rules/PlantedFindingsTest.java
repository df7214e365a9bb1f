package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Random;
import java.util.function.DoubleUnaryOperator;

import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.Planted;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.junit.jupiter.api.Test;

class PlantedFindingsTest {

    @Test
    void everyPlantedCrossoverIsBracketed() {
        for (int seed = 0; seed < 200; seed++) {
            double crossing = 1024 * Math.pow(2, 10 * new Random(seed).nextDouble());
            var observations = new ArrayList<Observation>(
                    new Planted("nccl", 3 * seed, 0.001).curve(8, 8, 1 << 30, 3, bytes -> 40 + bytes / 200e3)
                            .observations());
            // Equal at the crossing: α is less and the slope more by as much.
            double slope = 1 / 200e3 + 30 / crossing;
            observations.addAll(new Planted("nvshmem", 3 * seed + 1, 0.001)
                    .curve(8, 8, 1 << 30, 3, bytes -> 10 + bytes * slope).observations());
            var findings = new Alternatives().examine(Evidence.of(observations));
            assertThat(findings).as("seed %d", seed).hasSize(1);
            assertThat(number(findings.getFirst(), "from")).isLessThanOrEqualTo(crossing * 1.02);
            assertThat(number(findings.getFirst(), "to")).isGreaterThanOrEqualTo(crossing * 0.98);
            assertThat(number(findings.getFirst(), "to")).isEqualTo(2 * number(findings.getFirst(), "from"));
        }
    }

    /** Curves that cross a little below a measured size, where the lead is nothing: neither its winner nor its place is said of chance. */
    @Test
    void aCrossingBesideAMeasuredSizeHasTheRightWinnersAndLiesInItsBracket() {
        for (int seed = 0; seed < 100; seed++) {
            double crossing = (1 << 18) / 1.008;
            var observations = new ArrayList<Observation>(
                    new Planted("nccl", 3 * seed, 0.01).curve(8, 1024, 1 << 26, 10, bytes -> 40 + bytes / 20e3)
                            .observations());
            double slope = 1 / 20e3 + 30 / crossing;
            observations.addAll(new Planted("nvshmem", 3 * seed + 1, 0.01)
                    .curve(8, 1024, 1 << 26, 10, bytes -> 10 + bytes * slope).observations());
            var finding = new Alternatives().examine(Evidence.of(observations)).getFirst();
            assertThat(finding.sentence()).as("seed %d", seed)
                    .contains("All-Reduce on 8 GPUs: NVSHMEM is faster up to ", ", NCCL from ");
            assertThat(number(finding, "from")).as("seed %d", seed).isLessThan(crossing);
            assertThat(number(finding, "to")).as("seed %d", seed).isGreaterThan(crossing);
            assertThat(number(finding, "near")).isBetween(number(finding, "from"), number(finding, "to"));
        }
    }

    @Test
    void aPlantedSwitchPointIsFoundWithinOneMeasuredSize() {
        int within = 0;
        for (int seed = 0; seed < 200; seed++) {
            int exponent = 12 + new Random(seed).nextInt(8);
            double at = Math.pow(2, exponent);
            // Another protocol from there on: a jump of latency for three times the bandwidth.
            var evidence = new Planted("nccl", seed, 0.01).curve(8, 8, 1 << 28, 5,
                    bytes -> bytes <= at ? 8 + bytes / 20e3 : 30 + at / 20e3 + (bytes - at) / 200e3).evidence();
            var finding = new Fits().examine(evidence).getFirst();
            within += finding.numbers().stream().filter(each -> each.name().equals("switch_on_8"))
                    .anyMatch(each -> each.value() >= at && each.value() <= 4 * at) ? 1 : 0;
        }
        System.out.printf("planted switch points: within one measured size in %d of 200 seeds%n", within);
        assertThat(within).isEqualTo(200);
    }

    @Test
    void aStraightCurveHasOnePieceAndItsParametersComeBack() {
        int straight = 0;
        for (int seed = 0; seed < 200; seed++) {
            var evidence = new Planted("nccl", seed, 0.01).curve(8, 8, 1 << 28, 5, bytes -> 12 + bytes / 180e3)
                    .evidence();
            var finding = new Fits().examine(evidence).getFirst();
            assertThat(number(finding, "alpha_on_8")).isCloseTo(12, within(0.5));
            assertThat(number(finding, "beta_on_8")).isCloseTo(180, within(6.0));
            straight += finding.numbers().stream().noneMatch(each -> each.name().startsWith("switch")) ? 1 : 0;
        }
        assertThat(straight).isGreaterThanOrEqualTo(190);
    }

    /** Twelve sizes, each four times the one before, measured once: a switch that they do not show is no reason to draw a line. */
    @Test
    void aCurveOfFewSizesThatIsNotOneLineIsNotCalledOne() {
        int bent = 0;
        int straight = 0;
        for (int seed = 0; seed < 60; seed++) {
            bent += ofFewSizes(seed,
                    bytes -> 12 + Math.min(bytes, 1 << 20) / 50e3 + Math.max(0, bytes - (1 << 20)) / 100e3)
                    .confidence() == Finding.Confidence.LIKELY ? 1 : 0;
            straight += ofFewSizes(seed, bytes -> 12 + bytes / 180e3).sentence().contains("It is not one line") ? 1 : 0;
        }
        assertThat(bent).isLessThanOrEqualTo(6);
        assertThat(straight).isLessThanOrEqualTo(3);
    }

    private static Finding ofFewSizes(long seed, DoubleUnaryOperator law) {
        var random = new Random(seed);
        var planted = new Planted("nccl", 0, 0);
        for (long bytes = 256; bytes <= 1 << 30; bytes *= 4) {
            planted.add(8, bytes, law.applyAsDouble(bytes) * Math.exp(0.01 * random.nextGaussian()));
        }
        return new Fits().examine(planted.evidence()).getFirst();
    }

    @Test
    void aSwitchHasNoSecondOneBesideIt() {
        int alone = 0;
        for (int seed = 0; seed < 200; seed++) {
            double at = 1 << 18;
            var evidence = new Planted("nccl", seed, 0.01).curve(8, 512, 1 << 30, 1,
                    bytes -> bytes <= at ? 8 + bytes / 20e3 : 30 + at / 20e3 + (bytes - at) / 200e3).evidence();
            alone += new Fits().examine(evidence).getFirst().sentence().contains("in 2 pieces") ? 1 : 0;
        }
        System.out.printf("one planted switch, measured once: %d of 200 seeds report one%n", alone);
        assertThat(alone).isGreaterThanOrEqualTo(193);
    }

    @Test
    void latencyIsNotIdentifiableFromLargeMessages() {
        var evidence = new Planted("nccl", 1, 0.01).curve(8, 1 << 25, 1L << 32, 3, bytes -> 12 + bytes / 180e3)
                .evidence();
        var finding = new Fits().examine(evidence).getFirst();
        assertThat(finding.sentence()).contains("α is not identifiable", "measure from 8 B on");
        assertThat(number(finding, "beta_on_8")).isCloseTo(180, within(4.0));
    }

    @Test
    void aPlantedCliffIsFoundAndASmoothCurveHasNone() {
        var cliff = new Planted("nccl", 1, 0.005)
                .curve(8, 1024, 1 << 27, 1, bytes -> (12 + bytes / 180e3) * (bytes == 1 << 27 ? 4 : 1)).evidence();
        assertThat(new Shapes().examine(cliff)).singleElement().satisfies(finding -> {
            assertThat(finding.sentence())
                    .contains("from 64 MiB to 128 MiB on 8 GPUs. That is the largest size measured.");
            assertThat(finding.next()).isEqualTo("gpucomm bench all_reduce -g 8 -b 32M -e 512M -f 2");
        });
        var smooth = new Planted("nccl", 1, 0.005).curve(8, 1024, 1 << 27, 1, bytes -> 12 + bytes / 180e3).evidence();
        assertThat(new Shapes().examine(smooth)).isEmpty();
    }

    @Test
    void oneRepetitionThatStandsApartIsNamed() {
        var planted = new Planted("nccl", 1, 0.005).curve(8, 1024, 4096, 9, bytes -> 12 + bytes / 180e3);
        planted.add(8, 2048, 30);
        assertThat(new Outliers().examine(planted.evidence())).singleElement()
                .satisfies(finding -> assertThat(finding.rows()).singleElement()
                        .satisfies(row -> assertThat(row.ordinal()).isEqualTo(28)));
    }

    private static double number(Finding finding, String name) {
        return finding.numbers().stream().filter(each -> each.name().equals(name)).findFirst().map(Quantity::value)
                .orElseThrow();
    }
}
