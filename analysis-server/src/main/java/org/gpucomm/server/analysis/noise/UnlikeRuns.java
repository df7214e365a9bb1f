package org.gpucomm.server.analysis.noise;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.series.SeriesKey;
import org.gpucomm.server.series.Spread;

/**
 * Runs of the same subject that do not agree: something differs that their logs do not show, so that their middle is the speed
 * of neither. Where there are more than a few runs, their spread is known and their median is one of them.
 */
public final class UnlikeRuns {

    private static final int MOST_RUNS = 3;
    /** Neighbouring sizes that must differ alike, so that noise of single ones does not part runs. */
    private static final int FEWEST_SIZES = 3;
    /** Runs over a network differ by as much without a cause. */
    private static final double LEAST = Math.log1p(0.05);
    /** A difference is steady where its mean over neighbouring sizes is this multiple of its standard error. */
    private static final double STEADY = 10;

    private UnlikeRuns() {}

    /** Returns the evidence with each run by itself that does not agree with others of the same subject. */
    public static Evidence apart(Evidence evidence) {
        var logs = new LinkedHashMap<SeriesKey, Map<String, TreeMap<Long, List<Double>>>>();
        var sources = new TreeSet<String>();
        for (var each : evidence.observations()) {
            sources.add(each.row().source());
            var size = each.measurement().workload().messageSize();
            if (size != null && !each.isWrong() && each.ranks().rank().isEmpty() && each.time().isPresent()
                    && each.time().getAsDouble() > 0) {
                logs.computeIfAbsent(evidence.key(each), added -> new LinkedHashMap<>())
                        .computeIfAbsent(each.row().run(), added -> new TreeMap<>())
                        .computeIfAbsent(size.count(), added -> new ArrayList<>())
                        .add(Math.log(each.time().getAsDouble()));
            }
        }
        var unlike = new HashSet<String>();
        logs.values().stream().filter(runs -> runs.size() > 1 && runs.size() <= MOST_RUNS)
                .filter(runs -> isAnyUnlike(runs.values())).forEach(runs -> unlike.addAll(runs.keySet()));
        return unlike.isEmpty() ? evidence : evidence.withApart(names(evidence, unlike, sources.size() > 1));
    }

    private static boolean isAnyUnlike(Collection<TreeMap<Long, List<Double>>> runs) {
        var all = List.copyOf(runs);
        for (int i = 0; i < all.size(); i++) {
            for (int j = i + 1; j < all.size(); j++) {
                if (areUnlike(all.get(i), all.get(j))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean areUnlike(TreeMap<Long, List<Double>> one, TreeMap<Long, List<Double>> other) {
        var sizes = one.keySet().stream().filter(size -> size > 0 && other.containsKey(size)).toList();
        var apart = sizes.stream().mapToDouble(size -> median(one.get(size)) - median(other.get(size))).toArray();
        for (int from = 0; from < apart.length; from++) {
            for (int to = from + 1; to <= apart.length && isBeyond(sizes.get(to - 1), apart[to - 1])
                    && apart[to - 1] * apart[from] > 0; to++) {
                if (to - from >= FEWEST_SIZES && isSteady(Arrays.copyOfRange(apart, from, to))) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isBeyond(long bytes, double apart) {
        return Math.abs(apart) > Math.max(LEAST, ProcessTable.apart(bytes));
    }

    private static boolean isSteady(double[] apart) {
        double mean = Arrays.stream(apart).average().orElseThrow();
        return Math.abs(mean) > STEADY * Math.sqrt(Processes.variance(apart) / apart.length);
    }

    private static double median(List<Double> logs) {
        return Spread.median(logs.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** {@code b.log}; where a file has several, {@code run 2}, or {@code b.log, run 2}. */
    private static Map<String, String> names(Evidence evidence, Collection<String> unlike, boolean manyFiles) {
        var runsOfFile = new HashMap<String, List<String>>();
        for (var each : evidence.observations()) {
            var runs = runsOfFile.computeIfAbsent(each.row().source(), added -> new ArrayList<>());
            if (!runs.contains(each.row().run())) {
                runs.add(each.row().run());
            }
        }
        var names = new HashMap<String, String>();
        runsOfFile.forEach((file, runs) -> runs.stream().filter(unlike::contains).forEach(run -> {
            var number = "run " + (runs.indexOf(run) + 1);
            names.put(run, runs.size() == 1 ? file : manyFiles ? file + ", " + number : number);
        }));
        return names;
    }
}
