package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Decimal;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Columns that follow from others of the same row and do not: busbw, speedup, efficiency. Rounding is allowed for. */
final class DerivedColumns implements Rule {

    private static final String ID = "derived-columns";
    /** A column that is off by less was printed with fewer digits, and misleads nobody. */
    private static final double OF_CONSEQUENCE = 0.01;
    private static final int SHOWN = 3;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var byColumn = new LinkedHashMap<String, List<Difference>>();
        for (var each : evidence.observations()) {
            for (var difference : differences(each)) {
                byColumn.computeIfAbsent(difference.column(), added -> new ArrayList<>()).add(difference);
            }
        }
        return byColumn.values().stream().map(this::finding).toList();
    }

    /** @param formula of {@code expected}, for the sentence */
    private record Difference(Observation observation, String column, Decimal printed, double expected,
            String formula) {

        String text() {
            return observation.row() + " prints " + printed + " where " + formula + " = "
                    + Decimal.of(Math.round(expected * 1e4) / 1e4);
        }
    }

    private static List<Difference> differences(Observation each) {
        var found = new ArrayList<Difference>();
        busbw(each).ifPresent(found::add);
        speedup(each).ifPresent(found::add);
        efficiency(each).ifPresent(found::add);
        return found;
    }

    private static Optional<Difference> busbw(Observation each) {
        var outcome = each.measurement().outcome();
        var ranks = each.measurement().platform().ranks();
        if (outcome.algbw() == null || outcome.busbw() == null || ranks == null
                || each.operation().busFactor(ranks).isEmpty()) {
            return Optional.empty();
        }
        double factor = each.operation().busFactor(ranks).getAsDouble();
        var algbw = outcome.algbw().gigabytesPerSecond();
        var printed = outcome.busbw().gigabytesPerSecond();
        return differs(printed, algbw.doubleValue() * factor, half(algbw) * factor)
                ? Optional
                        .of(new Difference(each, "busbw", printed, algbw.doubleValue() * factor, "algbw · bus factor"))
                : Optional.empty();
    }

    private static Optional<Difference> speedup(Observation each) {
        var outcome = each.measurement().outcome();
        if (outcome.speedup() == null || outcome.baseline() == null || outcome.time() == null) {
            return Optional.empty();
        }
        double expected = outcome.baseline().doubleValue() / outcome.time().doubleValue();
        return differs(outcome.speedup(), expected,
                ofTimes(outcome.baseline().value(), outcome.time().value(), expected))
                        ? Optional.of(new Difference(each, "speedup", outcome.speedup(), expected, "baseline / time"))
                        : Optional.empty();
    }

    private static Optional<Difference> efficiency(Observation each) {
        var outcome = each.measurement().outcome();
        var ranks = each.measurement().platform().ranks();
        if (outcome.efficiency() == null || outcome.baseline() == null || outcome.time() == null || ranks == null) {
            return Optional.empty();
        }
        double expected = 100 * outcome.baseline().doubleValue() / (ranks * outcome.time().doubleValue());
        return differs(outcome.efficiency(), expected,
                ofTimes(outcome.baseline().value(), outcome.time().value(), expected))
                        ? Optional.of(new Difference(each, "efficiency", outcome.efficiency(), expected,
                                "100 · baseline / (ranks · time)"))
                        : Optional.empty();
    }

    /** What rounding of two times to their printed digits can do to a quotient of them. Seconds became µs: six digits. */
    private static double ofTimes(Decimal baseline, Decimal time, double quotient) {
        return quotient * (50.0 / baseline.doubleValue() + 50.0 / time.doubleValue());
    }

    private static boolean differs(Decimal printed, double expected, double ofInputs) {
        return Math.abs(printed.doubleValue() - expected) > 1.1 * (half(printed) + ofInputs);
    }

    /** Half of the last printed digit. */
    private static double half(Decimal printed) {
        return 0.5 * printed.toBigDecimal().ulp().doubleValue();
    }

    private Finding finding(List<Difference> differences) {
        var column = differences.getFirst().column();
        var shown = differences.stream().limit(SHOWN).map(Difference::text).toList();
        var sentence = "The column " + column + " disagrees with the columns that it follows from in "
                + (differences.size() == 1 ? "one measurement" : differences.size() + " measurements") + ": "
                + String.join("; ", shown)
                + (differences.size() > SHOWN ? " …" : "")
                + ". One of them is mistyped, from another run, or computed for another number of ranks.";
        boolean far = differences.stream().anyMatch(
                each -> Math.abs(each.printed().doubleValue() / each.expected() - 1) > OF_CONSEQUENCE);
        return Finding.of(ID, far ? Severity.WARNING : Severity.NOTICE, Confidence.CERTAIN, sentence,
                List.of(new Quantity("rows", differences.size(), ""),
                        new Quantity("printed", differences.getFirst().printed().doubleValue(), ""),
                        new Quantity("expected", differences.getFirst().expected(), "")),
                differences.stream().map(difference -> difference.observation().row()).toList());
    }
}
