package org.gpucomm.server.analysis.history;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

import org.apache.commons.statistics.descriptive.Median;
import org.gpucomm.server.series.Checks;
import org.gpucomm.server.series.CurveHead;
import org.gpucomm.server.series.CurvePoints;
import org.gpucomm.server.series.Filter;
import org.gpucomm.server.series.Metric;
import org.gpucomm.server.series.SeriesKey;
import org.gpucomm.server.series.StoredCurves;
import org.springframework.stereotype.Component;

/** The histories of stored runs: all runs of one identity and place are one. */
@Component
class Histories {

    private final StoredCurves curves;

    Histories(StoredCurves curves) {
        this.curves = curves;
    }

    /**
     * A history with what is known of its runs.
     *
     * @param heads of its runs by their ids
     * @param data  of the measurements of each run, by its id, then by message size
     */
    record Past(SeriesKey.History key, History history, Map<String, CurveHead> heads,
            Map<String, Map<Long, Checks>> data) {

        SeriesKey series() {
            return heads.values().iterator().next().key();
        }

        CurveHead head(TimedRun run) {
            return Objects.requireNonNull(heads.get(run.run()));
        }

        /** When it last changed; empty where no change was shown. */
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

    /** The runs of a history before their points are read. */
    record Group(SeriesKey.History key, List<CurveHead> heads, Instant lastRun) {

        static Group of(SeriesKey.History key, List<CurveHead> heads) {
            return new Group(key, heads,
                    heads.stream().map(Histories::at).max(Comparator.naturalOrder()).orElseThrow());
        }
    }

    /** Returns those with the latest runs first. One run alone is no history, and an in-place one repeats another. */
    List<Group> groups(Filter filter) {
        var groups = new LinkedHashMap<SeriesKey.History, List<CurveHead>>();
        for (var head : curves.heads(filter)) {
            if (head.points(Metric.time) + head.points(Metric.algbw) > 0 && head.ranks() > 0) {
                groups.computeIfAbsent(head.key().history(), added -> new ArrayList<>()).add(head);
            }
        }
        return groups.entrySet().stream()
                .filter(group -> group.getValue().stream().map(CurveHead::run).distinct().count() > 1)
                .filter(group -> group.getValue().getFirst().key().twin().map(SeriesKey::history)
                        .filter(groups::containsKey).isEmpty())
                .map(group -> Group.of(group.getKey(), group.getValue()))
                .sorted(Comparator.comparing(Group::lastRun).reversed().thenComparing(group -> group.key().hash()))
                .toList();
    }

    /** Reads the points of all groups together. */
    List<Past> read(List<Group> groups) {
        var times = new HashMap<CurveHead, CurvePoints>();
        curves.read(groups.stream().flatMap(group -> group.heads().stream()).toList(), times::put);
        return groups.stream().parallel().map(group -> past(group, times)).toList();
    }

    private static Past past(Group group, Map<CurveHead, CurvePoints> read) {
        var times = new LinkedHashMap<String, TreeMap<Long, List<Double>>>();
        var heads = new LinkedHashMap<String, CurveHead>();
        var data = new HashMap<String, Map<Long, Checks>>();
        for (var head : group.heads()) {
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
        return new Past(group.key(), History.of(runs), heads, data);
    }

    private static Map<Long, Double> medians(TreeMap<Long, List<Double>> times) {
        var medians = new HashMap<Long, Double>();
        times.forEach((bytes, values) -> medians.put(bytes, values.size() == 1
                ? values.getFirst()
                : Median.withDefaults().evaluate(values.stream().mapToDouble(Double::doubleValue).toArray())));
        return medians;
    }

    /** When it was made as far as that was printed and can be read, else when it was stored. */
    private static Instant at(CurveHead head) {
        var printed = head.startedAt();
        if (printed == null) {
            return head.storedAt().toInstant();
        }
        try {
            return OffsetDateTime.parse(printed).toInstant();
        } catch (DateTimeException noOffset) {
            try {
                return LocalDateTime.parse(printed).toInstant(ZoneOffset.UTC);
            } catch (DateTimeException noDate) {
                return head.storedAt().toInstant();
            }
        }
    }
}
