package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.gpucomm.analysis.statistics.Difference;
import org.gpucomm.analysis.statistics.FalseDiscoveries;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.identity.Spread;
import org.jspecify.annotations.Nullable;

/**
 * Joint judgement of all places of a comparison, and of each curve of three or more sizes as a whole. If both sides have enough
 * processes, permutations decide ({@link Shuffles}); otherwise, the measured or assumed noise does ({@link FewRuns}).
 */
final class Judgement {

    private final Map<ComparedPlace, Estimate> places = new LinkedHashMap<>();
    private final Map<Object, Estimate> curves = new LinkedHashMap<>();

    private Judgement() {}

    static Judgement of(List<ComparedPlace> places, FewRuns.Assumed assumed) {
        var groups = new LinkedHashMap<List<?>, List<ComparedPlace>>();
        places.forEach(place -> groups.computeIfAbsent(place.processes(), added -> new ArrayList<>()).add(place));
        var all = groups.values().stream().map(Group::of).toList();
        var shuffled = all.stream().filter(group -> group.runs().canDecide()).toList();
        var few = all.stream().filter(group -> !group.runs().canDecide()).toList();
        var judgement = new Judgement();
        int questions = all.stream().mapToInt(group -> group.hypotheses().size()).sum();
        // Two families of tests share the significance level.
        double families = shuffled.isEmpty() || few.isEmpty() ? 1 : 2;
        judgement.byShuffling(shuffled, questions, families);
        judgement.byNoise(few, questions, families, assumed);
        return judgement;
    }

    Estimate of(ComparedPlace place) {
        return Objects.requireNonNull(places.get(place));
    }

    /** Returns the estimate of each curve that could be judged as a whole. */
    Map<Object, Estimate> curves() {
        return curves;
    }

    private void byShuffling(List<Group> groups, int questions, double families) {
        var corrected = Shuffles.corrected(groups.stream().map(Group::runs).toList());
        int at = 0;
        for (var group : groups) {
            var differences = group.unshuffled().differences();
            for (int i = 0; i < group.hypotheses().size(); i++) {
                var estimate = group.estimate(differences[i], i, questions);
                double chance = group.runs().isUnequal(i)
                        ? Math.max(corrected[at], questions * differences[i].pValue())
                        : corrected[at];
                at++;
                add(group, i, estimate.withChance(Math.min(1, families * chance)));
            }
        }
    }

    private void byNoise(List<Group> groups, int questions, double families, FewRuns.Assumed assumed) {
        var estimates = new ArrayList<Estimate>();
        for (var group : groups) {
            var few = new FewRuns(group, assumed);
            IntStream.range(0, group.hypotheses().size()).forEach(i -> estimates.add(few.estimate(i, questions)));
        }
        var corrected = FalseDiscoveries.familywise(estimates.stream().mapToDouble(Estimate::pValue).toArray());
        int at = 0;
        for (var group : groups) {
            for (int i = 0; i < group.hypotheses().size(); i++, at++) {
                add(group, i, estimates.get(at).withChance(Math.min(1, families * corrected[at])));
            }
        }
    }

    private void add(Group group, int index, Estimate found) {
        var hypothesis = group.hypotheses().get(index);
        var estimate = found.beyond(group.drift(index));
        if (hypothesis.place() == null) {
            curves.merge(hypothesis.curve(), estimate, (one, other) -> one.pValue() <= other.pValue() ? one : other);
        } else {
            places.put(hypothesis.place(), estimate);
        }
    }

    /** Hypothesis about a place or, if {@code place} is null, about a whole curve. */
    record Hypothesis(@Nullable ComparedPlace place, Object curve) {}

    /**
     * Places that the same processes measured.
     *
     * @param hypotheses hypotheses about the places, then about the curves
     * @param values     values of each hypothesis by process, those of A first
     * @param neighbours indexes of the neighbours of each hypothesis
     * @param turns      whether the sides were measured in alternation
     */
    record Group(int ofA, int ofB, List<Hypothesis> hypotheses, double[][] values, int[][] neighbours,
            SameProcesses runs,
            RunsInTurns turns) {

        private static final int FEWEST_SIZES = 3;
        /** Largest drift between the sides, as a multiple of the drift within a side. */
        private static final double DRIFTS = 2;
        /** The same for few processes, whose range shows less of the drift. */
        private static final double DRIFTS_OF_FEW = 3;
        private static final int FEW = 5;

        static Group of(List<ComparedPlace> places) {
            var hypotheses = new ArrayList<Hypothesis>();
            var values = new ArrayList<double[]>();
            var ofCurves = new LinkedHashMap<Object, List<Integer>>();
            for (var place : places) {
                ofCurves.computeIfAbsent(place.curve(), added -> new ArrayList<>()).add(hypotheses.size());
                hypotheses.add(new Hypothesis(place, place.curve()));
                values.add(concatenated(place.logsOfA(), place.logsOfB()));
            }
            int ofA = places.getFirst().ofA().size();
            int ofB = places.getFirst().ofB().size();
            var neighbours = new ArrayList<int[]>();
            places.forEach(place -> neighbours.add(new int[0]));
            ofCurves.forEach((curve, indexes) -> {
                for (int i = 0; i < indexes.size(); i++) {
                    neighbours.set(indexes.get(i), neighbours(indexes, i));
                }
                if (indexes.size() >= FEWEST_SIZES && Math.min(ofA, ofB) > 1) {
                    hypotheses.add(new Hypothesis(null, curve));
                    values.add(CurveValues.of(indexes.stream().map(values::get).toList()));
                    neighbours.add(new int[0]);
                }
            });
            var all = values.toArray(double[][]::new);
            var beside = neighbours.toArray(int[][]::new);
            return new Group(ofA, ofB, hypotheses, all, beside, new SameProcesses(ofA, ofB, all, beside),
                    RunsInTurns.of(places.subList(0, 1)));
        }

        private static int[] neighbours(List<Integer> indexes, int at) {
            int reach = NoiseModel.NEIGHBOURS;
            return indexes.subList(Math.max(0, at - reach), Math.min(indexes.size(), at + reach + 1)).stream()
                    .filter(index -> !index.equals(indexes.get(at))).mapToInt(Integer::intValue).toArray();
        }

        private static double[] concatenated(double[] a, double[] b) {
            var both = Arrays.copyOf(a, a.length + b.length);
            System.arraycopy(b, 0, both, a.length, b.length);
            return both;
        }

        double[] sideA(int index) {
            return Arrays.copyOf(values[index], ofA);
        }

        double[] sideB(int index) {
            return Arrays.copyOfRange(values[index], ofA, ofA + ofB);
        }

        /**
         * Returns the difference that a drift of the machine may explain, if the sides were measured one after the other: a multiple of
         * the range of one side's processes, as medians over the place and its neighbours, which average out noise.
         */
        double drift(int index) {
            if (turns != RunsInTurns.ONE_AFTER_THE_OTHER) {
                return 0;
            }
            return (Math.max(ofA, ofB) < FEW ? DRIFTS_OF_FEW : DRIFTS)
                    * Math.max(range(index, 0, ofA), range(index, ofA, ofA + ofB));
        }

        private double range(int index, int from, int to) {
            var near = IntStream.concat(IntStream.of(index), Arrays.stream(neighbours[index]))
                    .mapToObj(place -> Arrays.copyOfRange(values[place], from, to)).toList();
            var levels = IntStream.range(0, to - from)
                    .mapToDouble(process -> Spread.median(
                            near.stream().mapToDouble(place -> place[process] - Spread.median(place)).toArray()))
                    .summaryStatistics();
            return levels.getMax() - levels.getMin();
        }

        /** Returns the runs with every process on its original side. */
        SameProcesses unshuffled() {
            return new SameProcesses(ofA, ofB, values, neighbours);
        }

        Estimate estimate(Difference difference, int index, int questions) {
            if (Math.min(ofA, ofB) >= SameProcesses.ENOUGH_FOR_RANKS) {
                var shift = new Shift(sideA(index), sideB(index));
                var usual = shift.interval(Comparison.INTERVAL);
                double least = runs.isUnequal(index) ? difference.halfInterval(Comparison.INTERVAL) : 0;
                return new Estimate(shift.estimate(), Math.min(usual[0], shift.estimate() - least),
                        Math.max(usual[1], shift.estimate() + least), Math.abs(shift.estimate())
                                + difference.halfInterval(1 - 2 * Comparison.EQUIVALENCE / questions),
                        1);
            }
            double half = difference.halfInterval(Comparison.INTERVAL);
            double wide = difference.halfInterval(1 - 2 * Comparison.EQUIVALENCE / questions);
            return new Estimate(difference.effect(), difference.effect() - half, difference.effect() + half,
                    Math.min(ofA, ofB) < Comparison.FEWEST_REPETITIONS
                            ? Double.POSITIVE_INFINITY
                            : Math.abs(difference.effect()) + wide,
                    difference.pValue());
        }
    }
}
