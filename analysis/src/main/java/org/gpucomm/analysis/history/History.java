package org.gpucomm.analysis.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;
import org.jspecify.annotations.Nullable;

/**
 * Runs of one identity and place over time. Curves are compared as a whole, at their common message sizes.
 *
 * @param runs    runs in order of time, without those that lack common sizes
 * @param sizes   compared sizes in bytes
 * @param changes changes in order of time; empty if a trend explains them better
 * @param trend   null if there is none
 * @param leftOut ids of runs that were not compared
 */
public record History(List<TimedRun> runs, List<Long> sizes, List<Change> changes, @Nullable Trend trend,
        List<String> leftOut) {

    /** Smallest number of runs for a decision. */
    public static final int FEWEST = 2 * ChangePoints.FEWEST;
    /** Smallest share of the usual sizes that a run needs to take part. */
    private static final double COMMON = 0.5;
    /** Number of standard errors from which a difference of medians is a change of a size. */
    private static final double ERRORS = 3;

    /**
     * Change between two runs.
     *
     * @param before id of the last run before the change
     * @param after  id of the first run after the change
     * @param effect time after over time before, minus one: the median change of the medians over the changed sizes
     * @param sizes  changed sizes in bytes; all sizes if none stands out
     * @param pValue probability of so large a change by chance
     */
    public record Change(String before, String after, double effect, List<Long> sizes, double pValue) {}

    /** @param runs runs in any order */
    public static History of(Collection<TimedRun> runs) {
        var ordered = runs.stream().sorted(Comparator.comparing(TimedRun::at).thenComparing(TimedRun::run)).toList();
        var usual = usual(ordered);
        var compared = ordered.stream().filter(run -> !usual.isEmpty()
                && usual.stream().filter(run.times()::containsKey).count() >= usual.size() * COMMON).toList();
        var sizes = usual.stream().filter(size -> compared.stream().allMatch(run -> run.times().containsKey(size)))
                .toList();
        var comparable = compared.stream().map(TimedRun::run).collect(Collectors.toSet());
        var leftOut = ordered.stream().map(TimedRun::run).filter(run -> !comparable.contains(run)).toList();
        if (sizes.isEmpty() || compared.size() < FEWEST) {
            return new History(compared, sizes, List.of(), null, leftOut);
        }
        var logs = compared.stream()
                .map(run -> sizes.stream().mapToDouble(size -> Math.log(run.times().get(size))).toArray())
                .toArray(double[][]::new);
        var changes = ChangePoints.in(NormalizedRuns.of(logs));
        var trend = Trend.in(sizes, logs, changes.stream().mapToInt(ChangePoints.Change::index).toArray());
        return new History(compared, sizes, trend.isPresent() ? List.of() : changes(compared, sizes, logs, changes),
                trend.orElse(null), leftOut);
    }

    /** Returns how many more runs are needed to show a change; 0 if there are enough. */
    public int missing() {
        return missing(runs.size());
    }

    /** @param compared number of compared runs */
    public static int missing(int compared) {
        return Math.max(0, FEWEST - compared);
    }

    private static List<Long> usual(List<TimedRun> runs) {
        var counts = new TreeMap<Long, Integer>();
        runs.forEach(run -> run.times().keySet().forEach(size -> counts.merge(size, 1, Integer::sum)));
        return counts.entrySet().stream().filter(each -> each.getValue() > runs.size() * COMMON).map(Map.Entry::getKey)
                .toList();
    }

    private static List<Change> changes(List<TimedRun> runs, List<Long> sizes, double[][] logs,
            List<ChangePoints.Change> found) {
        var changes = new ArrayList<Change>();
        for (int i = 0; i < found.size(); i++) {
            int at = found.get(i).index();
            int from = i == 0 ? 0 : found.get(i - 1).index();
            int to = i + 1 == found.size() ? logs.length : found.get(i + 1).index();
            changes.add(change(runs, sizes, logs, from, at, to, found.get(i).pValue()));
        }
        return changes;
    }

    private static Change change(List<TimedRun> runs, List<Long> sizes, double[][] logs, int from, int at, int to,
            double pValue) {
        var effects = new double[sizes.size()];
        var changed = new TreeSet<Integer>();
        for (int size = 0; size < effects.length; size++) {
            var before = NormalizedRuns.column(Arrays.copyOfRange(logs, from, at), size);
            var after = NormalizedRuns.column(Arrays.copyOfRange(logs, at, to), size);
            double error = Math.max(NormalizedRuns.noise(before), NormalizedRuns.noise(after))
                    * Math.sqrt(1.0 / before.length + 1.0 / after.length);
            effects[size] = Median.withDefaults().evaluate(after) - Median.withDefaults().evaluate(before);
            if (Math.abs(effects[size]) > ERRORS * error) {
                changed.add(size);
            }
        }
        if (changed.isEmpty()) {
            IntStream.range(0, effects.length).forEach(changed::add);
        }
        double effect = Median.withDefaults().evaluate(changed.stream().mapToDouble(size -> effects[size]).toArray());
        return new Change(runs.get(at - 1).run(), runs.get(at).run(), Math.expm1(effect),
                changed.stream().map(sizes::get).toList(), pValue);
    }
}
