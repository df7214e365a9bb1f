package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.statistics.Noise;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Mark;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Fits of time = α + bytes/β in one or several pieces (Hockney's model; n½ = α·β is the size that reaches half of β). A parameter that
 * the sizes do not determine is reported as not identifiable, without a number.
 */
final class Fits implements TestedRule {

    private static final String ID = "fit";
    private static final int FEWEST_POINTS = 5;
    /** Factor by which single late times make switches more frequent than noise alone does. */
    private static final double OF_ACCIDENTS = 20;
    /** The same factor for one or two processes, where a late time cannot be recognised. */
    private static final double OF_FEW = 100;
    /** Number of processes whose median is seldom affected by late times. */
    private static final int ENOUGH_PROCESSES = 8;
    /** Smallest chance of a line that is reported as the whole curve. */
    private static final double UNLIKELY = 0.5;
    /** Number of sizes on each side with about the same noise. */
    private static final int SIMILAR_SIZES = 5;
    /** Largest offset of a process at all small sizes in standard deviations, tried in steps of {@link #STEP}. */
    private static final double FURTHEST = 2.5;
    private static final double STEP = 0.25;
    /** Ratio to the expected time above which noise is not the cause. */
    private static final double LATE = 1.2;
    /** Smallest share of α in the shortest time. The standard error of α must be below {@link #ERROR} times α. */
    private static final double SHARE_OF_ALPHA = 0.2;
    private static final double ERROR = 0.3;
    /** Smallest R² of all pieces together. A flat piece alone has little variance to explain. */
    private static final double WORST_R2 = 0.9;
    /** Largest root mean square of the relative residuals. */
    private static final double WORST_RESIDUAL = 0.15;
    /** Residual below which a low R² only means that the curve is flat. */
    private static final double GOOD_RESIDUAL = 0.05;

    /** Tests each curve for switches, unless one line describes it best. */
    @Override
    public Answers answers(Evidence evidence, NoiseModel noise) {
        var asked = new ArrayList<Tested>();
        var straight = new ArrayList<Finding>();
        bySubject(evidence, noise).forEach((subject, fits) -> {
            if (least(fits) < 1) {
                asked.add(asked(subject, fits));
            } else {
                straight.add(finding(subject, fits.stream().map(Fit::straight).toList()));
            }
        });
        return new Answers(asked, straight);
    }

    private static Map<SeriesKey, List<Fit>> bySubject(Evidence evidence, NoiseModel noise) {
        var bySubject = new LinkedHashMap<SeriesKey, List<Fit>>();
        for (var curve : evidence.alongSize()) {
            var subject = curve.subject();
            boolean valid = subject.operation() != Operation.QUEUE && !Validity.isAlone(curve)
                    && (subject.operation() != Operation.ALLTOALL || subject.placement() != Placement.IN_PLACE);
            // A time printed as 0.00 has no logarithm.
            var cells = curve.cells().stream().filter(cell -> cell.bytes() > 0 && cell.time().orElse(0) > 0).toList();
            var usual = IntStream.range(0, cells.size()).filter(i -> !isAccident(cells, i)).mapToObj(cells::get)
                    .toList();
            if (valid && usual.size() >= FEWEST_POINTS) {
                bySubject.computeIfAbsent(subject, added -> new ArrayList<>()).add(Fit.of(curve, usual, noise));
            }
        }
        return bySubject;
    }

    /**
     * Returns whether few processes measured a time that exceeds the extrapolations from the two sizes on either side. Such a late time
     * would distort the whole fit.
     */
    private static boolean isAccident(List<Cell> cells, int at) {
        if (at < 2 || at > cells.size() - 3 || Processes.count(cells.get(at)) >= ENOUGH_PROCESSES) {
            return false;
        }
        double time = time(cells, at);
        return time > LATE * continued(cells, at, -1) && time > LATE * continued(cells, at, 1);
    }

    /** Returns the time at a size, extrapolated by a power law through the two next sizes on one side. */
    private static double continued(List<Cell> cells, int at, int side) {
        double near = Math.log(cells.get(at + side).bytes());
        double far = Math.log(cells.get(at + 2 * side).bytes());
        double share = (Math.log(cells.get(at).bytes()) - near) / (near - far);
        return time(cells, at + side) * Math.pow(time(cells, at + side) / time(cells, at + 2 * side), share);
    }

    private static double time(List<Cell> cells, int at) {
        return cells.get(at).time().orElseThrow();
    }

    private static double least(List<Fit> fits) {
        return fits.stream().mapToDouble(Fit::chance).min().orElse(1);
    }

    /** Returns the test of a subject. Lines are reported in any case, switches and bends only if significant. */
    private static Tested asked(SeriesKey subject, List<Fit> fits) {
        return new Tested(Math.min(1, fits.size() * least(fits)),
                level -> finding(subject,
                        fits.stream().map(fit -> fits.size() * fit.chance() < level ? fit : fit.straight())
                                .toList()),
                Optional.of(finding(subject, fits.stream().map(Fit::straight).toList())));
    }

    /** @param ofLine chance that the curve is one line, given the noise and an offset of a process at small sizes */
    private record Fit(Curve curve, List<Cell> cells, Segments segments, double ofLine) {

        /** Returns whether the curve is drawn as one line although that is unlikely. */
        boolean isNotOneLine() {
            return segments.lines().size() == 1 && ofLine < UNLIKELY;
        }

        static Fit of(Curve curve, List<Cell> cells, NoiseModel noise) {
            var bytes = cells.stream().mapToDouble(Cell::bytes).toArray();
            var times = cells.stream().mapToDouble(cell -> cell.time().orElseThrow()).toArray();
            var sigmas = smooth(cells.stream().mapToDouble(cell -> noise.besideOthers(curve.subject(), cell).sigma()
                    / Math.sqrt(Math.max(1, Processes.count(cell)))).toArray());
            var segments = Segments.of(bytes, times, sigmas);
            var ofProcess = cells.stream().mapToDouble(cell -> ofProcess(noise.of(curve.subject(), cell), cell))
                    .toArray();
            boolean hasOffset = Arrays.stream(ofProcess).anyMatch(error -> error > 0) && segments.chance() < 1;
            double ofLine = DoubleStream.iterate(-FURTHEST, off -> hasOffset && off <= FURTHEST, off -> off + STEP)
                    .map(off -> Segments.of(bytes, without(ofProcess, off, times), sigmas).chance()).max()
                    .orElse(segments.chance());
            return new Fit(curve, cells, segments, ofLine);
        }

        /**
         * Returns the standard deviation of the offset that a process adds to all its small sizes, which looks like a switch of the
         * library. Several processes show the offset by their differences; for one process it is assumed.
         */
        private static double ofProcess(Noise noise, Cell cell) {
            int count = Processes.count(cell);
            if (count > 1) {
                return noise.sigma() / Math.sqrt(count);
            }
            return NoiseModel.isOfSingleProcesses(noise, cell.bytes())
                    ? NoiseModel.alone(noise, cell.bytes()).error()
                    : 0;
        }

        private static double[] without(double[] ofProcess, double off, double[] times) {
            return IntStream.range(0, times.length).mapToDouble(i -> times[i] * Math.exp(-off * ofProcess[i]))
                    .toArray();
        }

        /** Smooths the noise over neighbouring sizes, since one late repetition overstates the noise at its size. */
        private static double[] smooth(double[] sigmas) {
            var smooth = new double[sigmas.length];
            Arrays.setAll(smooth, i -> Median.withDefaults().withCopy(true).evaluate(Arrays.copyOfRange(sigmas,
                    Math.max(0, i - SIMILAR_SIZES), Math.min(sigmas.length, i + SIMILAR_SIZES + 1))));
            return smooth;
        }

        /** Returns the chance that the curve is one line, corrected for the number of possible switches and for late times. */
        double chance() {
            boolean few = cells.stream().anyMatch(cell -> Processes.count(cell) < NoiseModel.FEWEST_PROCESSES);
            return Math.min(1, (few ? OF_FEW : OF_ACCIDENTS) * cells.size() * ofLine);
        }

        Fit straight() {
            return new Fit(curve, cells, segments.straight(), ofLine);
        }

        private FittedLine head() {
            return segments.lines().getFirst();
        }

        private FittedLine tail() {
            return segments.lines().getLast();
        }

        boolean isAlphaIdentifiable() {
            return head().alpha() > SHARE_OF_ALPHA * cells.getFirst().time().orElseThrow()
                    && head().alphaError() < ERROR * head().alpha();
        }

        boolean isBetaIdentifiable() {
            double longest = cells.getLast().time().orElseThrow();
            return tail().slope() > 0 && tail().slope() * cells.getLast().bytes() > SHARE_OF_ALPHA * longest
                    && tail().slopeError() < ERROR * tail().slope();
        }

        double r2() {
            return segments.r2(cells.stream().mapToDouble(cell -> cell.time().orElseThrow()).toArray());
        }

        double residual() {
            return Math.sqrt(segments.squares() / cells.size());
        }

        boolean isBad() {
            return residual() > WORST_RESIDUAL || residual() > GOOD_RESIDUAL && r2() < WORST_R2;
        }

        /** Returns the switches as sizes: both ends of the 95 % confidence interval, and the best estimate. */
        List<long[]> switches() {
            return segments.switches().stream()
                    .map(each -> new long[]{cells.get(each.first() - 1).bytes(), cells.get(each.last()).bytes(),
                            cells.get(each.at()).bytes()})
                    .toList();
        }

        List<RowRef> rows() {
            return cells.stream().flatMap(cell -> cell.rows().stream()).toList();
        }
    }

    private static Finding finding(SeriesKey subject, List<Fit> fits) {
        var sentence = new StringBuilder("Time of %s as α + size/β: %s.".formatted(subject.withStack(),
                fits.stream().map(fit -> on(fit) + alpha(fit) + ", " + beta(fit)).collect(Collectors.joining("; "))));
        if (fits.stream().noneMatch(Fit::isAlphaIdentifiable)) {
            var smallest = fits.getFirst().cells().getFirst();
            sentence.append(" The smallest message, ").append(Phrases.size(smallest.bytes()))
                    .append(", is too large to show the latency: measure from 8 B on.");
        }
        var curved = fits.stream().filter(Fit::isBad).toList();
        if (!curved.isEmpty()) {
            var bad = curved.getFirst();
            sentence.append(" The model fits badly%s (typical residual %s, R² %s): take its numbers as a rough guide."
                    .formatted(curved.size() == fits.size() ? "" : " " + on(bad).strip(),
                            Phrases.percent(bad.residual()), Phrases.number(bad.r2())));
        }
        var not = fits.stream().filter(Fit::isNotOneLine).toList();
        if (!not.isEmpty()) {
            sentence.append(
                    """
                    \sIt is not one line%s, but its sizes do not show where it changes: take its numbers as a rough guide."""
                            .formatted(not.size() == fits.size() ? "" : " " + on(not.getFirst()).strip()));
        }
        var rows = fits.stream().flatMap(fit -> fit.rows().stream()).toList();
        return Finding.of(ID, Severity.NOTICE,
                curved.isEmpty() && not.isEmpty() ? Confidence.LIKELY : Confidence.AMBIGUOUS,
                sentence.toString(), numbers(fits), rows).withMarks(marks(fits))
                .withConsequence(Consequence.BACKGROUND);
    }

    private static String on(Fit fit) {
        return fit.curve().fixed() > 0 ? "on " + Phrases.ranks(fit.curve().subject(), fit.curve().fixed()) + " " : "";
    }

    private static String alpha(Fit fit) {
        return fit.isAlphaIdentifiable() ? "α = " + Phrases.time(fit.head().alpha()) : "α is not identifiable";
    }

    private static String beta(Fit fit) {
        if (!fit.isBetaIdentifiable()) {
            return "β is not identifiable";
        }
        var text = "β = " + Phrases.gbps(fit.tail().beta());
        if (fit.isAlphaIdentifiable() && fit.segments().lines().size() == 1) {
            text += ", half of it from " + Phrases.about(fit.tail().halfSize()) + " on";
        }
        if (fit.segments().bends()) {
            return text + ", and bends smoothly between the two";
        }
        return fit.switches().isEmpty()
                ? text
                : text + ", in " + fit.segments().lines().size() + " pieces that change at "
                        + Phrases.list(fit.switches().stream().map(each -> Phrases.between(each[0], each[1])).toList());
    }

    private static List<Quantity> numbers(List<Fit> fits) {
        var numbers = new ArrayList<Quantity>();
        for (var fit : fits) {
            var on = "_on_" + fit.curve().fixed();
            if (fit.isAlphaIdentifiable()) {
                numbers.add(new Quantity("alpha" + on, fit.head().alpha(), "µs"));
            }
            if (fit.isBetaIdentifiable()) {
                numbers.add(new Quantity("beta" + on, fit.tail().beta(), "GB/s"));
            }
            numbers.add(new Quantity("r2" + on, fit.r2(), ""));
            numbers.add(new Quantity("residual" + on, 100 * fit.residual(), "%"));
            for (var each : fit.switches()) {
                numbers.add(new Quantity("switch" + on, each[2], "bytes"));
            }
        }
        return numbers;
    }

    private static List<Mark> marks(List<Fit> fits) {
        return fits.stream().flatMap(fit -> fit.switches().stream())
                .map(each -> new Mark("size", each[0], each[1], "switch")).distinct().limit(6).toList();
    }
}
