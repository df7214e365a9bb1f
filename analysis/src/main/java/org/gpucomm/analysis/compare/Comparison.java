package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.nextrun.BothSides;
import org.gpucomm.analysis.nextrun.BothSides.Open;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.statistics.PlaceHistory;
import org.gpucomm.analysis.statistics.UnlikeRuns;
import org.gpucomm.analysis.rules.FasterRun;
import org.gpucomm.analysis.rules.InferredRanks;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Comparison of B with A, for each place and each curve as a whole. {@link Judgement} distinguishes differences from chance. The unit is
 * the process, and the chance of any false verdict over all places is limited.
 *
 * @param places             places in order of subject, ranks and size
 * @param curves             curves of three or more sizes, each measured by several processes
 * @param onlyInA            number of places that B lacks
 * @param onlyInB            number of places that A lacks
 * @param wrongInA           number of measurements with wrong data, which are not compared; the same for {@code wrongInB}
 * @param apart              both sides, if they have no common place, or none of a large size
 * @param isRepeated         whether the noise was measured at every place; false if it was assumed somewhere
 * @param isOfEqualProcesses whether some place has one process per side and only the noise of equal processes on H200s
 * @param turns              whether the sides were measured in alternation
 */
public record Comparison(List<ComparedCell> places, List<ComparedCurve> curves, long onlyInA, long onlyInB,
        long wrongInA, long wrongInB, Optional<NoCommonPlace> apart, boolean isRepeated, boolean isOfEqualProcesses,
        RunsInTurns turns) {

    /** Smallest difference that matters. An interval within it is {@link Verdict#SAME}. */
    public static final double INDIFFERENT = 0.02;
    /** Chance of one or more false verdicts over all places. */
    static final double FAMILY_ERROR = 0.035;
    /** Chance that any place is falsely called the same. */
    static final double EQUIVALENCE = 0.05;
    static final double INTERVAL = 0.95;
    /** Smallest number of processes per side that show their noise. */
    static final int FEWEST_REPETITIONS = 3;

    public static Comparison of(Evidence a, Evidence b) {
        return of(a, b, PlaceHistory.NONE);
    }

    /** @param history noise of earlier runs, for places without repetitions on either side */
    public static Comparison of(Evidence a, Evidence b, PlaceHistory history) {
        var sides = UnlikeRuns.apartByName(a, b);
        return ofSides(sides.getFirst(), sides.getLast(), history);
    }

    private static Comparison ofSides(Evidence a, Evidence b, PlaceHistory history) {
        var curvesOfA = a.withoutTwins().alongSize();
        var curvesOfB = b.withoutTwins().alongSize();
        // A number of ranks that only one side has must not keep the sides apart.
        boolean isInferred = Stream.of(curvesOfA, curvesOfB).flatMap(List::stream)
                .allMatch(curve -> ranks(curve, true).isPresent());
        var ofA = cells(curvesOfA, isInferred);
        var ofB = cells(curvesOfB, isInferred);
        var parts = collides(ofA) || collides(ofB) ? KeyParts.of(ofA, ofB) : KeyParts.NOTHING;
        var printedOfA = byKey(ofA, parts);
        var printedOfB = byKey(ofB, parts);
        var keysOfA = named(printedOfA, printedOfB);
        var keysOfB = named(printedOfB, printedOfA);
        var noiseOfA = NoiseModel.of(a, history);
        var noiseOfB = NoiseModel.of(b, history);
        var meetings = new LinkedHashMap<Key, ComparedPlace>();
        var subjectsOfB = new HashMap<ComparedPlace, SeriesKey>();
        keysOfA.forEach((key, one) -> Optional.ofNullable(keysOfB.get(key)).ifPresent(other -> {
            var place = ComparedPlace.of(one.subject(), key.curve(), one.cell(), other.cell());
            meetings.put(key, place);
            subjectsOfB.put(place, other.subject());
        }));
        var places = List.copyOf(meetings.values());
        FewRuns.Assumed assumed = place -> List.of(noiseOfA.of(place.subject(), place.a()),
                noiseOfB.of(Objects.requireNonNull(subjectsOfB.get(place)), place.b()));
        var judgement = Judgement.of(places, assumed);
        var all = new NoCommonPlace(cells(keysOfA), cells(keysOfB), curvesOfA, curvesOfB);
        var compared = places.stream().map(place -> ComparedCell.of(place, judgement.of(place))).toList();
        return new Comparison(compared, ComparedCurve.of(places, judgement),
                keysOfA.size() - meetings.size(), keysOfB.size() - meetings.size(), wrong(a), wrong(b),
                meetings.isEmpty() ? Optional.of(all) : NoCommonPlace.above(all, meetings.keySet()),
                compared.stream().allMatch(ComparedCell::isRepeated),
                places.stream().anyMatch(place -> place.isOfOneProcess()
                        && assumed.of(place).stream()
                                .allMatch(noise -> NoiseModel.isOfSingleProcesses(noise, place.a().bytes()))),
                RunsInTurns.of(places));
    }

    /** Returns a side that names no operation with the only operation of the other side; any other side as it is. */
    private static Map<Key, MeasuredCell> named(Map<Key, MeasuredCell> side, Map<Key, MeasuredCell> other) {
        var operations = other.keySet().stream().map(Key::what).distinct().toList();
        if (operations.size() != 1
                || !side.keySet().stream().allMatch(key -> key.what().equals(Operation.UNNAMED.id()))) {
            return side;
        }
        var named = new LinkedHashMap<Key, MeasuredCell>();
        side.forEach((key, cell) -> named.put(key.of(Operation.ofId(operations.getFirst()).orElseThrow()), cell));
        return named;
    }

    /** Returns the places with this verdict. */
    public List<ComparedCell> with(Verdict verdict) {
        return places.stream().filter(place -> place.verdict() == verdict).toList();
    }

    /** Returns the run that would settle the {@link Verdict#AMBIGUOUS} places. The arguments are the compared sides. */
    public BothSides next(Evidence a, Evidence b) {
        return next(a, b, PlaceHistory.NONE);
    }

    /** Returns the same run, based on the noise of earlier runs at the places. */
    public BothSides next(Evidence a, Evidence b, PlaceHistory history) {
        var apart = places.stream().filter(each -> each.a().bytes() >= FasterRun.LEAST_BYTES
                && Math.abs(Math.log1p(each.effect())) >= Math.log(FasterRun.FACTOR)).toList();
        return BothSides.of(open(with(Verdict.AMBIGUOUS)), open(apart), a, b, history, FAMILY_ERROR);
    }

    private static List<Open> open(List<ComparedCell> cells) {
        return cells.stream().map(each -> new Open(each.a(), each.b(), each.effect())).toList();
    }

    private static long wrong(Evidence evidence) {
        return evidence.withoutTwins().observations().stream().filter(Observation::isWrong).count();
    }

    /** @param ranks number of ranks, printed or inferred; 0 if unknown */
    private record MeasuredCell(SeriesKey subject, Cell cell, int ranks) {}

    /** Which of library, variant, settings, timing and run the cells of one side differ in, so that they are parts of their keys. */
    private record KeyParts(boolean library, boolean variant, boolean settings, boolean timing, boolean run) {

        static final KeyParts NOTHING = new KeyParts(false, false, false, false, false);

        static KeyParts of(List<MeasuredCell> a, List<MeasuredCell> b) {
            return new KeyParts(areSeveral(a, b, SeriesKey::library), areSeveral(a, b, SeriesKey::variant),
                    areSeveral(a, b, SeriesKey::settings), areSeveral(a, b, key -> key.identity().timing()),
                    areSeveral(a, b, SeriesKey::run));
        }

        private static boolean areSeveral(List<MeasuredCell> a, List<MeasuredCell> b,
                Function<SeriesKey, String> part) {
            return Stream.of(a, b).anyMatch(side -> side.stream().map(each -> part.apply(each.subject())).distinct()
                    .count() > 1);
        }

        /** Returns the parts that differ; empty if none does. */
        String in(SeriesKey subject) {
            return Stream.of(library ? subject.library() : "", variant ? subject.variant() : "",
                    settings ? subject.settings() : "", timing ? subject.identity().timing() : "",
                    run ? subject.run() : "")
                    .filter(part -> !part.isEmpty()).collect(Collectors.joining("/"));
        }
    }

    /** Properties that make two cells comparable. Library, variant, settings, timing and run count only if one side has several of them. */
    record Key(String what, String placement, String problem, String datatype, String redop, String which, int ranks,
            long bytes) {

        static Key of(MeasuredCell measured, KeyParts parts) {
            var subject = measured.subject();
            return new Key(subject.operation().id(), String.valueOf(subject.placement()), subject.problem(),
                    subject.datatype(), subject.redop(),
                    parts.in(subject),
                    measured.ranks(), measured.cell().bytes());
        }

        Key of(Operation operation) {
            return new Key(operation.id(), placement, problem, datatype, redop, which, ranks, bytes);
        }

        /** Returns the key of the curve, common to all its sizes. */
        Key curve() {
            return new Key(what, placement, problem, datatype, redop, which, ranks, 0);
        }

        Key onRanks(int others) {
            return new Key(what, placement, problem, datatype, redop, which, others, bytes);
        }

        Key ofDatatype(String other) {
            return new Key(what, placement, problem, other, redop, which, ranks, bytes);
        }

        Key of(String otherWhich) {
            return new Key(what, placement, problem, datatype, redop, otherWhich, ranks, bytes);
        }
    }

    private static Map<Key, Cell> cells(Map<Key, MeasuredCell> measured) {
        var cells = new LinkedHashMap<Key, Cell>();
        measured.forEach((key, each) -> cells.put(key, each.cell()));
        return cells;
    }

    /** Returns the number of ranks of a curve; empty if it is unknown. */
    private static OptionalInt ranks(Curve curve, boolean isInferred) {
        return curve.fixed() > 0
                ? OptionalInt.of((int) curve.fixed())
                : isInferred ? InferredRanks.of(curve) : OptionalInt.empty();
    }

    private static List<MeasuredCell> cells(List<Curve> curves, boolean isInferred) {
        var cells = new ArrayList<MeasuredCell>();
        for (var curve : curves) {
            int ranks = ranks(curve, isInferred).orElse(0);
            for (var cell : curve.cells()) {
                if (cell.time().isPresent() && cell.time().getAsDouble() > 0) {
                    cells.add(new MeasuredCell(curve.subject(), cell, ranks));
                }
            }
        }
        cells.sort(Comparator.comparing((MeasuredCell each) -> each.subject().operation())
                .thenComparing(MeasuredCell::ranks).thenComparing(each -> each.cell().bytes()));
        return cells;
    }

    private static boolean collides(List<MeasuredCell> cells) {
        return cells.stream().map(each -> Key.of(each, KeyParts.NOTHING)).distinct().count() < cells.size();
    }

    /** Groups cells by key. Runs with several versions on one side are repetitions of the same place. */
    private static Map<Key, MeasuredCell> byKey(List<MeasuredCell> cells, KeyParts parts) {
        var byKey = new LinkedHashMap<Key, MeasuredCell>();
        for (var each : cells) {
            byKey.merge(Key.of(each, parts), each, (one, other) -> {
                var observations = new ArrayList<>(one.cell().observations());
                observations.addAll(other.cell().observations());
                return new MeasuredCell(one.subject(),
                        new Cell(one.cell().bytes(), one.cell().ranks(), one.cell().nodes(), observations,
                                one.cell().wrong() + other.cell().wrong()),
                        one.ranks());
            });
        }
        return byKey;
    }
}
