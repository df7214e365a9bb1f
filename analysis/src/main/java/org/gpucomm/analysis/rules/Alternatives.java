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

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Curve.Along;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.statistics.FalseDiscoveries;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Mark;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.rules.Pairs.CellPair;
import org.gpucomm.analysis.rules.Pairs.Pair;

/**
 * Comparison of alternatives (libraries, variants, versions, settings): the fastest along message size and along GPUs, and for two
 * alternatives also their crossings. A crossing lies between two measured points; its estimated place is where straight lines cross in a
 * chart of speed over the logarithm of x.
 */
final class Alternatives implements TestedRule {

    private static final String ID = "alternatives";
    /** Smallest number of places for a crossing, and for a comparison along GPUs: a single place is already part of a curve along size. */
    private static final int FEWEST_PLACES = 2;
    /** Chance below which a finding counts as certain. */
    static final double CLEAR = 1e-4;
    /** Smallest lead that matters. */
    private static final double WORTH = 0.02;

    @Override
    public Answers answers(Evidence evidence, NoiseModel noise) {
        var asked = new ArrayList<Tested>();
        for (var curves : List.of(evidence.alongRanks(), evidence.alongSize())) {
            Pairs.tasks(curves).stream().flatMap(task -> Pairs.alternatives(task).stream())
                    .forEach(group -> ask(group, noise, asked));
        }
        asked.sort(Comparator.comparingDouble(Tested::pValue));
        return new Answers(asked, List.of());
    }

    private static void ask(List<Curve> group, NoiseModel noise, List<Tested> asked) {
        var first = group.getFirst();
        // Among more than two, the lead is reported along size only, except for an application, which has no sizes.
        boolean isAsked = group.size() == 2 || first.along() == Along.SIZE
                || first.subject().operation() == Operation.JACOBI;
        if (isAsked && (group.size() > 2 || !askCrossings(new Pair(first, group.get(1)), noise, asked))) {
            fastest(group, noise).ifPresent(asked::add);
        }
    }

    /** Tests where one curve overtakes the other. @return whether the leader changes, by the means of the processes */
    private static boolean askCrossings(Pair pair, NoiseModel noise, List<Tested> asked) {
        var meetings = Pairs.meetings(pair.first(), pair.second()).stream()
                .filter(meeting -> pair.first().x(meeting.first()) > 0).toList();
        if (meetings.size() < FEWEST_PLACES) {
            return false;
        }
        var margins = Margins.of(pair, meetings, noise);
        var crossings = margins.crossings();
        for (int each = 0; each < crossings.size(); each++) {
            int i = crossings.get(each);
            if (crossings.contains(i + 1)) {
                double chance = Math.max(margins.chanceOfCrossing(i), margins.chanceOfCrossing(i + 1));
                asked.add(new Tested(chance, () -> swap(pair, meetings.subList(i - 1, i + 2), margins, i)));
                each++;
            } else if (margins.chanceOfCrossing(i) < Tested.LEVEL) {
                asked.add(new Tested(margins.chanceOfCrossing(i), () -> crossing(pair, meetings, i, margins)));
            } else {
                boolean above = margins.chanceAbove(i) < margins.chanceBelow(i);
                asked.add(new Tested(2 * Math.min(margins.chanceAbove(i), margins.chanceBelow(i)),
                        () -> lead(pair, meetings, i, above, margins)));
            }
        }
        return !crossings.isEmpty();
    }

    /** Returns the finding for a leader that changes at one measured point and changes back: one exception instead of two crossings. */
    private static Finding swap(Pair pair, List<CellPair> three, Margins margins, int middle) {
        var curve = pair.first();
        boolean firstWins = margins.firstLeads(middle - 1);
        double lead = margins.lead(middle);
        double at = curve.x(three.get(1).first());
        var sentence = title(curve) + ": " + name(pair, firstWins) + " is faster at "
                + place(curve, curve.x(three.getFirst().first())) + " and at "
                + place(curve, curve.x(three.getLast().first())) + ", " + name(pair, !firstWins)
                + " only between, at " + place(curve, (long) at) + ", by " + Phrases.percent(lead) + ".";
        return finding(Confidence.LIKELY, sentence,
                List.of(new Quantity("at", at, unit(curve)), new Quantity("lead", 100 * lead, "%")), rows(three))
                .withMarks(mark(curve, at, at, name(pair, !firstWins) + " only here"));
    }

    /**
     * Returns the finding for a crossing. The winners are those of the tested stretches. The ends are the nearest places on both sides
     * with a significant lead of their own.
     *
     * @param second index of the first meeting after the crossing
     */
    private static Finding crossing(Pair pair, List<CellPair> meetings, int second, Margins margins) {
        int below = margins.shownBelow(second);
        int above = margins.shownAbove(second);
        var before = meetings.get(below);
        var after = meetings.get(above);
        var curve = pair.first();
        double from = curve.x(before.first());
        double to = curve.x(after.first());
        double at = interpolated(curve, meetings.get(second - 1), meetings.get(second));
        var winnerBelow = name(pair, margins.firstLeads(below));
        var winnerAbove = name(pair, !margins.firstLeads(below));
        var sentence = title(curve) + ": " + winnerBelow + " is faster up to " + place(curve, (long) from) + ", "
                + winnerAbove + " from " + place(curve, (long) to)
                + " on; they cross between the two, by interpolation near " + interpolated(curve, at)
                + ". The leads are " + Phrases.percent(margins.lead(below)) + " and "
                + Phrases.percent(margins.lead(above)) + ".";
        return finding(margins.chanceOfCrossing(second) < CLEAR ? Confidence.CERTAIN : Confidence.LIKELY, sentence,
                List.of(new Quantity("from", from, unit(curve)), new Quantity("to", to, unit(curve)),
                        new Quantity("near", at, unit(curve)),
                        new Quantity("lead_before", 100 * margins.lead(below), "%"),
                        new Quantity("lead_after", 100 * margins.lead(above), "%")),
                rows(List.of(before, after))).withMarks(mark(curve, from, to, winnerBelow + " | " + winnerAbove));
    }

    /** Returns the finding for a lead on one side, if the measurements on the other side do not distinguish the two. */
    private static Finding lead(Pair pair, List<CellPair> meetings, int second, boolean above, Margins margins) {
        var curve = pair.first();
        int first = above ? margins.shownAbove(second) : margins.shownBelow(second);
        var at = meetings.get(first);
        var beyond = meetings.get(above ? first - 1 : first + 1);
        boolean firstLeads = margins.firstLeads(first);
        double lead = margins.lead(first);
        var sentence = title(curve) + ": " + name(pair, firstLeads) + " is faster "
                + (above ? "from " : "up to ") + place(curve, curve.x(at.first())) + (above ? " on" : "") + ", by "
                + Phrases.percent(lead) + " there; " + (above ? "up to " : "from ")
                + place(curve, curve.x(beyond.first()))
                + (above ? "" : " on") + " the measurements do not separate it from " + name(pair, !firstLeads) + ".";
        return finding(Confidence.LIKELY, sentence,
                List.of(new Quantity("from", curve.x(at.first()), unit(curve)),
                        new Quantity("lead", 100 * lead, "%")),
                rows(List.of(at, beyond)));
    }

    private static List<RowRef> rows(List<CellPair> meetings) {
        return meetings.stream().flatMap(each -> Stream.of(each.first(), each.second()))
                .flatMap(cell -> cell.rows().stream()).toList();
    }

    /** Returns the x at which straight lines through both speeds at two places cross, over the logarithm of x. */
    private static double interpolated(Curve curve, CellPair before, CellPair after) {
        double gap = 1 / time(before.first()) - 1 / time(before.second());
        double gapAfter = 1 / time(after.first()) - 1 / time(after.second());
        double from = curve.x(before.first());
        return from * Math.pow(curve.x(after.first()) / from, gap / (gap - gapAfter));
    }

    /** Returns the geometric mean of the processes, which also decides the leads. The order of the medians may differ. */
    private static double time(Cell cell) {
        return Math.exp(Arrays.stream(Processes.logs(cell)).average().orElseThrow());
    }

    /**
     * Comparison of the two fastest at one place.
     *
     * @param p chance of so large a lead if both are equal, corrected for the selection among all alternatives
     */
    private record Race(long x, Curve winner, List<RowRef> rows, double lead, double p) {}

    private static Optional<Tested> fastest(List<Curve> group, NoiseModel noise) {
        var races = new ArrayList<Race>();
        var places = group.stream().flatMap(curve -> curve.cells().stream().map(curve::x)).filter(x -> x > 0)
                .collect(Collectors.toCollection(TreeSet::new));
        var margins = new HashMap<List<Curve>, Map<Long, Race>>();
        for (long x : places) {
            var timed = group.stream().filter(curve -> curve.at(x).filter(cell -> cell.time().isPresent()).isPresent())
                    .sorted(Comparator.comparingDouble(curve -> curve.at(x).orElseThrow().time().orElseThrow()))
                    .toList();
            if (timed.size() > 1) {
                var alone = margins.computeIfAbsent(timed.subList(0, 2), two -> races(two, noise)).get(x);
                races.add(new Race(x, alone.winner(), alone.rows(), alone.lead(),
                        Math.min(1, alone.p() * timed.size())));
            }
        }
        // A lead too small to matter does not count, however certain.
        var chances = races.stream().mapToDouble(race -> race.lead() > WORTH ? race.p() : 1).toArray();
        var rates = FalseDiscoveries.rates(chances);
        boolean mayBeOutliers = group.stream().flatMap(curve -> curve.cells().stream())
                .anyMatch(cell -> Processes.count(cell) < NoiseModel.FEWEST_PROCESSES);
        double least = Tested.smallest(chances, mayBeOutliers ? Tested.outliers(chances.length) : 0);
        return races.size() < (group.getFirst().along() == Along.SIZE ? 1 : FEWEST_PLACES)
                ? Optional.empty()
                : Optional.of(new Tested(least, level -> fastest(group, races, won(races, rates, level))));
    }

    /** Returns the races by place. Places that scatter more than assumed increase the chances. @param two the faster curve first */
    private static Map<Long, Race> races(List<Curve> two, NoiseModel noise) {
        var pair = new Pair(two.getFirst(), two.getLast());
        var meetings = Pairs.meetings(pair.first(), pair.second());
        var margins = Margins.of(pair, meetings, noise);
        var byPlace = new HashMap<Long, Race>();
        for (int i = 0; i < meetings.size(); i++) {
            long x = pair.first().x(meetings.get(i).first());
            // Converts the two-sided chance to a one-sided chance.
            byPlace.put(x, new Race(x, pair.first(), rows(List.of(meetings.get(i))),
                    Math.expm1(margins.differences().get(i).effect()), margins.chances()[i] / 2));
        }
        return byPlace;
    }

    private static List<Race> won(List<Race> races, double[] rates, double level) {
        double most = Math.max(level, Arrays.stream(rates).min().orElse(1));
        return IntStream.range(0, rates.length).filter(i -> rates[i] <= most).mapToObj(races::get).toList();
    }

    private static Finding fastest(List<Curve> group, List<Race> races, List<Race> won) {
        var curve = group.getFirst();
        var parts = new ArrayList<String>();
        boolean areMultiples = false;
        for (int from = 0; from < won.size();) {
            int to = from;
            while (to + 1 < won.size() && won.get(to + 1).winner() == won.get(from).winner()
                    && races.indexOf(won.get(to + 1)) == races.indexOf(won.get(to)) + 1) {
                to++;
            }
            var leads = won.subList(from, to + 1).stream().mapToDouble(Race::lead).summaryStatistics();
            areMultiples = leads.getMax() >= Phrases.MULTIPLE - 1;
            parts.add(name(won.get(from).winner(), group) + span(curve, won.get(from).x(), won.get(to).x())
                    + (areMultiples
                            ? ", " + Phrases.range(1 + leads.getMin(), 1 + leads.getMax()) + " times as fast"
                            : ", by " + Phrases.percents(leads.getMin(), leads.getMax())));
            from = to + 1;
        }
        var last = won.getLast().winner();
        var next = group.size() > 2
                ? "the next"
                : name(group.getFirst() == last ? group.getLast() : group.getFirst(), group);
        var sentence = title(curve) + (group.size() > 2 ? ", of " + group.size() + " alternatives" : "")
                + ": the fastest is " + String.join("; ", parts) + (areMultiples ? " as " : " before ") + next + "."
                + others(curve, races.size() - won.size(), races.size());
        boolean isClear = won.size() == races.size()
                && won.stream().allMatch(race -> race.p() * races.size() < CLEAR);
        var leads = won.stream().mapToDouble(Race::lead).summaryStatistics();
        return finding(isClear ? Confidence.CERTAIN : Confidence.LIKELY, sentence,
                List.of(new Quantity("least", 100 * leads.getMin(), "%"),
                        new Quantity("most", 100 * leads.getMax(), "%"), new Quantity("won", won.size(), ""),
                        new Quantity("places", races.size(), "")),
                won.stream().flatMap(race -> race.rows().stream()).toList());
    }

    private static Finding finding(Confidence confidence, String sentence, List<Quantity> numbers, List<RowRef> rows) {
        return Finding.of(ID, Severity.NOTICE, confidence, sentence, numbers, rows)
                .withConsequence(Consequence.REMARK).withOpen(confidence != Confidence.CERTAIN);
    }

    private static String span(Curve curve, long from, long to) {
        if (curve.along() == Along.RANKS) {
            return " on " + (from == to ? "" : from + " to ") + Phrases.ranks(curve.subject(), to);
        }
        return from == to ? " at " + Phrases.size(from) : " from " + Phrases.size(from) + " to " + Phrases.size(to);
    }

    private static String others(Curve curve, int left, int of) {
        var noun = curve.along() == Along.SIZE ? "size" : "number";
        return switch (left) {
            case 0 -> "";
            case 1 -> " At the other " + noun + " no lead is shown.";
            default -> " At the other " + left + " of " + of + " " + noun + "s no lead is shown.";
        };
    }

    /** Returns the text that distinguishes a curve from the other one; in a larger group, its library, variant and settings. */
    private static String name(Curve curve, List<Curve> group) {
        var subject = curve.subject();
        var other = group.get(0) == curve ? group.get(1) : group.get(0);
        boolean isSetAlike = group.stream().map(each -> each.subject().settings()).distinct().count() == 1;
        return group.size() == 2
                ? curve.nameAgainst(other)
                : Stream.of(subject.library().isEmpty() ? "" : subject.libraryTitle(), subject.variant(),
                        isSetAlike ? "" : subject.settings().replace(";", " "))
                        .filter(each -> !each.isEmpty()).collect(Collectors.joining(" "));
    }

    private static String name(Pair pair, boolean ofFirst) {
        return name(ofFirst ? pair.first() : pair.second(), List.of(pair.first(), pair.second()));
    }

    private static String title(Curve curve) {
        var title = curve.subject().operation().title();
        return switch (curve.along()) {
            case RANKS -> title + (curve.fixed() < 0 ? "" : " of " + Phrases.size(curve.fixed()));
            case SIZE -> title + (curve.fixed() <= 0 ? "" : " on " + Phrases.ranks(curve.subject(), curve.fixed()));
        };
    }

    private static String unit(Curve curve) {
        return curve.along() == Along.SIZE ? "bytes" : "ranks";
    }

    private static List<Mark> mark(Curve curve, double from, double to, String label) {
        return List.of(new Mark(curve.along() == Along.SIZE ? "size" : "gpus", from, to, label));
    }

    private static String place(Curve curve, long x) {
        return curve.along() == Along.SIZE ? Phrases.size(x) : Phrases.ranks(curve.subject(), x);
    }

    private static String interpolated(Curve curve, double x) {
        return curve.along() == Along.SIZE
                ? Phrases.about(x)
                : Phrases.ranks(curve.subject(), 2).replace("2", Phrases.number(x));
    }
}
