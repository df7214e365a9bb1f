package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedList;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.statistics.FalseDiscoveries;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Fastest of several alternatives, and its lead, on each number of GPUs. */
final class Rankings implements TestedRule {

    private static final String ID = "ranking";
    /** With fewer alternatives {@link Crossovers} says it all. */
    static final int FEWEST = 4;

    @Override
    public List<Tested> ask(Evidence evidence, NoiseModel noise) {
        var asked = new ArrayList<Tested>();
        // Along message size the leaders change: that is for the crossovers to say.
        var curves = evidence.alongRanks().stream().filter(curve -> curve.fixed() < 0 && isApplication(curve)).toList();
        for (var task : Pairs.tasks(curves)) {
            var left = new LinkedList<>(task);
            while (!left.isEmpty()) {
                var first = left.removeFirst();
                var group = new ArrayList<>(List.of(first));
                left.removeIf(other -> Pairs.areAlternatives(first.subject(), other.subject())
                        && !Pairs.meetings(first, other).isEmpty() && group.add(other));
                if (group.size() >= FEWEST && first.cells().stream()
                        .anyMatch(cell -> group.stream().allMatch(curve -> isTimed(curve, cell.ranks())))) {
                    asked.add(ranking(group, noise));
                }
            }
        }
        return asked;
    }

    private record Timed(SeriesKey subject, Cell cell) {

        double time() {
            return cell.time().orElseThrow();
        }

        double chanceToBeFaster(Timed other, NoiseModel noise) {
            return noise.difference(subject, cell, other.subject(), other.cell()).pGreater(0);
        }
    }

    /**
     * All alternatives on one number of GPUs, the fastest first.
     *
     * @param chance   that the fastest and the slowest are alike, for the choice among all corrected
     * @param ofTheLead that the fastest and the next are alike, so corrected
     */
    private record Race(long ranks, List<Timed> order, double chance, double ofTheLead) {

        static Race of(long ranks, List<Curve> group, NoiseModel noise) {
            var order = group.stream().map(curve -> new Timed(curve.subject(), curve.at(ranks).orElseThrow()))
                    .sorted(Comparator.comparingDouble(Timed::time)).toList();
            var first = order.getFirst();
            double pairs = order.size() * (order.size() - 1);
            return new Race(ranks, order, Math.min(1, pairs * first.chanceToBeFaster(order.getLast(), noise)),
                    Math.min(1, order.size() * first.chanceToBeFaster(order.get(1), noise)));
        }

        double lead() {
            return order.get(1).time() / order.getFirst().time() - 1;
        }

        String words() {
            return "on " + Say.gpus(ranks) + " " + name(order.getFirst().subject()) + ", " + Say.percent(lead())
                    + " before " + name(order.get(1).subject()) + " and "
                    + Say.number(order.getLast().time() / order.getFirst().time()) + " times as fast as the slowest, "
                    + name(order.getLast().subject());
        }
    }

    private static Tested ranking(List<Curve> group, NoiseModel noise) {
        var races = group.getFirst().cells().stream().map(cell -> (long) cell.ranks())
                .filter(n -> group.stream().allMatch(curve -> isTimed(curve, n)))
                .map(n -> Race.of(n, group, noise)).sorted(Comparator.comparingLong(Race::ranks).reversed()).toList();
        return new Tested(Tested.smallest(races.stream().mapToDouble(Race::chance).toArray(), 0),
                level -> finding(group, races, level));
    }

    private static Finding finding(List<Curve> group, List<Race> races, double level) {
        var rates = FalseDiscoveries.rates(races.stream().mapToDouble(Race::ofTheLead).toArray());
        var open = IntStream.range(0, rates.length).filter(i -> !(rates[i] < level)).mapToObj(races::get).toList();
        var sentence = "The fastest of " + group.size() + " ways to do "
                + group.getFirst().subject().operation().title()
                + ": " + String.join("; ", races.stream().map(Race::words).toList()) + "."
                + (open.isEmpty()
                        ? ""
                        : " The " + (open.size() == 1 ? "lead" : "leads") + " on "
                                + Say.list(open.reversed().stream().map(race -> String.valueOf(race.ranks())).toList())
                                + " can be chance.");
        return Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                races.stream().map(race -> new Quantity("lead_on_" + race.ranks(), 100 * race.lead(), "%")).toList(),
                group.stream().flatMap(curve -> curve.rows().stream()).toList());
    }

    /** Variants of other operations are parts of one another, such as a send and a receive. */
    static boolean isApplication(Curve curve) {
        return curve.subject().operation() == Operation.JACOBI;
    }

    private static boolean isTimed(Curve curve, long ranks) {
        return curve.at(ranks).filter(cell -> cell.time().isPresent()).isPresent();
    }

    private static String name(SeriesKey subject) {
        return subject.libraryTitle() + (subject.variant().isEmpty() ? "" : " " + subject.variant());
    }
}
