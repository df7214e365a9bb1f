package org.gpucomm.analysis.identity;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Grouping of runs that should be repetitions of each other but differ by more than repetitions, because of something that their logs do
 * not show. For example, a run over TCP and one over the fabric on the same hosts may have the same log except for the numbers.
 */
public final class Agreement {

    /** Largest ratio between neighbouring runs of a group. Repetitions on shared networks rarely differ by as much. */
    public static final double FACTOR = 1.5;

    private Agreement() {}

    /**
     * Values of one run, possibly at few of all x.
     *
     * @param at     indexes of its x among all, ascending
     * @param values positive values at these x
     */
    public record RunValues(int[] at, double[] values) {}

    /**
     * Returns the runs in groups, the lowest values first; one group if they agree.
     *
     * @param values positive values of each run by x
     */
    public static <R> List<List<R>> groups(Map<R, Map<Long, Double>> values) {
        var places = new HashMap<Long, Integer>();
        values.values().forEach(ofRun -> ofRun.keySet().forEach(x -> places.putIfAbsent(x, places.size())));
        return groups(List.copyOf(values.keySet()), values.values().stream().map(ofRun -> {
            var xs = ofRun.keySet().stream().sorted(Comparator.comparing(places::get)).toList();
            return new RunValues(xs.stream().mapToInt(x -> places.getOrDefault(x, 0)).toArray(),
                    xs.stream().mapToDouble(x -> ofRun.getOrDefault(x, 0.0)).toArray());
        }).toList(), places.size());
    }

    /** Returns the runs in groups. @param values values of each of these runs @param xs number of all x */
    public static <R> List<List<R>> groups(List<R> runs, List<RunValues> values, int xs) {
        var levels = levels(values, xs);
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

    /** Returns the level of each run: the median distance of its points from the median of all runs, in logarithms. */
    private static double[] levels(List<RunValues> values, int xs) {
        var medians = medians(values, xs);
        return values.stream().mapToDouble(ofRun -> {
            var apart = IntStream.range(0, ofRun.at().length)
                    .mapToDouble(i -> Math.log(ofRun.values()[i]) - medians[ofRun.at()[i]])
                    .filter(each -> !Double.isNaN(each)).toArray();
            return apart.length == 0 ? 0.0 : Spread.median(apart);
        }).toArray();
    }

    /** Returns the median of the logarithms at each x; NaN if a single run measured there, which has nothing to agree with. */
    private static double[] medians(List<RunValues> values, int xs) {
        var ends = new int[xs];
        values.forEach(ofRun -> Arrays.stream(ofRun.at()).forEach(x -> ends[x]++));
        Arrays.parallelPrefix(ends, Integer::sum);
        var logs = new double[xs == 0 ? 0 : ends[xs - 1]];
        // Filled from the end of each part, so that each end becomes the begin.
        for (var ofRun : values) {
            for (int i = 0; i < ofRun.at().length; i++) {
                logs[--ends[ofRun.at()[i]]] = Math.log(ofRun.values()[i]);
            }
        }
        return IntStream.range(0, xs).mapToDouble(x -> {
            int end = x + 1 < xs ? ends[x + 1] : logs.length;
            return end - ends[x] > 1 ? Spread.median(Arrays.copyOfRange(logs, ends[x], end)) : Double.NaN;
        }).toArray();
    }
}
