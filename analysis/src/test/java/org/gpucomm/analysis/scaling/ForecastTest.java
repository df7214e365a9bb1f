package org.gpucomm.analysis.scaling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntFunction;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.scaling.GpuCounts.Count;
import org.junit.jupiter.api.Test;

class ForecastTest {

    private static final int A_NODE = 8;
    private static final IntFunction<OptionalDouble> NONE = ranks -> OptionalDouble.empty();

    @Test
    void aPlantedLawIsContinuedToFourTimesTheLargestCountAndTheTruthLiesInTheInterval() {
        assertContinued(n -> 30 + 4 * Math.log(n) / Math.log(2));
        assertContinued(n -> 30 + 0.5 * n);
        assertContinued(n -> 10 + 4 * Math.sqrt(n));
        assertContinued(n -> 42);
        assertContinued(n -> 30e6 / n);
    }

    @Test
    void threeCountsBeyondTheNodeAreEnoughAndTwoAreNot() {
        var three = Forecast.of(List.of(curve(1024, n -> 30 + n, 2, 4, 8, 16, 32, 64)), NONE).getFirst();
        assertThat(three.points()).extracting(Forecast.Point::ranks).containsExactly(128, 256);
        assertThat(three.law()).isEqualTo("a + b·n (of three counts only)");
        var two = Forecast.of(List.of(curve(1024, n -> 30 + n, 2, 4, 8, 16, 32)), NONE).getFirst();
        assertThat(two.points()).isEmpty();
        assertThat(two.refusal()).isEqualTo(
                "it takes 3 numbers of GPUs beyond the last boundary, and there are only 16 and 32");
    }

    /** Another algorithm may have begun at one of them, and nothing tells how its time grows. */
    @Test
    void threeCountsOnWhichTheTimeRisesAndFallsAreRefused() {
        var counts = List.of(new Count(16, 2, 40), new Count(32, 4, 50), new Count(64, 8, 49));
        assertThat(Forecast.of(List.of(new GpuCounts(1024, counts)), NONE).getFirst().refusal()).isEqualTo(
                "on 16, 32 and 64 GPUs the time both rises and falls, and so few counts do not show which of both continues");
        var noise = List.of(new Count(16, 2, 40), new Count(32, 4, 42), new Count(64, 8, 41));
        assertThat(Forecast.of(List.of(new GpuCounts(1024, noise)), NONE).getFirst().points()).hasSize(2);
    }

    /** One count that was forecast well may have been forecast by chance. */
    @Test
    void threeCountsThatLieOnALawHaveAWiderIntervalThanFour() {
        assertThat(widthAtTwice(16, 32, 64)).isGreaterThan(1.1).isGreaterThan(1.1 * widthAtTwice(16, 32, 64, 128));
    }

    private static double widthAtTwice(int... ranks) {
        var point = Forecast.of(List.of(curve(1024, n -> 42, ranks)), NONE).getFirst().points().getFirst();
        return point.high() / point.low();
    }

    @Test
    void whatWasMeasuredWithinANodeTellsNothingOfTheNetwork() {
        var forecast = Forecast.of(List.of(curve(1024, n -> 10 + n, 2, 4, 8)), NONE).getFirst();
        assertThat(forecast.refusal()).startsWith("all was measured within one node");
        assertThat(forecast.points()).isEmpty();
    }

    @Test
    void countsWithOtherNumbersOfGpusANodeAreOfAnotherNetworkShare() {
        var curve = new GpuCounts(1024, List.of(new Count(8, 2, 20), new Count(16, 4, 22), new Count(32, 8, 24),
                new Count(64, 8, 40)));
        assertThat(Forecast.of(List.of(curve), NONE).getFirst().refusal()).endsWith("there are only 64");
    }

    @Test
    void unknownNodesAreNoNodesOfTheUsualSize() {
        var curve = new GpuCounts(1024, List.of(new Count(16, 0, 20), new Count(32, 0, 22), new Count(64, 0, 24)));
        assertThat(Forecast.of(List.of(curve), NONE).getFirst().refusal())
                .isEqualTo("it is not known how the GPUs lie on nodes");
    }

    @Test
    void aCurveThatJumpsAboutIsRefused() {
        var jumps = List.of(20.0, 90.0, 25.0, 200.0, 30.0);
        var counts = new ArrayList<Count>();
        for (int i = 0; i < jumps.size(); i++) {
            counts.add(new Count(16 << i, 2 << i, jumps.get(i)));
        }
        var forecast = Forecast.of(List.of(new GpuCounts(1024, counts)), NONE).getFirst();
        assertThat(forecast.points()).isEmpty();
        assertThat(forecast.refusal()).contains("wider than a factor of 4");
    }

    @Test
    void aChangeOfAlgorithmThatMovesWithTheBytesARankIsFoundAgain() {
        // From 2 MiB a rank on, half the time a byte: a step that lies at another count for each size.
        var curves = new ArrayList<GpuCounts>();
        for (long bytes = 8 << 20; bytes <= 1L << 30; bytes *= 2) {
            long size = bytes;
            curves.add(curve(bytes, n -> size / 1e4 * (size / n < 2 << 20 ? 2 : 1), 16, 32, 64, 128, 256));
        }
        var forecasts = Forecast.of(curves, NONE);
        var atTheStep = forecasts.get(6).points().getFirst();
        assertThat(curves.get(6).bytes()).isEqualTo(512L << 20);
        assertThat(atTheStep.ranks()).isEqualTo(512);
        assertThat((512L << 20) / 1e4 * 2).isBetween(atTheStep.low(), atTheStep.high());
    }

    /** 32 MiB, 1 and 8 GiB of the study's all-to-all, all-gather and all-reduce once rose in a forecast, and fall in every measurement. */
    @Test
    void noBandwidthOfTheStudyRisesWhereItFallsAtEveryNeighbouringSize() throws IOException {
        int looked = 0;
        for (var operation : List.of(Operation.ALL_REDUCE, Operation.ALL_GATHER, Operation.ALLTOALL)) {
            var curves = EvidenceFiles.bundled("study").withoutTwins().alongRanks().stream()
                    .filter(each -> each.subject().operation() == operation
                            && each.subject().library().equals("nccl"))
                    .sorted(Comparator.comparingLong(Curve::fixed)).toList();
            var forecasts = Forecast.of(curves.stream().map(ForecastTest::counts).toList(), operation::busFactor);
            for (int i = 0; i < curves.size(); i++) {
                boolean allFall = true;
                for (int j = Math.max(0, i - 2); j <= Math.min(curves.size() - 1, i + 2); j++) {
                    var cells = curves.get(j).cells();
                    allFall &= cells.getLast().busbw().orElseThrow() < cells.get(cells.size() - 2).busbw()
                            .orElseThrow();
                }
                double last = curves.get(i).last().algbw().orElseThrow() * operation.busFactor(256).orElseThrow();
                for (var point : forecasts.get(i).points()) {
                    double busbw = curves.get(i).fixed() / point.time() / 1e3
                            * operation.busFactor(point.ranks()).orElseThrow();
                    looked += allFall ? 1 : 0;
                    assertThat(allFall && busbw > last * (1 + 1e-9)).as("%s of %d bytes on %d", operation,
                            curves.get(i).fixed(), point.ranks()).isFalse();
                }
            }
        }
        assertThat(looked).isGreaterThan(20);
    }

    private static GpuCounts counts(Curve curve) {
        return new GpuCounts(curve.fixed(), curve.cells().stream()
                .map(cell -> new Count(cell.ranks(), cell.nodes(), cell.time().orElseThrow())).toList());
    }

    private static void assertContinued(DoubleUnaryOperator law) {
        var forecast = Forecast.of(List.of(curve(1024, law, 16, 32, 64, 128, 256)), NONE).getFirst();
        assertThat(forecast.points()).extracting(Forecast.Point::ranks).containsExactly(512, 1024);
        for (var point : forecast.points()) {
            double truth = law.applyAsDouble(point.ranks());
            assertThat(point.time()).isCloseTo(truth, within(0.05 * truth));
            assertThat(truth).isBetween(point.low(), point.high());
        }
    }

    private static GpuCounts curve(long bytes, DoubleUnaryOperator time, int... ranks) {
        var counts = new ArrayList<Count>();
        for (int each : ranks) {
            counts.add(new Count(each, Math.max(1, each / A_NODE), time.applyAsDouble(each)));
        }
        return new GpuCounts(bytes, counts);
    }
}
