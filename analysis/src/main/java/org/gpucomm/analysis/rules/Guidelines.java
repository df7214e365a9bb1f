package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.statistics.Difference;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.rules.Finding.Cause.Kind;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Self-consistent performance guidelines (Träff, Gropp, Thakur: "Self-Consistent MPI Performance Guidelines", IEEE TPDS
 * 2010): an operation must not be slower than another way to do the same with the same library.
 */
final class Guidelines implements TestedRule {

    private static final String ID = "guideline";
    /** Size in bytes below which protocols change. */
    private static final long PROTOCOLS = 64 << 20;
    /** Smallest violation that matters. */
    private static final double LEAST = 0.02;
    /** Significance level at which a place counts as violated. */
    private static final double PLACE_LEVEL = 0.05;
    /** Ratio of times from which a smaller message counts as slower than a larger one. Latencies alone differ by some percent. */
    private static final double LONGER = 1.25;
    private static final double MUCH = 2;
    /** Ratio of times from which smaller messages are useless in practice. */
    private static final double FAR = 20;
    /** Size in bytes below which latency dominates the time, and a single late call makes a spike. */
    private static final long LARGE = 64 << 10;
    private static final int FEWEST_SIZES = 4;

    private static final List<Expected> EXPECTED = List.of(
            new Expected(Operation.ALL_GATHER, List.of(Operation.ALL_REDUCE)),
            new Expected(Operation.REDUCE_SCATTER, List.of(Operation.ALL_REDUCE)),
            new Expected(Operation.ALL_REDUCE, List.of(Operation.REDUCE_SCATTER, Operation.ALL_GATHER)),
            new Expected(Operation.BROADCAST, List.of(Operation.SCATTER, Operation.ALL_GATHER)),
            new Expected(Operation.REDUCE, List.of(Operation.ALL_REDUCE)),
            new Expected(Operation.GATHER, List.of(Operation.ALL_GATHER)),
            new Expected(Operation.BROADCAST, List.of(Operation.ALL_REDUCE)));

    /** Guideline: {@code operation} takes no longer than the sum of {@code others}. */
    private record Expected(Operation operation, List<Operation> others) {

        String others(String by) {
            return String.join(by, others.stream().map(Operation::title).toList());
        }
    }

    /**
     * @param excess relative time above the expected one, 0.1 = 10 % slower
     * @param pValue chance of the violation by noise, the larger one if there is an in-place measurement too
     * @param twice  whether there is an in-place measurement too
     */
    private record Violation(Cell cell, double excess, double pValue, boolean twice, List<RowRef> rows) {}

    /** @param faster larger message that takes less time than the cell */
    private record Longer(Cell cell, Cell faster, double ratio) {

        boolean mayBeAMode() {
            return Modes.mayMake(ratio, cell);
        }

        /** Returns the same ratio in-place; NaN if not measured. */
        double ratioIn(Optional<Curve> twin) {
            var times = Stream.of(cell, faster).map(each -> twin.flatMap(curve -> curve.at(each.bytes())))
                    .map(each -> each.map(Cell::time).orElse(OptionalDouble.empty())).toList();
            return times.getFirst().isPresent() && times.getLast().isPresent()
                    ? times.getFirst().getAsDouble() / times.getLast().getAsDouble()
                    : Double.NaN;
        }

        String words() {
            return Phrases.size(cell.bytes()) + " (" + Phrases.time(cell.time().orElseThrow()) + ") than "
                    + Phrases.size(faster.bytes()) + " (" + Phrases.time(faster.time().orElseThrow()) + ")";
        }

        List<RowRef> rows() {
            return Stream.of(cell, faster).flatMap(each -> each.rows().stream()).toList();
        }
    }

    @Override
    public Answers answers(Evidence evidence, NoiseModel noise) {
        var asked = new ArrayList<Tested>();
        var siblings = new Pairs.Siblings(evidence.alongSize());
        var bySubject = evidence.alongSize().stream()
                .collect(Collectors.groupingBy(Curve::subject, LinkedHashMap::new, Collectors.toList()));
        bySubject.forEach((subject, curves) -> {
            for (var expected : EXPECTED) {
                if (subject.operation() == expected.operation()) {
                    between(curves, expected, siblings, evidence, noise).ifPresent(asked::add);
                }
            }
        });
        evidence.alongSize().forEach(curve -> growing(curve, evidence.twin(curve), noise).ifPresent(asked::add));
        return new Answers(asked, List.of());
    }

    /** Tests that time does not fall while the size grows: a small message could be sent as a larger one. */
    private Optional<Tested> growing(Curve curve, Optional<Curve> twin, NoiseModel noise) {
        var cells = curve.cells().stream().filter(cell -> cell.bytes() > 0 && cell.time().isPresent()).toList();
        var violations = new ArrayList<Longer>();
        var chances = new ArrayList<Double>();
        var fastest = fastestFrom(cells);
        for (int i = 0; i + 1 < cells.size() && cells.size() >= FEWEST_SIZES; i++) {
            var cell = cells.get(i);
            var faster = fastest[i + 1];
            double ratio = cell.time().orElseThrow() / faster.time().orElseThrow();
            // A single spike is reported by the rule for shapes.
            boolean spike = i > 0 && cell.time().orElseThrow() > 2 * cells.get(i - 1).time().orElseThrow()
                    && cell.time().orElseThrow() > LONGER * cells.get(i + 1).time().orElseThrow();
            if (ratio > LONGER && !spike) {
                violations.add(new Longer(cell, faster, ratio));
                chances.add(noise.within(curve.subject(), faster, cell).pGreater(0) * cells.size());
            }
        }
        // A few sizes measured once or twice may be late by accident, and latencies have modes.
        boolean late = !violations.isEmpty()
                && Processes.count(violations.getFirst().cell()) < NoiseModel.FEWEST_PROCESSES
                && (violations.size() <= Tested.outliers(cells.size())
                        || violations.stream().allMatch(Longer::mayBeAMode));
        boolean first = violations.size() == 1 && violations.getFirst().cell() == cells.getFirst();
        if (late && !first) {
            // The in-place measurement of the same size was not late.
            violations.removeIf(each -> each.ratioIn(twin) < LONGER);
        }
        boolean twice = late && violations.stream()
                .allMatch(each -> each.ratioIn(twin) > LONGER && !each.mayBeAMode());
        if (violations.isEmpty()) {
            return cells.size() >= FEWEST_SIZES ? Optional.of(Tested.nothing()) : Optional.empty();
        }
        violations.sort(Comparator.comparing((Longer each) -> each.cell().bytes() >= LARGE)
                .thenComparingDouble(Longer::ratio).reversed());
        var places = violations.stream().map(Longer::words).toList();
        var rows = violations.stream().flatMap(each -> each.rows().stream()).toList();
        double worst = violations.getFirst().ratio();
        var protocol = first || late && !twice || worst > FAR ? "" : keptProtocol(curve, cells, violations);
        int more = places.size() - 1;
        var far = violations.stream().filter(each -> each.ratio() > FAR).toList();
        var sentence = Phrases.title(curve) + " "
                + stretch(cells, far)
                        .orElseGet(() -> "takes longer for less: " + places.getFirst()
                                + (more > 0 ? ", and at " + more + (more == 1 ? " more size" : " more sizes") : ""))
                + "." + protocol
                + (first ? " The first size of a run often pays for the warm-up of all." : "");
        boolean isSure = !late || twice;
        boolean isNews = isSure && worst > MUCH && violations.getFirst().cell().bytes() >= LARGE;
        boolean isFar = isNews && worst > FAR;
        var finding = Finding
                .of(ID, isFar ? Severity.WARNING : Severity.NOTICE, isSure ? Confidence.LIKELY : Confidence.AMBIGUOUS,
                        sentence,
                        List.of(new Quantity("places", places.size(), ""), new Quantity("worst", worst, "×"),
                                new Quantity("at", violations.getFirst().cell().bytes(), "bytes")),
                        rows)
                .withConsequence(isFar ? Consequence.CLIFF : isNews ? Consequence.REMARK : Consequence.NOTE)
                .withOpen(true)
                .withCause(Kind.PROTOCOL, worst);
        return Optional.of(new Tested(Math.min(1, Collections.min(chances)), () -> finding));
    }

    /**
     * Returns {@code takes 70 ms at 2 to 8 MiB, but 188 µs at 16 MiB} if neighbouring sizes all take about the same time; empty if they are
     * others.
     */
    private static Optional<String> stretch(List<Cell> cells, List<Longer> violations) {
        var bySize = violations.stream().sorted(Comparator.comparingLong(each -> each.cell().bytes())).toList();
        if (bySize.size() < 2) {
            return Optional.empty();
        }
        var first = bySize.getFirst();
        var last = bySize.getLast();
        boolean isStretch = areNeighbours(cells, violations)
                && bySize.stream().map(Longer::faster).distinct().count() == 1;
        var times = bySize.stream().mapToDouble(each -> each.cell().time().orElseThrow()).summaryStatistics();
        if (!isStretch || times.getMax() > LONGER * times.getMin()) {
            return Optional.empty();
        }
        var from = Phrases.size(first.cell().bytes()).split(" ");
        var to = Phrases.size(last.cell().bytes()).split(" ");
        return Optional.of("takes " + Phrases.time(times.getMax()) + " at " + from[0]
                + (from[1].equals(to[1]) ? "" : " " + from[1]) + " to " + String.join(" ", to) + ", but "
                + Phrases.time(first.faster().time().orElseThrow()) + " at " + Phrases.size(first.faster().bytes()));
    }

    /**
     * Returns a remark about the protocol if neighbouring sizes are slow. NCCL changes from LL and LL128 to Simple as messages grow; if
     * time falls, it changes too late.
     */
    private static String keptProtocol(Curve curve, List<Cell> cells, List<Longer> violations) {
        boolean isOfNccl = Set.of("nccl", "rccl").contains(curve.subject().library());
        long last = violations.stream().mapToLong(each -> each.cell().bytes()).max().orElseThrow();
        return isOfNccl && violations.size() > 1 && areNeighbours(cells, violations) && last <= PROTOCOLS
                ? " A protocol for small messages (LL or LL128), used too long, does that; here up to "
                        + Phrases.size(last) + ": NCCL_PROTO=Simple would show it."
                : "";
    }

    /** Returns whether no other size lies between those that take longer. */
    private static boolean areNeighbours(List<Cell> cells, List<Longer> violations) {
        var places = violations.stream().mapToInt(each -> cells.indexOf(each.cell())).summaryStatistics();
        return places.getMax() - places.getMin() == violations.size() - 1;
    }

    /** Returns, for each cell, the fastest of this cell and all larger ones. */
    private static Cell[] fastestFrom(List<Cell> cells) {
        var fastest = cells.toArray(Cell[]::new);
        for (int i = fastest.length - 2; i >= 0; i--) {
            if (fastest[i + 1].time().orElseThrow() < fastest[i].time().orElseThrow()) {
                fastest[i] = fastest[i + 1];
            }
        }
        return fastest;
    }

    /** Tests one guideline; empty if not all its operations were measured. @param curves curves of one subject */
    private Optional<Tested> between(List<Curve> curves, Expected expected, Pairs.Siblings siblings, Evidence evidence,
            NoiseModel noise) {
        var subject = curves.getFirst().subject();
        var all = new ArrayList<Violation>();
        for (var curve : curves) {
            var others = expected.others().stream().map(operation -> siblings.of(curve, operation))
                    .flatMap(Optional::stream).toList();
            if (others.size() == expected.others().size()) {
                all.addAll(places(curve, others, evidence, noise));
            }
        }
        if (all.isEmpty()) {
            return Optional.empty();
        }
        boolean mayBeOutliers = all.stream()
                .anyMatch(each -> Processes.count(each.cell()) < NoiseModel.FEWEST_PROCESSES);
        double pValue = Tested.smallest(all.stream().mapToDouble(Violation::pValue).toArray(),
                mayBeOutliers ? all.stream().allMatch(Violation::twice) ? 1 : Tested.outliers(all.size()) : 0);
        var violations = all.stream().filter(each -> each.excess() > LEAST && each.pValue() < PLACE_LEVEL).toList();
        return Optional.of(violations.isEmpty()
                ? Tested.nothing()
                : new Tested(pValue, () -> finding(subject, expected, violations, all.size())));
    }

    /** Returns all places of a curve where the others were measured too, violated or not. */
    private static List<Violation> places(Curve curve, List<Curve> others, Evidence evidence, NoiseModel noise) {
        var cells = curve.cells().stream().filter(cell -> cell.bytes() > 0 && cell.time().isPresent()
                && others.stream().allMatch(other -> at(Optional.of(other), cell).isPresent())).toList();
        var besideModes = noise.besideModes();
        var differences = cells.stream().map(cell -> excess(curve, cell, others,
                others.stream().map(other -> other.at(cell.bytes()).orElseThrow()).toList(), besideModes)).toList();
        double times = NoiseModel.roughness(differences.stream().mapToDouble(Difference::effect).toArray(),
                differences.stream().mapToDouble(Difference::error).toArray());
        var places = new ArrayList<Violation>();
        for (int i = 0; i < cells.size(); i++) {
            var cell = cells.get(i);
            var theirs = others.stream().map(other -> other.at(cell.bytes()).orElseThrow()).toList();
            var rows = new ArrayList<>(cell.rows());
            theirs.forEach(each -> rows.addAll(each.rows()));
            double sum = theirs.stream().mapToDouble(each -> each.time().orElseThrow()).sum();
            double mode = theirs.stream().mapToDouble(other -> Modes.most(cell, other)).max().orElse(0);
            double alone = Math.max(differences.get(i).withError(times).pGreater(mode),
                    excess(curve, cell, others, theirs, noise).pGreater(0));
            var inPlace = inPlace(curve, cell, others, evidence, besideModes)
                    .map(each -> each.withError(times).pGreater(mode));
            places.add(new Violation(cell, cell.time().orElseThrow() / sum - 1, Math.max(alone, inPlace.orElse(alone)),
                    inPlace.isPresent(), rows));
        }
        return places;
    }

    private static Difference excess(Curve curve, Cell cell, List<Curve> others, List<Cell> theirs, NoiseModel noise) {
        var middles = IntStream.range(0, others.size())
                .mapToObj(i -> noise.middle(others.get(i).subject(), theirs.get(i))).toList();
        return NoiseModel.sumOf(middles).to(noise.middle(curve.subject(), cell));
    }

    /** Returns the in-place excess; empty if an operation was not measured in-place. */
    private static Optional<Difference> inPlace(Curve curve, Cell cell, List<Curve> others, Evidence evidence,
            NoiseModel noise) {
        var own = at(evidence.twin(curve), cell);
        var theirs = others.stream().map(other -> at(evidence.twin(other), cell)).flatMap(Optional::stream).toList();
        return own.isPresent() && theirs.size() == others.size()
                ? Optional.of(excess(curve, own.get(), others, theirs, noise))
                : Optional.empty();
    }

    private static Optional<Cell> at(Optional<Curve> curve, Cell cell) {
        return curve.flatMap(each -> each.at(cell.bytes())).filter(each -> each.time().isPresent());
    }

    private Finding finding(SeriesKey subject, Expected expected, List<Violation> violations, int places) {
        var worst = violations.stream().max((a, b) -> Double.compare(a.excess(), b.excess())).orElseThrow();
        var sentence = """
                %s is slower than %s of the same bytes in %s of %s: %s. At %s%s it takes %s times as long, although %s at \
                least the same.""".formatted(subject.variables().isEmpty() ? subject.title() : subject.withStack(),
                expected.others(" followed by "), violations.size(), places == 1 ? "1 place" : places + " places",
                Phrases.list(where(subject, violations)), Phrases.size(worst.cell().bytes()),
                worst.cell().ranks() > 0 ? " on " + Phrases.ranks(subject, worst.cell().ranks()) : "",
                Phrases.number(1 + worst.excess()),
                expected.others().size() == 1 ? "that one does" : "those two together do");
        return Finding.of(ID, Severity.WARNING, Confidence.LIKELY, sentence,
                List.of(new Quantity("violations", violations.size(), ""), new Quantity("places", places, ""),
                        new Quantity("worst", 1 + worst.excess(), "×")),
                violations.stream().flatMap(violation -> violation.rows().stream()).toList())
                .withOpen(true).withCause(Kind.PROTOCOL, 1 + worst.excess());
    }

    private static List<String> where(SeriesKey subject, List<Violation> violations) {
        var sizesByRanks = new java.util.TreeMap<Integer, List<Long>>();
        for (var violation : violations) {
            sizesByRanks.computeIfAbsent(violation.cell().ranks(), ranks -> new ArrayList<>())
                    .add(violation.cell().bytes());
        }
        return sizesByRanks.entrySet().stream().map(entry -> sizesOn(subject, entry)).toList();
    }

    private static String sizesOn(SeriesKey subject, Map.Entry<Integer, List<Long>> entry) {
        var sizes = entry.getValue();
        var words = sizes.size() > 3
                ? sizes.size() + " sizes from " + Phrases.size(sizes.getFirst())
                : Phrases.sizes(sizes);
        return entry.getKey() > 0 ? words + " on " + Phrases.ranks(subject, entry.getKey()) : words;
    }
}
