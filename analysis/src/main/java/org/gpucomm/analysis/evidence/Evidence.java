package org.gpucomm.analysis.evidence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Curve.Along;
import org.gpucomm.analysis.identity.Circumstances;
import org.gpucomm.analysis.identity.LikeLayouts;
import org.gpucomm.analysis.identity.LikeLayouts.Layout;
import org.gpucomm.analysis.identity.SeriesKey;
import org.jspecify.annotations.Nullable;

/**
 * Measurements and facts for an analysis. Curves and cells exclude measurements with wrong data. Measurements share a cell only if their
 * keys and sizes are equal.
 */
public final class Evidence {

    private final List<Observation> observations;
    private final List<EvidenceFlag> flags;
    private final Map<String, Circumstances> circumstances;
    /** Key of each observation. Equal keys are the same object. */
    private final Map<Observation, SeriesKey> keys;
    private final List<RunFact> facts;
    /** Names of runs that are curves of their own, by run. */
    private final Map<String, String> apart;
    /** Evidence that also has the in-place curves of subjects that were measured out-of-place too; null if this one has them. */
    private final @Nullable Evidence withTwins;
    /** Null until first requested. Concurrent requests compute equal values. */
    private @Nullable List<Curve> alongSize;
    /** Null until first requested, like {@link #alongSize}. */
    private @Nullable List<Curve> alongRanks;
    /** In-place curves; null until first requested, like {@link #alongSize}. */
    private @Nullable Map<Measured, Curve> twins;
    /** Null until first requested, like {@link #alongSize}. */
    private @Nullable Evidence withoutTwins;
    /** Null until first requested, like {@link #alongSize}. */
    private @Nullable Evidence withUnlikeApart;

    private Evidence(List<Observation> observations, List<EvidenceFlag> flags,
            Map<String, Circumstances> circumstances, Map<Observation, SeriesKey> keys, List<RunFact> facts,
            Map<String, String> apart, @Nullable Evidence withTwins) {
        this.facts = List.copyOf(facts);
        this.apart = Map.copyOf(apart);
        this.observations = List.copyOf(observations);
        this.flags = List.copyOf(flags);
        this.circumstances = Map.copyOf(circumstances);
        this.keys = keys;
        this.withTwins = withTwins;
    }

    /** Key of a curve along size. */
    private record Measured(SeriesKey subject, long ranks) {}

    /**
     * @param circumstances circumstances of each run, by the name in its rows; unknown for other runs
     * @param facts         further facts about the runs
     */
    public static Evidence of(List<Observation> observations, List<EvidenceFlag> flags,
            Map<String, Circumstances> circumstances, List<RunFact> facts) {
        return new Evidence(observations, flags, circumstances,
                keys(observations, each -> key(each, circumstances, Map.of())), facts, Map.of(), null);
    }

    /** Returns the evidence of runs that are known by their rows alone. */
    public static Evidence of(List<Observation> observations) {
        return of(observations, List.of(), Map.of(), List.of());
    }

    private static Map<Observation, SeriesKey> keys(List<Observation> observations,
            Function<Observation, SeriesKey> key) {
        var keys = new IdentityHashMap<Observation, SeriesKey>();
        var known = new HashMap<SeriesKey, SeriesKey>();
        for (var each : observations) {
            keys.put(each, known.computeIfAbsent(key.apply(each), same -> same));
        }
        return keys;
    }

    private static SeriesKey key(Observation observation, Map<String, Circumstances> circumstances,
            Map<String, String> apart) {
        var run = observation.row().run();
        var key = SeriesKey.of(observation.measurement(), circumstances.getOrDefault(run, Circumstances.UNKNOWN))
                .ofRun(apart.getOrDefault(run, ""));
        return observation.isOfManyInFlight() ? key.ofManyInFlight() : key;
    }

    /** Returns the measurements in the given order. */
    public List<Observation> observations() {
        return observations;
    }

    /** Returns the facts in the files about how and where runs were made. */
    public List<RunFact> facts() {
        return facts;
    }

    public List<EvidenceFlag> flags() {
        return flags;
    }

    /** Returns curves of any number of points, one for each key. Their subject is the key for any number of ranks. */
    public List<Curve> alongSize() {
        // Read once: another thread may write it, and a second read may return an older value.
        var known = alongSize;
        if (known == null) {
            known = alongSize(cells(false));
            alongSize = known;
        }
        return known;
    }

    /** Returns curves of any number of points, one for each subject, message size and kind of layout on nodes. */
    public List<Curve> alongRanks() {
        var known = alongRanks;
        if (known == null) {
            known = alongRanks(cells(true));
            alongRanks = known;
        }
        return known;
    }

    /** Returns the key of a measurement. */
    public SeriesKey key(Observation observation) {
        var known = keys.get(observation);
        return known == null ? key(observation, circumstances, apart) : known;
    }

    /** Returns the evidence with some runs as curves of their own. @param names names of these runs, by run */
    public Evidence withApart(Map<String, String> names) {
        return new Evidence(observations, flags, circumstances,
                keys(observations, each -> key(each).ofRun(names.getOrDefault(each.row().run(), ""))), facts, names,
                null);
    }

    /** Returns the evidence with disagreeing runs separated, computed once. @param way way to separate them, always the same */
    public Evidence withUnlikeApart(UnaryOperator<Evidence> way) {
        var known = withUnlikeApart;
        if (known == null) {
            known = way.apply(this);
            withUnlikeApart = known;
        }
        return known;
    }

    /** Returns the evidence without in-place measurements of subjects that were measured out-of-place too. */
    public Evidence withoutTwins() {
        var known = withoutTwins;
        if (known == null) {
            var all = new HashSet<>(keys.values());
            var doubled = all.stream().filter(key -> key.twin().filter(all::contains).isPresent())
                    .collect(Collectors.toSet());
            known = doubled.isEmpty()
                    ? this
                    : new Evidence(observations.stream().filter(each -> !doubled.contains(key(each))).toList(), flags,
                            circumstances, keys, facts, apart, this);
            known.withoutTwins = known;
            withoutTwins = known;
        }
        return known;
    }

    /**
     * Returns the in-place curve that the same processes measured next to a curve along size, each time being another measurement. Empty
     * for all-to-all, whose in-place rows are not valid.
     */
    public Optional<Curve> twin(Curve curve) {
        return curve.subject().operation() == Operation.ALLTOALL
                ? Optional.empty()
                : Optional.ofNullable((withTwins == null ? this : withTwins).twins()
                        .get(new Measured(curve.subject(), curve.fixed())));
    }

    private Map<Measured, Curve> twins() {
        var known = twins;
        if (known == null) {
            var byOther = new HashMap<Measured, Curve>();
            alongSize().forEach(curve -> curve.subject().twin()
                    .ifPresent(subject -> byOther.put(new Measured(subject, curve.fixed()), curve)));
            known = Map.copyOf(byOther);
            twins = known;
        }
        return known;
    }

    private record CellKey(SeriesKey key, long bytes) {}

    /** @param anyHosts whether runs on different hosts of one cluster are repetitions of each other */
    private Map<CellKey, Cell> cells(boolean anyHosts) {
        var groups = new LinkedHashMap<CellKey, List<Observation>>();
        // There are few keys, and equal keys are the same object.
        var anywhere = new IdentityHashMap<SeriesKey, SeriesKey>();
        for (var each : observations) {
            var size = each.measurement().workload().messageSize();
            var key = key(each);
            groups.computeIfAbsent(
                    new CellKey(anyHosts ? anywhere.computeIfAbsent(key, own -> own.onAnyHosts().ofRun("")) : key,
                            size == null ? -1 : size.count()),
                    added -> new ArrayList<>()).add(each);
        }
        var cells = new LinkedHashMap<CellKey, Cell>();
        groups.forEach((place, group) -> {
            var right = group.stream().filter(each -> !each.isWrong()).toList();
            if (!right.isEmpty()) {
                cells.put(place, new Cell(place.bytes(), place.key().identity().ranks(),
                        place.key().identity().nodes(), right, group.size() - right.size()));
            }
        });
        return cells;
    }

    private static List<Curve> alongSize(Map<CellKey, Cell> cells) {
        var groups = new LinkedHashMap<SeriesKey, TreeMap<Long, Cell>>();
        cells.forEach((place, cell) -> groups.computeIfAbsent(place.key(), added -> new TreeMap<>()).put(place.bytes(),
                cell));
        return groups.entrySet().stream().map(group -> new Curve(group.getKey().alongRanks(), Along.SIZE,
                group.getKey().identity().ranks(), List.copyOf(group.getValue().values()))).toList();
    }

    private static List<Curve> alongRanks(Map<CellKey, Cell> cells) {
        record Group(SeriesKey subject, long bytes) {}
        var groups = new LinkedHashMap<Group, Map<Layout, Cell>>();
        cells.forEach((place, cell) -> groups
                .computeIfAbsent(new Group(place.key().alongRanks(), place.bytes()), added -> new LinkedHashMap<>())
                .put(Layout.of(place.key().identity()), cell));
        var curves = new ArrayList<Curve>();
        groups.forEach((group, byLayout) -> LikeLayouts.of(byLayout.keySet()).forEach(alike -> curves
                .add(new Curve(group.subject(), Along.RANKS, group.bytes(),
                        alike.stream().map(byLayout::get).toList()))));
        return curves;
    }
}
