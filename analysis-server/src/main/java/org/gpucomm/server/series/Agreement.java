package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * This class parts runs that should be repetitions of one another and are not: what they say differs by more than
 * repetitions do, so something differs that their logs do not tell. Two runs on the same hosts, one over TCP and one over
 * the fabric, can have the same log but for the numbers.
 */
public final class Agreement {

    /** Runs of one group have neighbours within this factor. Repetitions on shared networks rarely differ by as much. */
    public static final double FACTOR = 1.5;

    private Agreement() {}

    /**
     * Returns the runs in groups, the lowest values first; one group where they agree.
     *
     * @param values of each run, by x, all positive
     */
    public static <R> List<List<R>> groups(Map<R, Map<Long, Double>> values) {
        var xs = values.values().stream().flatMap(ofRun -> ofRun.keySet().stream()).distinct().toList();
        return groups(List.copyOf(values.keySet()), values.values().stream()
                .map(ofRun -> xs.stream().mapToDouble(x -> ofRun.getOrDefault(x, Double.NaN)).toArray())
                .toArray(double[][]::new));
    }

    /**
     * The same.
     *
     * @param values of each of these runs at each x, all positive; NaN where it has none
     */
    static <R> List<List<R>> groups(List<R> runs, double[][] values) {
        var levels = levels(values);
        var groups = new ArrayList<List<R>>();
        double before = Double.NaN;
        for (int run : IntStream.range(0, levels.length).boxed()
                .sorted(Comparator.comparingDouble(run -> levels[run])).toList()) {
            if (groups.isEmpty() || levels[run] - before > Math.log(FACTOR)) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(runs.get(run));
            before = levels[run];
        }
        return groups;
    }

    /** Returns how far each run lies above the median of all, in logarithms: the median over its points. */
    private static double[] levels(double[][] values) {
        var logs = Arrays.stream(values).map(ofRun -> Arrays.stream(ofRun).map(Math::log).toArray())
                .toArray(double[][]::new);
        int xs = logs.length == 0 ? 0 : logs[0].length;
        var medians = new double[xs];
        for (int x = 0; x < xs; x++) {
            int at = x;
            var atX = known(Arrays.stream(logs).mapToDouble(ofRun -> ofRun[at]));
            // Where nobody else measured there is nothing to agree with.
            medians[x] = atX.length > 1 ? Spread.median(atX) : Double.NaN;
        }
        return Arrays.stream(logs).mapToDouble(ofRun -> {
            var apart = known(IntStream.range(0, xs).mapToDouble(x -> ofRun[x] - medians[x]));
            return apart.length == 0 ? 0.0 : Spread.median(apart);
        }).toArray();
    }

    private static double[] known(DoubleStream numbers) {
        return numbers.filter(number -> !Double.isNaN(number)).toArray();
    }
}
