package org.gpucomm.analysis.statistics;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.identity.Spread;
import org.jspecify.annotations.Nullable;

/**
 * Model of the differences between processes in some evidence: the noise that every rule and every comparison uses.
 *
 * <p>If several processes measured a size or its neighbours on the curve, their variances decide: those of two sizes on each side,
 * weighted by their degrees of freedom, moderate that of the size itself (after Smyth, "Linear Models and Empirical Bayes Methods for
 * Assessing Differential Expression", Statistical Applications in Genetics and Molecular Biology, 2004). Otherwise the
 * {@link PlaceHistory} decides, else {@link NoiseTable}. Larger noise in the rows takes precedence over both: the spread of the
 * iterations behind a mean, and the scatter of the curve around a smooth course near a size.
 */
public final class NoiseModel {

    /**
     * Standard deviation of the offset that a process adds to all its times, from memory, clocks and placement. Rows of one or two
     * processes do not show it.
     */
    public static final double OF_A_PROCESS = 0.03;
    /** Smallest number of processes per side that show how much processes differ. */
    public static final int FEWEST_PROCESSES = 3;
    /** Number of processes per side below which their offsets cannot be distinguished from a difference. */
    private static final int ENOUGH_PROCESSES = 5;
    /** Number of sizes on each side that inform a size's noise. */
    public static final int NEIGHBOURS = 2;
    /** Largest number of degrees of freedom from the neighbours, which are similar to the size but not the same. */
    public static final double MOST_OF_NEIGHBOURS = 8;
    /** Distance from the median to the 99th percentile of a normal distribution, in standard deviations. */
    private static final double P99 = 2.326;
    /** Smallest number of sizes of a curve whose course shows the noise. With fewer, a step is most of the curve. */
    public static final int FEWEST_SIZES = 10;

    private final Map<MeasuredCase, Noise> repeated;
    /** Noise in the courses of curves, for places without repetitions. */
    private final Map<MeasuredCase, Rough> rough;
    private final PlaceHistory history;
    /** Whether the differences between single processes are excluded from the error. */
    private final boolean besideModes;
    /** Cache, since each cell is compared with those of many other curves. */
    private final Map<CellOf, Difference> middles = new ConcurrentHashMap<>();
    /** Null until first requested. Concurrent requests compute equal models. */
    private @Nullable NoiseModel beside;

    private NoiseModel(Map<MeasuredCase, Noise> repeated, Map<MeasuredCase, Rough> rough, PlaceHistory history,
            boolean besideModes) {
        this.repeated = Map.copyOf(repeated);
        this.rough = Map.copyOf(rough);
        this.history = history;
        this.besideModes = besideModes;
    }

    private record CellOf(SeriesKey subject, Cell cell) {}

    private record MeasuredCase(SeriesKey subject, int ranks, long bytes) {}

    /**
     * @param sigma  standard deviation
     * @param ofTwin whether it is that of the differences to the in-place curve, which exclude steps of the curve and the offset that the
     * process adds to both
     */
    private record Rough(double sigma, boolean ofTwin) {

        static final Rough UNKNOWN = new Rough(0, false);
    }

    /** Returns the model of rows alone. */
    public static NoiseModel of(Evidence evidence) {
        return of(evidence, PlaceHistory.NONE);
    }

    public static NoiseModel of(Evidence evidence, PlaceHistory history) {
        var repeated = new HashMap<MeasuredCase, Noise>();
        var rough = new HashMap<MeasuredCase, Rough>();
        for (var curve : evidence.alongSize()) {
            var logs = curve.cells().stream().map(Processes::logs).toList();
            for (int i = 0; i < logs.size(); i++) {
                var cell = curve.cells().get(i);
                var noise = pooled(logs, i);
                if (noise != null) {
                    repeated.put(new MeasuredCase(curve.subject(), cell.ranks(), cell.bytes()), noise);
                }
            }
        }
        evidence.alongSize().forEach(curve -> rough.putAll(roughness(curve, evidence.twin(curve))));
        return new NoiseModel(repeated, rough, history, false);
    }

    /**
     * Returns the model for tests that allow for modes of small messages. Modes are wider than the differences between single processes,
     * which would otherwise count twice.
     */
    public NoiseModel besideModes() {
        // Read once: another thread may write it, and a second read may return an older value.
        var known = beside;
        if (known == null) {
            known = new NoiseModel(repeated, rough, history, true);
            beside = known;
        }
        return known;
    }

    /** Returns the noise of one process's time at a cell. @param subject subject of the cell's curve */
    public Noise of(SeriesKey subject, Cell cell) {
        var own = repeated.get(new MeasuredCase(subject, cell.ranks(), cell.bytes()));
        if (own != null) {
            return own;
        }
        var alone = Processes.logs(cell);
        if (alone.length > NEIGHBOURS) {
            // A cell of several hosts is not on a curve along size.
            return new Noise(Math.max(Noise.LEAST, Math.sqrt(Processes.variance(alone))), alone.length - 1.0,
                    Noise.Source.REPETITIONS);
        }
        return history.of(subject, cell.ranks(), cell.bytes())
                .orElseGet(() -> NoiseTable.bundled().of(subject, cell.bytes())).atLeast(ofIterations(cell));
    }

    /**
     * Returns the difference of the second cell's time from the first's. If a side has fewer than five processes, {@link #OF_A_PROCESS}
     * is part of its error; if it has one and its noise is unknown, the differences between single processes are.
     */
    public Difference difference(SeriesKey first, Cell a, SeriesKey second, Cell b) {
        var ofA = middle(first, a);
        var ofB = middle(second, b);
        return of(ofB.effect() - ofA.effect(), ofA, ofB);
    }

    /** Returns the logarithm of a cell's time in µs with its error, as {@link Difference#effect()}. Results are cached. */
    public Difference middle(SeriesKey subject, Cell cell) {
        return middles.computeIfAbsent(new CellOf(subject, cell), of -> computed(subject, cell));
    }

    private Difference computed(SeriesKey subject, Cell cell) {
        var noise = of(subject, cell);
        int count = Processes.count(cell);
        var middle = mean(noise, cell, count < ENOUGH_PROCESSES ? OF_A_PROCESS : 0);
        return count == 1 && !besideModes ? middle.atLeastAsUncertainAs(alone(noise, cell.bytes())) : middle;
    }

    /**
     * Returns a process's time with the error of a single process: the assumed differences between single processes or, if the noise is
     * known, no more than that noise with {@link #OF_A_PROCESS}.
     */
    public static Difference alone(Noise noise, long bytes) {
        return isOfSingleProcesses(noise, bytes)
                ? new Difference(0, ProcessTable.deviation(bytes), ProcessTable.DEGREES)
                : new Difference(0, Math.hypot(noise.sigma(), OF_A_PROCESS), noise.degrees());
    }

    /** Returns whether {@link #alone} is the difference between equal processes on H200s, and not the known noise. */
    public static boolean isOfSingleProcesses(Noise noise, long bytes) {
        return noise.source() == Noise.Source.BUNDLED
                && ProcessTable.deviation(bytes) > Math.hypot(noise.sigma(), OF_A_PROCESS);
    }

    private static Difference mean(Noise noise, Cell cell, double ofProcess) {
        var logs = Processes.logs(cell);
        return new Difference(Arrays.stream(logs).average().orElse(Double.NaN),
                Math.sqrt((noise.sigma() * noise.sigma() + ofProcess * ofProcess) / Math.max(1, logs.length)),
                noise.degrees());
    }

    /**
     * Returns the difference of the second cell's time from the first's if the same processes measured both, so that their offsets
     * cancel. Without repetitions, the curve's own scatter counts if it is larger than the assumed noise: around a smooth course or, if
     * there is an in-place curve, around that. Offsets of a process at single sizes are not included.
     */
    public Difference within(SeriesKey subject, Cell first, Cell second) {
        var a = onOneCurve(subject, first);
        var b = onOneCurve(subject, second);
        return of(b.effect() - a.effect(), a, b);
    }

    private Difference onOneCurve(SeriesKey subject, Cell cell) {
        var noise = besideOthers(subject, cell);
        boolean ofProcess = noise.source() == Noise.Source.BUNDLED && shown(subject, cell).ofTwin();
        return mean(noise, cell, ofProcess ? OF_A_PROCESS : 0);
    }

    /** Returns the noise of one process's time relative to its times at other sizes: at least the scatter of the curve. */
    public Noise besideOthers(SeriesKey subject, Cell cell) {
        var noise = of(subject, cell);
        return noise.source() == Noise.Source.REPETITIONS ? noise : noise.atLeast(shown(subject, cell).sigma());
    }

    private Rough shown(SeriesKey subject, Cell cell) {
        return rough.getOrDefault(new MeasuredCase(subject, cell.ranks(), cell.bytes()), Rough.UNKNOWN);
    }

    /** Returns the logarithm of the sum of some times, given their logarithms. */
    public static Difference sumOf(List<Difference> middles) {
        double sum = middles.stream().mapToDouble(each -> Math.exp(each.effect())).sum();
        double variance = 0;
        double degrees = Double.POSITIVE_INFINITY;
        for (var each : middles) {
            double share = Math.exp(each.effect()) / sum;
            variance += share * share * each.error() * each.error();
            degrees = Math.min(degrees, each.degrees());
        }
        return new Difference(Math.log(sum), Math.sqrt(variance), degrees);
    }

    /** Returns a difference of two middles with the degrees of freedom by Welch and Satterthwaite. */
    public static Difference of(double effect, Difference a, Difference b) {
        double ofA = a.error() * a.error();
        double ofB = b.error() * b.error();
        double degrees = (ofA + ofB) * (ofA + ofB) / (ofA * ofA / a.degrees() + ofB * ofB / b.degrees());
        return new Difference(effect, Math.sqrt(ofA + ofB), degrees);
    }

    /**
     * Returns the scatter of a curve's values around a smooth course along size as a multiple of the expected noise, at least 1. More
     * than 1 means that the rows show more noise than assumed.
     *
     * @param values   logarithms of ratios of times, in order of size
     * @param expected standard deviation of each value
     */
    public static double roughness(double[] values, double[] expected) {
        if (values.length < 2 * NEIGHBOURS + 1) {
            return 1;
        }
        var bends = new double[values.length - 2];
        for (int i = 1; i + 1 < values.length; i++) {
            double sigma = Math.sqrt(expected[i - 1] * expected[i - 1] / 4 + expected[i] * expected[i]
                    + expected[i + 1] * expected[i + 1] / 4);
            bends[i - 1] = Math.abs(values[i] - (values[i - 1] + values[i + 1]) / 2) / sigma;
        }
        return Math.max(1, Spread.MAD_TO_SIGMA * Median.withDefaults().evaluate(bends));
    }

    /** Returns the scatter of a curve near each of its sizes, whatever noise is assumed. */
    private static Map<MeasuredCase, Rough> roughness(Curve curve, Optional<Curve> twin) {
        var cells = curve.cells().stream().filter(cell -> cell.bytes() > 0 && Processes.logs(cell).length > 0).toList();
        var rough = new HashMap<MeasuredCase, Rough>();
        if (cells.size() < FEWEST_SIZES) {
            return rough;
        }
        var logs = cells.stream().mapToDouble(NoiseModel::log).toArray();
        var inPlace = twin.map(other -> cells.stream()
                .map(cell -> other.at(cell.bytes()).filter(each -> Processes.logs(each).length > 0))
                .flatMap(Optional::stream).mapToDouble(NoiseModel::log).toArray())
                .filter(others -> others.length == logs.length);
        var sigmas = ThirdDifferences.deviations(inPlace.map(others -> apart(logs, others)).orElse(logs));
        for (int i = 0; i < logs.length; i++) {
            rough.put(new MeasuredCase(curve.subject(), cells.get(i).ranks(), cells.get(i).bytes()),
                    new Rough(sigmas[i], inPlace.isPresent()));
        }
        return rough;
    }

    private static double log(Cell cell) {
        return Arrays.stream(Processes.logs(cell)).average().orElseThrow();
    }

    /** Returns the differences, scaled to the noise of one of the two. */
    private static double[] apart(double[] some, double[] others) {
        var apart = new double[some.length];
        Arrays.setAll(apart, i -> (some[i] - others[i]) / Math.sqrt(2));
        return apart;
    }

    private static @Nullable Noise pooled(List<double[]> logs, int at) {
        double squares = 0;
        double degrees = 0;
        for (int i = Math.max(0, at - NEIGHBOURS); i <= Math.min(logs.size() - 1, at + NEIGHBOURS); i++) {
            if (i != at && logs.get(i).length > 1) {
                squares += (logs.get(i).length - 1) * Processes.variance(logs.get(i));
                degrees += logs.get(i).length - 1;
            }
        }
        double own = Math.max(0, logs.get(at).length - 1);
        if (own + degrees == 0) {
            return null;
        }
        double ofNeighbours = degrees > 0 ? squares / degrees : 0;
        double prior = Math.min(degrees, MOST_OF_NEIGHBOURS);
        double variance = (prior * ofNeighbours + own * Processes.variance(logs.get(at))) / (prior + own);
        return new Noise(Math.max(Noise.LEAST, Math.sqrt(variance)), prior + own, Noise.Source.REPETITIONS);
    }

    /** Returns the noise of a mean from the median and the 99th percentile of its iterations; 0 if they were not timed. */
    private static double ofIterations(Cell cell) {
        double most = 0;
        for (var each : cell.observations()) {
            var outcome = each.measurement().outcome();
            var median = outcome.timeP50();
            var p99 = outcome.timeP99();
            var iterations = each.measurement().workload().iterations();
            if (median != null && p99 != null && median.doubleValue() > 0
                    && p99.doubleValue() > median.doubleValue()) {
                most = Math.max(most, Math.log(p99.doubleValue() / median.doubleValue()) / P99
                        / Math.sqrt(iterations == null ? 1 : Math.max(1, iterations)));
            }
        }
        return most;
    }
}
