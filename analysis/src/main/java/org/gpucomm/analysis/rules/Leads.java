package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.statistics.FalseDiscoveries;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.statistics.Processes;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.rules.Pairs.Pair;

/**
 * Winners among several alternatives by message size, where the data shows one; also where no curve crosses another. Of two that cross,
 * {@link Crossovers} speaks.
 */
final class Leads implements TestedRule {

    private static final String ID = "lead";
    /** Less matters to nobody. */
    private static final double WORTH = 0.02;

    @Override
    public List<Tested> ask(Evidence evidence, NoiseModel noise) {
        var asked = new ArrayList<Tested>();
        for (var task : Pairs.tasks(evidence.alongSize())) {
            for (var group : Pairs.alternatives(task)) {
                if (group.size() > 2 || !crosses(group.get(0), group.get(1))) {
                    of(group, noise).ifPresent(asked::add);
                }
            }
        }
        return asked;
    }

    private static boolean crosses(Curve one, Curve other) {
        return Pairs.meetings(one, other).stream().map(each -> each.slowdown() > 1).distinct().count() > 1;
    }

    /** @param p chance of so large a lead over the second where the two are alike, for the choice among all corrected */
    private record Race(long bytes, Curve winner, Cell cell, Cell second, double lead, double p) {}

    private static Optional<Tested> of(List<Curve> group, NoiseModel noise) {
        var races = new ArrayList<Race>();
        var sizes = new TreeSet<Long>();
        group.forEach(curve -> curve.cells().forEach(cell -> sizes.add(cell.bytes())));
        var margins = new HashMap<List<Curve>, Map<Long, Margin>>();
        for (long bytes : sizes) {
            var timed = group.stream().filter(curve -> bytes > 0 && time(curve, bytes).isPresent())
                    .sorted(Comparator.comparingDouble(curve -> time(curve, bytes).orElseThrow())).toList();
            if (timed.size() > 1) {
                var first = timed.get(0);
                var second = timed.get(1);
                var margin = margins.computeIfAbsent(List.of(first, second), pair -> against(first, second, noise))
                        .get(bytes);
                var cell = first.at(bytes).orElseThrow();
                var other = second.at(bytes).orElseThrow();
                races.add(new Race(bytes, first, cell, other, Math.expm1(margin.effect()),
                        Math.min(1, margin.p() * timed.size())));
            }
        }
        // A lead that is worth nothing is none, however sure.
        var chances = races.stream().mapToDouble(race -> race.lead() > WORTH ? race.p() : 1).toArray();
        var rates = FalseDiscoveries.rates(chances);
        boolean mayBeOutliers = group.stream().flatMap(curve -> curve.cells().stream())
                .anyMatch(cell -> Processes.count(cell) < NoiseModel.FEWEST_PROCESSES);
        double least = Tested.smallest(chances, mayBeOutliers ? Tested.outliers(chances.length) : 0);
        return races.isEmpty()
                ? Optional.empty()
                : Optional.of(new Tested(least, level -> finding(group, races, won(races, rates, level))));
    }

    /** @param effect logarithm of how many times as long the second takes @param p that the first is not faster */
    private record Margin(double effect, double p) {}

    /** By size; more uncertain where the sizes scatter more than is assumed. */
    private static Map<Long, Margin> against(Curve first, Curve second, NoiseModel noise) {
        var meetings = Pairs.meetings(first, second);
        var margins = Margins.of(new Pair(first, second), meetings, noise);
        var bySize = new HashMap<Long, Margin>();
        for (int i = 0; i < meetings.size(); i++) {
            // That of a difference in either direction is twice as large.
            bySize.put(meetings.get(i).first().bytes(),
                    new Margin(margins.differences().get(i).effect(), margins.chances()[i] / 2));
        }
        return bySize;
    }

    private static String others(int left, int of) {
        return switch (left) {
            case 0 -> "";
            case 1 -> " At the other size no lead is shown.";
            default -> " At the other " + left + " of " + of + " sizes no lead is shown.";
        };
    }

    private static List<Race> won(List<Race> races, double[] rates, double level) {
        double most = Math.max(level, Arrays.stream(rates).min().orElse(1));
        return IntStream.range(0, rates.length).filter(i -> rates[i] <= most).mapToObj(races::get).toList();
    }

    private static Finding finding(List<Curve> group, List<Race> races, List<Race> won) {
        var first = group.getFirst();
        var parts = new ArrayList<String>();
        for (int from = 0; from < won.size();) {
            int to = from;
            while (to + 1 < won.size() && won.get(to + 1).winner() == won.get(from).winner()
                    && races.indexOf(won.get(to + 1)) == races.indexOf(won.get(to)) + 1) {
                to++;
            }
            var leads = won.subList(from, to + 1).stream().mapToDouble(Race::lead).summaryStatistics();
            parts.add(name(won.get(from).winner(), group) + (from == to
                    ? " at " + Say.size(won.get(from).bytes())
                    : " from " + Say.size(won.get(from).bytes()) + " to " + Say.size(won.get(to).bytes())) + ", by "
                    + (leads.getMax() - leads.getMin() < 0.005
                            ? Say.percent(leads.getMax())
                            : Say.percent(leads.getMin()) + " to " + Say.percent(leads.getMax())));
            from = to + 1;
        }
        var sentence = first.subject().operation().title()
                + (first.fixed() > 0 ? " on " + Say.ranks(first.subject(), first.fixed()) : "")
                + (group.size() > 2 ? ", of " + group.size() + " alternatives" : "") + ": the fastest is "
                + String.join("; ", parts) + " before the next."
                + others(races.size() - won.size(), races.size());
        var rows = new ArrayList<RowRef>();
        won.forEach(each -> {
            rows.addAll(each.cell().rows());
            rows.addAll(each.second().rows());
        });
        return Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                List.of(new Quantity("least", 100 * won.stream().mapToDouble(Race::lead).min().orElseThrow(), "%"),
                        new Quantity("won", won.size(), ""), new Quantity("sizes", races.size(), "")),
                rows);
    }

    /** What distinguishes it from another of the group; of many, library, variant and settings. */
    private static String name(Curve curve, List<Curve> group) {
        var subject = curve.subject();
        var other = group.get(0) == curve ? group.get(1) : group.get(0);
        return group.size() == 2
                ? subject.nameAgainst(other.subject())
                : Stream.of(subject.libraryTitle(), subject.variant(), subject.settings().replace(";", " "))
                        .filter(each -> !each.isEmpty()).collect(Collectors.joining(" "));
    }

    private static java.util.OptionalDouble time(Curve curve, long bytes) {
        return curve.at(bytes).map(Cell::time).orElse(java.util.OptionalDouble.empty());
    }
}
