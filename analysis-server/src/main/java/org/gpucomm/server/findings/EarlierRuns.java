package org.gpucomm.server.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.statistics.Noise;
import org.gpucomm.analysis.statistics.PlaceHistory;
import org.gpucomm.server.evidence.StoredRun;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.series.CurvePoints;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.server.series.StoredCurves;
import org.gpucomm.server.series.StoredHistories;
import org.springframework.stereotype.Component;

/** Noise of measured places in earlier stored runs: the differences between the times of successive runs. */
@Component
public class EarlierRuns {

    /** Number of the latest runs of each history; older runs say little about the present machines. */
    private static final int MOST_RUNS = 12;
    /** Minimum number of runs; with fewer, one unusual run would dominate the noise. */
    private static final int FEWEST_RUNS = 5;
    /** Maximum number of histories. Evidence with more is a study, which has its own repetitions. */
    private static final int MOST_HISTORIES = 24;
    private static final long MOST_POINTS = 5_000;
    private static final double MAD_TO_SIGMA = 1.4826;
    /** Factor between the standard deviation of a difference of two runs and that of one run. */
    private static final double OF_TWO = Math.sqrt(2);
    /** Degrees of freedom per step: a median of steps is about half as informative as their mean square. */
    private static final double KNOWN = 0.5;

    private final StoredHistories histories;
    private final StoredCurves curves;

    EarlierRuns(StoredHistories histories, StoredCurves curves) {
        this.histories = histories;
        this.curves = curves;
    }

    private record Where(SeriesKey subject, int ranks, long bytes) {}

    /** Returns the noise of places in the evidence. @param looked runs under examination, whose own times are left out */
    public PlaceHistory of(Evidence evidence, List<StoredRun> looked) {
        var keys = evidence.observations().stream().map(evidence::key).distinct().limit(MOST_HISTORIES + 1L).toList();
        if (keys.size() > MOST_HISTORIES || keys.stream().noneMatch(key -> key.place().isKnown())) {
            return PlaceHistory.NONE;
        }
        var own = looked.stream().map(StoredRun::id).collect(Collectors.toSet());
        var known = new HashMap<Where, Noise>();
        for (var key : keys) {
            if (key.place().isKnown()) {
                noise(key, own).forEach((bytes, noise) -> known
                        .put(new Where(key.alongRanks(), key.identity().ranks(), bytes), noise));
            }
        }
        return (subject, ranks, bytes) -> Optional.ofNullable(known.get(new Where(subject, ranks, bytes)));
    }

    /** Returns the noise by message size; empty with fewer than {@value #FEWEST_RUNS} runs. */
    private Map<Long, Noise> noise(SeriesKey key, Set<String> own) {
        var history = histories.named(key.history().hash());
        if (history.isEmpty() || history.get().runs() < FEWEST_RUNS) {
            return Map.of();
        }
        var heads = new ArrayList<CurveHead>();
        long room = MOST_POINTS;
        for (var head : curves.latest(history.get(), MOST_RUNS + own.size())) {
            room -= head.points();
            if (room >= 0 && !own.contains(head.runId())) {
                heads.add(head);
            }
        }
        var byRun = new HashMap<CurveHead, CurvePoints>();
        curves.read(heads, byRun::put);
        var bySize = new TreeMap<Long, TreeMap<CurveHead, Double>>();
        byRun.forEach((head, points) -> logs(points).forEach((bytes, log) -> bySize
                .computeIfAbsent(bytes, added -> new TreeMap<>(
                        Comparator.comparing(CurveHead::madeAt).thenComparing(CurveHead::runId)))
                .put(head, log)));
        var noise = new HashMap<Long, Noise>();
        bySize.forEach((bytes, logs) -> ofSteps(List.copyOf(logs.values())).ifPresent(each -> noise.put(bytes, each)));
        return noise;
    }

    /** Returns the mean logarithm of the times of a run by message size, without those of wrong data. */
    private static Map<Long, Double> logs(CurvePoints points) {
        return IntStream.range(0, points.size()).filter(i -> points.time(i) > 0 && !(points.wrong(i) > 0)).boxed()
                .collect(Collectors.groupingBy(points::bytes,
                        Collectors.averagingDouble(i -> Math.log(points.time(i)))));
    }

    /** Returns the noise by the median of the steps between runs, which a single upgrade does not change. */
    private static Optional<Noise> ofSteps(List<Double> logs) {
        if (logs.size() < FEWEST_RUNS) {
            return Optional.empty();
        }
        var steps = IntStream.range(1, logs.size()).mapToDouble(i -> Math.abs(logs.get(i) - logs.get(i - 1))).toArray();
        double sigma = MAD_TO_SIGMA * Median.withDefaults().evaluate(steps) / OF_TWO;
        return Optional.of(Noise.ofHistory(sigma, KNOWN * steps.length));
    }
}
