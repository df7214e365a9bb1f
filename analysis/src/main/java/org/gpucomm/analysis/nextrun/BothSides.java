package org.gpucomm.analysis.nextrun;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.statistics.PlaceHistory;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.rules.FasterRun;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.rules.Finding.Cause.Kind;
import org.gpucomm.analysis.rules.UnnamedNetwork;
import org.gpucomm.analysis.identity.SeriesKey;
import org.jspecify.annotations.Nullable;

/**
 * Plan that would settle a comparison by new measurements of both sides in alternation.
 *
 * @param questions questions with their measurements; the noisy ones cannot be settled
 * @param missing   sentences about the reason why a plan cannot measure both sides, and the remedy; empty if it can
 */
public record BothSides(Questions questions, List<String> missing) {

    private static final double EFFECT = Math.log1p(Questions.USUAL_EFFECT);

    /** No open questions. */
    public static final BothSides NONE = new BothSides(new Questions(List.of(), List.of(), List.of()), List.of());

    public BothSides {
        missing = List.copyOf(missing);
    }

    /**
     * Place whose comparison shows neither a difference nor equality.
     *
     * @param effect time of B over time of A, minus one
     */
    public record Open(Cell a, Cell b, double effect) {}

    /**
     * @param apart places at which one side is at least {@link FasterRun#FACTOR} times as fast
     * @param level chance of any false difference over all places that the comparison allows
     */
    public static BothSides of(List<Open> places, List<Open> apart, Evidence a, Evidence b, PlaceHistory history,
            double level) {
        var noiseOfA = NoiseModel.of(a, history);
        var noiseOfB = NoiseModel.of(b, history);
        var groups = new LinkedHashMap<Arms, List<Open>>();
        for (var place : places) {
            groups.computeIfAbsent(Arms.of(keys(a, place.a()), keys(b, place.b())), added -> new ArrayList<>())
                    .add(place);
        }
        var open = new ArrayList<Question>();
        networks(apart, a, b).ifPresent(open::add);
        boolean byNetwork = !open.isEmpty();
        var noisy = new ArrayList<Question>();
        var missing = new LinkedHashSet<String>();
        groups.forEach((arms, group) -> {
            double effect = Math.max(EFFECT,
                    group.stream().mapToDouble(place -> Math.abs(Math.log1p(place.effect()))).min().orElseThrow());
            var noise = noise(noiseOfA, sides(a, group, Open::a)).with(noise(noiseOfB, sides(b, group, Open::b)));
            int needed = RepetitionsNeeded.toDecide(effect, noise, places.size(), level);
            if (fewestProcesses(group) >= needed) {
                return;
            }
            double detectable = Math.expm1(RepetitionsNeeded.detected(needed, effect, noise, places.size(), level));
            var cannot = needed > RepetitionsNeeded.MOST ? Optional.<String>empty() : arms.missing(group);
            if (cannot.isEmpty()) {
                (needed > RepetitionsNeeded.MOST ? noisy : open)
                        .add(new Question(finding(group), List.copyOf(arms.all()), List.of(),
                                sizes(group), needed, noise.deviation(), detectable, false));
            } else if (!byNetwork || !arms.areOne()) {
                missing.add(cannot.get() + String.format(Locale.ROOT,
                        " %d runs of each in turns, each with its own, show differences of %s at a noise of %s.",
                        needed,
                        percent(detectable), percent(noise.deviation())));
            }
        });
        return new BothSides(new Questions(open, noisy, List.of()), List.copyOf(missing));
    }

    /** Returns the question about the networks of both sides, if nothing else differs and no log names the networks. */
    private static Optional<Question> networks(List<Open> apart, Evidence a, Evidence b) {
        var of = new LinkedHashSet<Arm>();
        for (var place : apart) {
            var keysOfA = keys(a, place.a());
            var keysOfB = keys(b, place.b());
            var arms = Arms.of(keysOfA, keysOfB);
            boolean isNamed = Stream.concat(keysOfA.stream(), keysOfB.stream())
                    .anyMatch(key -> !key.identity().transport().isEmpty());
            if (isNamed || !arms.areOne() || arms.unplanned(List.of(place)).isPresent()) {
                return Optional.empty();
            }
            of.addAll(arms.all());
        }
        var both = Stream.concat(a.observations().stream(), b.observations().stream()).toList();
        return apart.isEmpty()
                ? Optional.empty()
                : UnnamedNetworks.question(network(apart), Evidence.of(both), of, sizes(apart));
    }

    private static Finding network(List<Open> apart) {
        return Finding.of(UnnamedNetwork.ID, Severity.NOTICE, Confidence.AMBIGUOUS,
                "which side went over TCP sockets: neither log names its network.", List.of(), rows(apart))
                .withCause(Kind.UNNAMED_NETWORK, 1);
    }

    /** Returns whether a plan measures both sides. */
    public boolean isPlanned() {
        return !questions.open().isEmpty();
    }

    /** @param command command that writes the plan and runs it; null if there is none */
    public NextRun said(@Nullable String command) {
        var said = new ArrayList<String>();
        questions.open().stream().filter(each -> UnnamedNetworks.isAskedBy(each.finding()))
                .forEach(each -> said.add(UnnamedNetworks.sentence(each)));
        questions.open().stream().filter(each -> !UnnamedNetworks.isAskedBy(each.finding()))
                .max(Comparator.comparingInt(Question::repetitions))
                .ifPresent(most -> said.add(String.format(Locale.ROOT,
                        "Next run: %d repetitions of both in turns show differences of %s at a noise of %s.",
                        most.repetitions(), percent(most.effect()), percent(most.noise()))));
        questions.noisy().stream().mapToDouble(Question::noise).max().ifPresent(noise -> said.add(String.format(
                Locale.ROOT, "No next run: at a noise of %s more than %d repetitions would not settle this; make the "
                        + "machine quieter first.",
                percent(noise), RepetitionsNeeded.MOST)));
        missing.forEach(each -> said.add("No next run: " + each));
        return new NextRun(command, said);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }

    /** Benchmarks that measure both sides. */
    private record Arms(Set<Arm> a, Set<Arm> b, boolean allOfA, boolean allOfB) {

        /** Returns whether one benchmark measures both sides. */
        boolean areOne() {
            return a.equals(b);
        }

        static Arms of(Set<SeriesKey> a, Set<SeriesKey> b) {
            var ofA = arms(a);
            var ofB = arms(b);
            if (ofA.equals(ofB)) {
                // If no variable distinguishes the sides, the network may: NCCL uses the one in NCCL_NET.
                var overA = over(a);
                var overB = over(b);
                if (overA.size() == a.size() && overB.size() == b.size() && !overA.equals(overB)) {
                    return new Arms(overA, overB, known(a), known(b));
                }
            }
            return new Arms(ofA, ofB, ofA.size() > 0 && known(a), ofB.size() > 0 && known(b));
        }

        private static Set<Arm> arms(Set<SeriesKey> keys) {
            return keys.stream().flatMap(key -> Arm.of(key).stream())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        private static Set<Arm> over(Set<SeriesKey> keys) {
            return keys.stream().flatMap(key -> Arm.of(key).flatMap(arm -> arm.over(key)).stream())
                    .collect(Collectors.toCollection(LinkedHashSet::new));
        }

        private static boolean known(Set<SeriesKey> keys) {
            return keys.stream().allMatch(key -> Arm.of(key).isPresent());
        }

        Set<Arm> all() {
            var all = new LinkedHashSet<>(a);
            all.addAll(b);
            return all;
        }

        /** Returns the reason why no plan measures both sides; empty if one does. */
        Optional<String> missing(List<Open> group) {
            return unplanned(group).or(() -> areOne()
                    ? Optional.of("the logs name no setting by which A and B differ, so a plan cannot switch it.")
                    : Optional.empty());
        }

        /** Returns what no plan runs or sets on a side or between them; empty if a plan can measure each side. */
        private Optional<String> unplanned(List<Open> group) {
            if (!allOfA || !allOfB) {
                var sides = allOfA ? "B is" : allOfB ? "A is" : "both are";
                return Optional.of(sides + " of a benchmark that no plan repeats" + tools(group) + ".");
            }
            var fixed = fixed(group);
            return fixed.isEmpty()
                    ? Optional.empty()
                    : Optional.of("A and B differ by what no plan sets (" + String.join("; ", fixed) + ").");
        }

        private static String tools(List<Open> group) {
            var tools = group.stream()
                    .flatMap(place -> Stream.concat(place.a().observations().stream(),
                            place.b().observations().stream()))
                    .map(each -> each.measurement().stack())
                    .map(stack -> stack.tool() + (stack.library() == null ? "" : " of " + stack.library())).distinct()
                    .toList();
            return " (" + String.join(", ", tools) + ")";
        }

        /** Returns the differences that no plan can set, for example {@code library version 2.27.3 and 2.28.3}. */
        private static List<String> fixed(List<Open> group) {
            var fixed = new ArrayList<String>();
            var dimensions = new LinkedHashMap<String, Function<Measurement, @Nullable Object>>();
            dimensions.put("tool", each -> each.stack().tool());
            dimensions.put("library version", each -> each.stack().libraryVersion());
            dimensions.put("GPU", each -> each.platform().gpu());
            dimensions.put("instance type", each -> each.platform().instanceType());
            dimensions.forEach((name, value) -> {
                var ofA = values(group, Open::a, value);
                var ofB = values(group, Open::b, value);
                if (!ofA.isEmpty() && !ofB.isEmpty() && !ofA.equals(ofB)) {
                    fixed.add(name + " " + String.join(", ", ofA) + " and " + String.join(", ", ofB));
                }
            });
            return fixed;
        }

        private static Set<String> values(List<Open> group, Function<Open, Cell> side,
                Function<Measurement, @Nullable Object> value) {
            return group.stream().flatMap(place -> side.apply(place).observations().stream())
                    .map(each -> value.apply(each.measurement())).filter(Objects::nonNull).map(Object::toString)
                    .filter(each -> !each.isEmpty()).collect(Collectors.toCollection(LinkedHashSet::new));
        }
    }

    private static Set<SeriesKey> keys(Evidence evidence, Cell cell) {
        return cell.observations().stream().map(evidence::key).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static Map<SeriesKey, List<Cell>> sides(Evidence evidence, List<Open> group, Function<Open, Cell> side) {
        return group.stream().map(side)
                .collect(Collectors.groupingBy(cell -> evidence.key(cell.observations().getFirst())));
    }

    /** Returns the noise. A single process does not show the offset that it adds to all its times. */
    private static SeenNoise noise(NoiseModel model, Map<SeriesKey, List<Cell>> places) {
        boolean single = places.values().stream().flatMap(Collection::stream)
                .anyMatch(cell -> Processes.count(cell) < 2);
        return single ? SeenNoise.ofSingleProcesses(model, places) : SeenNoise.of(model, places);
    }

    private static int fewestProcesses(List<Open> group) {
        return group.stream().mapToInt(place -> Math.min(Processes.count(place.a()), Processes.count(place.b()))).min()
                .orElseThrow();
    }

    private static TreeSet<Long> sizes(List<Open> group) {
        return group.stream().map(place -> place.a().bytes()).filter(bytes -> bytes > 0)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Finding finding(List<Open> group) {
        var first = group.getFirst().a().observations().getFirst().measurement();
        return Finding.of("compare", Severity.NOTICE, Confidence.AMBIGUOUS,
                "whether B is faster or slower than A in " + first.workload().operation().id() + ".", List.of(),
                rows(group));
    }

    private static List<RowRef> rows(List<Open> group) {
        return group.stream()
                .flatMap(place -> Stream.concat(place.a().observations().stream(), place.b().observations().stream()))
                .map(Observation::row).toList();
    }
}
