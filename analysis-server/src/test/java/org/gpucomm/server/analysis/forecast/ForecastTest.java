package org.gpucomm.server.analysis.forecast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.function.DoubleUnaryOperator;

import org.gpucomm.results.Operation;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.EvidenceFiles;
import org.gpucomm.server.analysis.evidence.Planted;
import org.junit.jupiter.api.Test;

class ForecastTest {

    @Test
    void aPlantedLawIsContinuedAndTheTruthLiesInTheInterval() {
        assertContinued(n -> 30 + 4 * Math.log(n) / Math.log(2), "a + b·log₂ n");
        assertContinued(n -> 30 + 0.5 * n, "a + b·n");
        assertContinued(n -> 42, "constant");
    }

    @Test
    void aCurveThatBreaksAtItsLastCountIsRefused() {
        var forecast = Forecast.of(curve(n -> n < 256 ? 30 : 90)).orElseThrow();
        assertThat(forecast.points()).isEmpty();
        assertThat(forecast.refusal()).contains("misses 256 GPUs by 67 %");
    }

    @Test
    void threeCountsAreTooFew() {
        var planted = new Planted("nccl", 1, 0);
        for (int ranks = 8; ranks <= 32; ranks *= 2) {
            planted.add(ranks, 1024, ranks);
        }
        assertThat(Forecast.of(planted.evidence().alongRanks().getFirst())).isEmpty();
    }

    @Test
    void theStudysBacktestIsWhatTheRowsSay() throws IOException {
        var curve = EvidenceFiles.bundled("study").alongRanks().stream()
                .filter(each -> each.subject().operation() == Operation.ALLTOALL
                        && each.subject().library().equals("nvshmem")
                        && each.subject().variant().equals("host") && each.fixed() == 64 << 20)
                .findFirst().orElseThrow();
        var forecast = Forecast.of(curve).orElseThrow();
        assertThat(forecast.heldOut()).isEqualTo(256);
        assertThat(forecast.backtestError()).isLessThan(0.02);
        assertThat(forecast.points()).extracting(Forecast.Point::ranks).containsExactly(512, 1024, 2048, 4096);
    }

    private static void assertContinued(DoubleUnaryOperator law, String formula) {
        var forecast = Forecast.of(curve(law)).orElseThrow();
        assertThat(forecast.law()).isEqualTo(formula);
        assertThat(forecast.backtestError()).isLessThan(0.03);
        for (var point : forecast.points()) {
            double truth = law.applyAsDouble(point.ranks());
            assertThat(point.time()).isCloseTo(truth, within(0.05 * truth));
            assertThat(truth).isBetween(point.low(), point.high());
        }
        assertThat(forecast.points()).hasSize(4);
    }

    private static Curve curve(DoubleUnaryOperator time) {
        var planted = new Planted("nccl", 7, 0.003);
        for (int ranks = 8; ranks <= 256; ranks *= 2) {
            planted.curve(ranks, 1024, 1024, 5, new At(time, ranks));
        }
        return planted.evidence().alongRanks().getFirst();
    }

    private record At(DoubleUnaryOperator time, int ranks) implements DoubleUnaryOperator {

        @Override
        public double applyAsDouble(double bytes) {
            return time.applyAsDouble(ranks);
        }
    }
}
