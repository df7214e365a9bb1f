package org.gpucomm.analysis.tuning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.identity.SeriesKey;
import org.jspecify.annotations.Nullable;

/**
 * Times of runs of NCCL with and without pinned choices, by place. The unit is the process: its repetitions at a place count once, as the
 * mean of the logarithms.
 */
public final class Trials {

    /** Collectives that the plugin knows, with their names in it. */
    public static final Map<Operation, String> COLLECTIVES = collectives();
    /** Size in bytes from which NCCL itself does not choose one channel if other runs use many. */
    private static final long MANY_CHANNELS = 1 << 20;

    private final TreeMap<TriedCase, Map<String, List<Double>>> own = new TreeMap<>();
    private final Map<TriedCase, Map<Choice, Map<String, List<Double>>>> pinned = new TreeMap<>();
    private final Map<TriedCase, Set<Choice>> chosen = new TreeMap<>();
    private final Set<String> problems = new LinkedHashSet<>();

    private Trials() {}

    /** @param bytes size as NCCL counts it for the plugin and nccl-tests prints it */
    public record TriedCase(Operation operation, int nodes, int ranks, long bytes) implements Comparable<TriedCase> {

        private static final Comparator<TriedCase> ORDER = Comparator.comparing(TriedCase::operation)
                .thenComparingInt(TriedCase::ranks).thenComparingInt(TriedCase::nodes)
                .thenComparingLong(TriedCase::bytes);

        @Override
        public int compareTo(TriedCase other) {
            return ORDER.compare(this, other);
        }
    }

    public static Trials of(Evidence evidence) {
        var trials = new Trials();
        for (var each : evidence.withoutTwins().observations()) {
            var key = evidence.key(each);
            boolean counts = COLLECTIVES.containsKey(key.operation()) && key.library().equals("nccl")
                    && each.measurement().workload().messageSize() != null && !each.isWrong()
                    && key.placement() != Placement.IN_PLACE && each.time().isPresent();
            if (counts) {
                trials.add(each, key);
            }
        }
        trials.withoutTrap();
        return trials;
    }

    /** Returns the places in order. */
    public List<TriedCase> places() {
        return List.copyOf(own.keySet());
    }

    /** Returns the logarithms of the times of each process without a pinned choice. */
    double[] own(TriedCase place) {
        return means(own.getOrDefault(place, Map.of()));
    }

    /** Returns the logarithms of the times of each process under each choice. */
    Map<Choice, double[]> pinned(TriedCase place) {
        var times = new LinkedHashMap<Choice, double[]>();
        pinned.getOrDefault(place, Map.of()).forEach((choice, runs) -> times.put(choice, means(runs)));
        return times;
    }

    /**
     * Returns the excess of each process over NCCL's own median, as a logarithm: the median over a size and its two neighbours, on which
     * a single outlier has no effect.
     *
     * @param choice choice; null for no pinned one
     */
    double[] around(TriedCase place, @Nullable Choice choice) {
        var runs = new LinkedHashMap<String, List<Double>>();
        for (var each : neighbourhood(place)) {
            double usual = Spread.median(own(each));
            var times = choice == null
                    ? own.get(each)
                    : pinned.getOrDefault(each, Map.of()).getOrDefault(choice, Map.of());
            times.forEach((run, logs) -> runs.computeIfAbsent(run, added -> new ArrayList<>())
                    .add(logs.stream().mapToDouble(Double::doubleValue).average().orElseThrow() - usual));
        }
        return runs.values().stream()
                .mapToDouble(logs -> Spread.median(logs))
                .toArray();
    }

    private List<TriedCase> neighbourhood(TriedCase place) {
        return Stream.of(own.lowerKey(place), place, own.higherKey(place))
                .filter(each -> each != null && each.operation() == place.operation() && each.nodes() == place.nodes()
                        && each.ranks() == place.ranks())
                .toList();
    }

    /** Returns NCCL's own choice, if its log states the choice and it was always the same. */
    Optional<Choice> chosen(TriedCase place) {
        var choices = chosen.getOrDefault(place, Set.of());
        return choices.size() == 1 ? Optional.of(choices.iterator().next()) : Optional.empty();
    }

    /** Returns sentences about runs that were left out, with the reasons. */
    public List<String> problems() {
        return List.copyOf(problems);
    }

    private void add(Observation each, SeriesKey key) {
        var variables = NamedValues.parse(key.identity().environment())
                .with(NamedValues.parse(key.settings()).only(name -> name.matches("[A-Z][A-Z0-9_]*")));
        if (variables.values().keySet().stream().anyMatch(name -> name.startsWith("NCCL_TUNER"))) {
            problems.add("runs with NCCL_TUNER_PLUGIN or NCCL_TUNER_CONFIG_FILE are left out: they measure a tuner");
            return;
        }
        var logged = each.measurement().settings();
        var place = new TriedCase(key.operation(), Math.max(1, key.identity().nodes()), key.identity().ranks(),
                each.measurement().workload().messageSize().count());
        double log = Math.log(each.time().orElseThrow());
        var choice = Choice.of(variables, logged);
        if (!Choice.isPinned(variables)) {
            own.computeIfAbsent(place, added -> new LinkedHashMap<>())
                    .computeIfAbsent(each.row().run(), added -> new ArrayList<>()).add(log);
            choice.ifPresent(by -> chosen.computeIfAbsent(place, added -> new LinkedHashSet<>()).add(by));
        } else if (choice.isPresent()) {
            pinned.computeIfAbsent(place, added -> new LinkedHashMap<>())
                    .computeIfAbsent(choice.get(), added -> new LinkedHashMap<>())
                    .computeIfAbsent(each.row().run(), added -> new ArrayList<>()).add(log);
        } else {
            problems.add(
                    "runs with " + variables.text() + " are left out: a tuner file must name algorithm, protocol and"
                            + " channels; set NCCL_ALGO, NCCL_PROTO and NCCL_MIN_NCHANNELS = NCCL_MAX_NCHANNELS");
        }
    }

    /** Removes rows without a choice that ran on one channel, as under a tuner plugin without a line for them. */
    private void withoutTrap() {
        for (var place : List.copyOf(own.keySet())) {
            boolean one = chosen.getOrDefault(place, Set.of()).stream().anyMatch(choice -> choice.channels() == 1);
            boolean many = pinned.getOrDefault(place, Map.of()).keySet().stream()
                    .anyMatch(choice -> choice.channels() > 1);
            if (one && many && place.bytes() >= MANY_CHANNELS) {
                own.remove(place);
                problems.add(
                        "runs without a pinned choice ran on one channel (channel{Lo..Hi}={0..0}): a tuner plugin was"
                                + " loaded that had no line for them. They are no baseline; measure without NCCL_TUNER_PLUGIN");
            }
        }
    }

    private static double[] means(Map<String, List<Double>> runs) {
        return runs.values().stream().mapToDouble(logs -> logs.stream().mapToDouble(Double::doubleValue).average()
                .orElseThrow()).toArray();
    }

    private static Map<Operation, String> collectives() {
        var names = new LinkedHashMap<Operation, String>();
        names.put(Operation.ALL_REDUCE, "allreduce");
        names.put(Operation.ALL_GATHER, "allgather");
        names.put(Operation.REDUCE_SCATTER, "reducescatter");
        names.put(Operation.BROADCAST, "broadcast");
        names.put(Operation.REDUCE, "reduce");
        return names;
    }
}
