package org.gpucomm.server.history;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.analysis.history.History;
import org.gpucomm.analysis.history.TimedRun;
import org.gpucomm.analysis.identity.Checks;
import org.gpucomm.analysis.identity.CurveHead;
import org.gpucomm.analysis.series.CurvePoints;
import org.gpucomm.analysis.identity.Filter;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.server.series.StoredCurves;
import org.gpucomm.server.series.StoredHistories;
import org.gpucomm.server.series.StoredHistories.Chosen;
import org.gpucomm.server.series.StoredHistories.StoredHistory;
import org.gpucomm.analysis.identity.BadParameter;
import org.springframework.stereotype.Component;

/** Histories of stored runs. All runs of one identity and place form one history. */
@Component
class Histories {

    /** Maximum number of measurements in memory while runs are compared; each takes some 250 bytes. */
    private static final long MOST_POINTS = 500_000;
    /** The same for summaries, which are computed next to requests: 2,500 runs of forty sizes. */
    private static final long MOST_POINTS_OF_SUMMARIES = 100_000;

    private final StoredHistories stored;
    private final StoredCurves curves;

    Histories(StoredHistories stored, StoredCurves curves) {
        this.stored = stored;
        this.curves = curves;
    }

    /**
     * @param heads curves by run id
     * @param data  checks of the measurements, by run id and then by message size
     */
    record Past(SeriesKey.History key, History history, Map<String, CurveHead> heads,
            Map<String, Map<Long, Checks>> data) {

        SeriesKey series() {
            return heads.values().iterator().next().key();
        }

        CurveHead head(TimedRun run) {
            return Objects.requireNonNull(heads.get(run.run()));
        }

        /** Returns the time of the last change; empty if none was found. */
        Optional<Instant> changedAt() {
            return history.changes().isEmpty()
                    ? Optional.empty()
                    : history.runs().stream().filter(run -> run.run().equals(history.changes().getLast().after()))
                            .map(TimedRun::at).findFirst();
        }

        Instant firstRun() {
            return heads.values().stream().map(Histories::at).min(Comparator.naturalOrder()).orElseThrow();
        }

        Instant lastRun() {
            return heads.values().stream().map(Histories::at).max(Comparator.naturalOrder()).orElseThrow();
        }
    }

    /** Returns the selected histories of two or more runs, the latest runs first, without in-place ones that repeat another. */
    List<Chosen> chosen(Filter filter) {
        var chosen = stored.chosen(filter);
        var there = chosen.stream().map(each -> each.history().hash()).collect(Collectors.toSet());
        return chosen.stream().filter(each -> each.runs() > 1)
                .filter(each -> each.history().twin() == null || !there.contains(each.history().twin()))
                .sorted(Comparator.comparing(Chosen::lastAt).reversed().thenComparing(each -> each.history().hash()))
                .toList();
    }

    /** Returns the history with a hash, whatever its runs. */
    Optional<StoredHistory> named(String hash) {
        return stored.named(hash);
    }

    /** Counts the runs of later uploads that a filter would select without its {@link Filter#until()}, in histories that match. */
    long later(Filter filter, Predicate<StoredHistory> such) {
        var until = filter.until();
        return until == null
                ? 0
                : stored.later(filter,
                        chosen(filter.withUntil(null)).stream().map(Chosen::history).filter(such).toList());
    }

    /**
     * Reads the points of the runs of a history that the filter selects. A long history takes some 20 MB, so the caller needs a permit of
     * the limiter.
     *
     * @return empty if no run has times
     * @throws BadParameter if there are more points than one answer may hold
     */
    Optional<Past> read(StoredHistory history, Filter filter) {
        var heads = curves.heads(filter, List.of(history));
        long points = points(heads);
        if (points > MOST_POINTS) {
            throw new BadParameter("this history has " + points + " measurements, which are too many for one answer; "
                    + "choose some days by from and to");
        }
        return read(List.of(history), heads).stream().findFirst();
    }

    /** Reads the points of several histories for their summaries. If there are too many, only those of the latest runs of each. */
    List<Past> latest(Collection<StoredHistory> histories, Filter filter) {
        var heads = curves.heads(filter, histories);
        return read(histories, points(heads) <= MOST_POINTS_OF_SUMMARIES
                ? heads
                : latest(heads, MOST_POINTS_OF_SUMMARIES / histories.size()));
    }

    private static long points(List<CurveHead> heads) {
        return heads.stream().mapToLong(CurveHead::points).sum();
    }

    /** @param most maximum number of measurements of each history */
    private static List<CurveHead> latest(List<CurveHead> heads, long most) {
        var held = new HashMap<String, Long>();
        var latest = new ArrayList<CurveHead>();
        for (var head : heads.stream().sorted(Comparator.comparing(Histories::at).reversed()).toList()) {
            if (held.merge(head.key().history().hash(), head.points(), Long::sum) <= most) {
                latest.add(head);
            }
        }
        return latest;
    }

    private List<Past> read(Collection<StoredHistory> histories, List<CurveHead> heads) {
        var times = new HashMap<CurveHead, CurvePoints>();
        curves.read(heads, times::put);
        var groups = new HashMap<String, List<CurveHead>>();
        heads.stream().filter(CurveHead::isTimed).forEach(
                head -> groups.computeIfAbsent(head.key().history().hash(), added -> new ArrayList<>()).add(head));
        return histories.stream().filter(history -> groups.containsKey(history.hash()))
                .map(history -> past(Objects.requireNonNull(groups.get(history.hash())), times)).toList();
    }

    private static Past past(List<CurveHead> ofHistory, Map<CurveHead, CurvePoints> read) {
        var times = new LinkedHashMap<String, TreeMap<Long, List<Double>>>();
        var heads = new LinkedHashMap<String, CurveHead>();
        var data = new HashMap<String, Map<Long, Checks>>();
        for (var head : ofHistory) {
            heads.putIfAbsent(head.runId(), head);
            var ofRun = times.computeIfAbsent(head.runId(), added -> new TreeMap<>());
            var points = read.get(head);
            for (int i = 0; points != null && i < points.size(); i++) {
                double time = points.time(i);
                if (time > 0) {
                    data.computeIfAbsent(head.runId(), added -> new HashMap<>()).merge(points.bytes(i),
                            Checks.of(points.wrong(i)), Checks::and);
                }
                if (time > 0 && !(points.wrong(i) > 0)) {
                    ofRun.computeIfAbsent(points.bytes(i), added -> new ArrayList<>()).add(time);
                }
            }
        }
        var runs = new ArrayList<TimedRun>();
        times.forEach((run, values) -> runs.add(
                new TimedRun(run, at(Objects.requireNonNull(heads.get(run))), medians(values))));
        return new Past(ofHistory.getFirst().key().history(), History.of(runs), heads, data);
    }

    private static Map<Long, Double> medians(TreeMap<Long, List<Double>> times) {
        var medians = new HashMap<Long, Double>();
        times.forEach((bytes, values) -> medians.put(bytes, values.size() == 1
                ? values.getFirst()
                : Median.withDefaults().evaluate(values.stream().mapToDouble(Double::doubleValue).toArray())));
        return medians;
    }

    private static Instant at(CurveHead head) {
        return head.madeAt().toInstant();
    }
}
