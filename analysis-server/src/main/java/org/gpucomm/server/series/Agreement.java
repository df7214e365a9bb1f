package org.gpucomm.server.series;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

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
        var levels = levels(values);
        var runs = new ArrayList<>(levels.keySet());
        runs.sort(Comparator.comparingDouble(run -> levels.getOrDefault(run, 0.0)));
        var groups = new ArrayList<List<R>>();
        double before = Double.NaN;
        for (var run : runs) {
            double level = levels.getOrDefault(run, 0.0);
            if (groups.isEmpty() || level - before > Math.log(FACTOR)) {
                groups.add(new ArrayList<>());
            }
            groups.getLast().add(run);
            before = level;
        }
        return groups;
    }

    /** Returns how far each run lies above the median of all, in logarithms: the median over its points. */
    private static <R> Map<R, Double> levels(Map<R, Map<Long, Double>> values) {
        var byX = new HashMap<Long, List<Double>>();
        values.values().forEach(ofRun -> ofRun
                .forEach((x, value) -> byX.computeIfAbsent(x, added -> new ArrayList<>()).add(Math.log(value))));
        var medians = new HashMap<Long, Double>();
        byX.forEach((x, logs) -> medians.put(x, median(logs)));
        var levels = new HashMap<R, Double>();
        values.forEach((run, ofRun) -> {
            var apart = new ArrayList<Double>();
            // Where nobody else measured there is nothing to agree with.
            ofRun.forEach((x, value) -> {
                if (byX.getOrDefault(x, List.of()).size() > 1) {
                    apart.add(Math.log(value) - medians.getOrDefault(x, 0.0));
                }
            });
            levels.put(run, apart.isEmpty() ? 0.0 : median(apart));
        });
        return levels;
    }

    private static double median(List<Double> values) {
        var numbers = new double[values.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = values.get(i);
        }
        return Spread.median(numbers);
    }
}
