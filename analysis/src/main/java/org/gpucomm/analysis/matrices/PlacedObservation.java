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
 * @param circumstances of its run
 * @param hosts         of the ranks in order; empty where the run does not say
 * @param host          where all of the run was made; empty where it is not known or was made on several
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

    /** Returns the upload that the run is of: a file is of one place as long as it does not say. */
    String upload() {
        var run = run();
        return run.substring(0, Math.max(0, run.lastIndexOf('-')));
    }

    /** Returns what the measurement is of when some of its settings play no part. @param settings the others */
    SeriesKey keyWith(NamedValues settings) {
        var of = measurement();
        return SeriesKey.of(new Measurement(of.source(), of.section(), of.stack(), of.platform(), of.workload(),
                of.outcome(), of.startedAt(), settings), circumstances);
    }

    /** Returns what distinguishes matrices of one title, by names for people. */
    static Map<String, String> telling(SeriesKey key, String source) {
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
