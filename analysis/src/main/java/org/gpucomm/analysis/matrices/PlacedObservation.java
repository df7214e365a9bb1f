package org.gpucomm.analysis.matrices;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.RankTimes;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Measurement with the ranks and hosts of its run.
 *
 * @param circumstances circumstances of its run
 * @param hosts         hosts of the ranks in order; empty if unknown
 * @param host          host of the whole run; empty if unknown, or if there are several
 */
public record PlacedObservation(Observation observation, Circumstances circumstances, List<String> hosts, String host) {

    public static List<PlacedObservation> of(List<Observation> observations, Collection<RunFact> facts,
            Map<String, Circumstances> circumstances) {
        var ofRanks = new HashMap<String, List<String>>();
        var ofRuns = new HashMap<String, Set<String>>();
        for (var fact : facts) {
            if (fact.name().equals(RankTimes.HOSTS)) {
                ofRanks.put(fact.run(), List.of(fact.value().split(" ")));
            } else if (fact.name().equals("host")) {
                ofRuns.computeIfAbsent(fact.run(), added -> new HashSet<>())
                        .addAll(Arrays.asList(fact.value().split(" \\| ")));
            }
        }
        var all = new ArrayList<PlacedObservation>();
        for (var each : observations) {
            var run = each.row().run();
            var hosts = ofRuns.getOrDefault(run, Set.of());
            all.add(new PlacedObservation(each, circumstances.getOrDefault(run, Circumstances.UNKNOWN),
                    ofRanks.getOrDefault(run, List.of()), hosts.size() == 1 ? hosts.iterator().next() : ""));
        }
        return all;
    }

    Measurement measurement() {
        return observation.measurement();
    }

    String run() {
        return observation.row().run();
    }

    /** Returns the upload of the run. If a log does not name its place, the upload counts as one place. */
    String upload() {
        var run = run();
        return run.substring(0, Math.max(0, run.lastIndexOf('-')));
    }

    /** Returns the key of the measurement with only some of its settings. @param settings remaining settings */
    SeriesKey keyWith(NamedValues settings) {
        var of = measurement();
        return SeriesKey.of(new Measurement(of.source(), of.section(), of.stack(), of.platform(), of.workload(),
                of.outcome(), of.startedAt(), settings), circumstances);
    }

    /** Returns the properties that distinguish matrices of one title, by readable names. */
    static Map<String, String> distinguishing(SeriesKey key, String source) {
        var identity = key.identity();
        var all = new LinkedHashMap<String, String>();
        all.put("placement", key.placement() == null ? "" : key.placement().id().replace('_', '-'));
        all.put("datatype", key.datatype());
        all.put("ranks", identity.ranks() == 0 ? "" : identity.ranks() + " ranks");
        all.put("nodes", identity.nodes() == 0 ? "" : identity.nodes() + (identity.nodes() == 1 ? " node" : " nodes"));
        all.put("tool", Stream.of(key.tool(), key.toolVersion()).filter(each -> !each.isEmpty())
                .reduce((one, other) -> one + " " + other).orElse(""));
        all.put("library", key.libraryTitle() + " " + key.libraryVersion());
        all.put("hardware", identity.hardware());
        all.put("transport", identity.transport());
        all.put("timing", identity.timing());
        all.put("environment", identity.environment().replace(";", ", "));
        all.put("layout", identity.layout());
        all.put("place", key.place().title());
        all.put("source", source);
        return all;
    }
}
