package org.gpucomm.server.analysis.history;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.gpucomm.server.analysis.compare.FingerprintDifference;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;

/**
 * Runs of one operation on one number of ranks over time. Curves are compared as wholes, at the message sizes that all of
 * them have.
 *
 * @param runs    in order of time; those that lack the common sizes are left out
 * @param sizes   that were compared, bytes
 * @param changes in order of time
 * @param leftOut ids of runs that were not compared
 */
public record History(List<DatedRun> runs, List<Long> sizes, List<Change> changes, List<String> leftOut) {

    /** A run takes part if it has this share of the sizes that most runs have. */
    private static final double COMMON = 0.5;

    /**
     * Something changed between two runs.
     *
     * @param before  id of the last run before it
     * @param after   id of the first run after it
     * @param effect  geometric mean of the times after over that before, less one: 0.1 = 10 % slower
     * @param pValue  that a change this large comes by chance
     * @param differs versions and settings that changed between just these two runs
     */
    public record Change(String before, String after, double effect, double pValue,
            List<FingerprintDifference> differs) {}

    /** @param runs each with measurements of the same operation and number of ranks; in any order */
    public static History of(List<DatedRun> runs) {
        var ordered = runs.stream().sorted(Comparator.comparing(DatedRun::at).thenComparing(DatedRun::run)).toList();
        var times = new LinkedHashMap<DatedRun, Map<Long, Double>>();
        ordered.forEach(run -> times.put(run, times(run)));
        var counts = new TreeMap<Long, Integer>();
        times.values().forEach(each -> each.keySet().forEach(size -> counts.merge(size, 1, Integer::sum)));
        var usual = counts.entrySet().stream().filter(each -> each.getValue() > runs.size() * COMMON)
                .map(Map.Entry::getKey).toList();
        var compared = ordered.stream().filter(run -> !usual.isEmpty() && times.get(run).keySet().stream()
                .filter(usual::contains).count() >= usual.size() * COMMON).toList();
        var sizes = usual.stream().filter(size -> compared.stream().allMatch(run -> times.get(run).containsKey(size)))
                .toList();
        var leftOut = ordered.stream().filter(run -> !compared.contains(run)).map(DatedRun::run).toList();
        var vectors = compared.stream()
                .map(run -> sizes.stream().mapToDouble(size -> Math.log(times.get(run).get(size))).toArray())
                .toArray(double[][]::new);
        return new History(compared, sizes, sizes.isEmpty() ? List.of() : changes(compared, vectors), leftOut);
    }

    private static List<Change> changes(List<DatedRun> runs, double[][] vectors) {
        var found = ChangePoints.in(vectors);
        var changes = new ArrayList<Change>();
        for (int i = 0; i < found.size(); i++) {
            int at = found.get(i).index();
            int from = i == 0 ? 0 : found.get(i - 1).index();
            int to = i + 1 == found.size() ? vectors.length : found.get(i + 1).index();
            var before = runs.get(at - 1);
            var after = runs.get(at);
            changes.add(new Change(before.run(), after.run(),
                    Math.expm1(mean(vectors, at, to) - mean(vectors, from, at)), found.get(i).pValue(),
                    FingerprintDifference.between(before.evidence(), before.facts(), after.evidence(), after.facts())));
        }
        return changes;
    }

    private static double mean(double[][] vectors, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            for (double value : vectors[i]) {
                sum += value / vectors[i].length / (to - from);
            }
        }
        return sum;
    }

    private static Map<Long, Double> times(DatedRun run) {
        var times = new TreeMap<Long, Double>();
        for (Curve curve : run.evidence().withoutTwins().alongSize()) {
            for (Cell cell : curve.cells()) {
                cell.time().ifPresent(time -> {
                    if (time > 0) {
                        times.putIfAbsent(cell.bytes(), time);
                    }
                });
            }
        }
        return times;
    }
}
