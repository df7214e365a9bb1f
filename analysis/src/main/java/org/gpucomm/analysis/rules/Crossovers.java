package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Curve.Along;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.statistics.Processes;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Mark;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.rules.Pairs.CellPair;
import org.gpucomm.analysis.rules.Pairs.Pair;

/**
 * Crossovers, where one of two alternatives overtakes the other, along message size and along GPUs. What is certain is the bracket
 * between two measured points; the place in it is where straight lines cross in a chart of speed over the logarithm of x.
 */
final class Crossovers implements TestedRule {

    private static final String ID = "crossover";
    private static final int MOST = 40;
    /** Nothing crosses at one place. */
    private static final int FEWEST_PLACES = 2;
    /** What chance makes so seldom is certain. */
    static final double CLEAR = 1e-4;

    @Override
    public List<Tested> ask(Evidence evidence, NoiseModel noise) {
        return asks(evidence, noise).asked();
    }

    /** Says of what it does not speak, where a curve has more alternatives than it is set against. */
    @Override
    public Asks asks(Evidence evidence, NoiseModel noise) {
        var asked = new ArrayList<Tested>();
        var cut = new ArrayList<List<Curve>>();
        for (var curves : List.of(evidence.alongRanks(), evidence.alongSize())) {
            for (var task : Pairs.tasks(curves)) {
                var chosen = Pairs.of(task, FEWEST_PLACES);
                chosen.pairs().forEach(pair -> along(pair, task, noise, asked));
                if (chosen.cut()) {
                    cut.add(chosen.curves());
                }
            }
        }
        asked.sort(Comparator.comparingDouble(Tested::pValue));
        // No reader wants more of them, but all were asked.
        IntStream.range(MOST, Math.max(MOST, asked.size())).forEach(i -> asked.set(i, Tested.nothing()));
        return new Asks(asked,
                cut.stream().max(Comparator.comparingInt(List::size)).map(Crossovers::cut).stream().toList());
    }

    private static Finding cut(List<Curve> task) {
        var curve = task.getFirst();
        return Finding.of("alternatives", Severity.NOTICE, Confidence.CERTAIN,
                curve.subject().operation().title() + fixed(curve) + " has " + task.size()
                        + " curves that can be compared with one another, too many for all pairs: each is compared with "
                        + Pairs.MOST + " of those behind it in the file, and other pairs are not compared.",
                List.of(new Quantity("curves", task.size(), ""), new Quantity("compared", Pairs.MOST, "")),
                curve.rows());
    }

    /** Whether enough curves of one task meet the first for a ranking, which says it of all of them at once. */
    private static boolean areRanked(Curve first, List<Curve> task) {
        return task.stream().filter(curve -> curve == first || Pairs.areAlternatives(first.subject(), curve.subject())
                && !Pairs.meetings(first, curve).isEmpty()).limit(Rankings.FEWEST).count() == Rankings.FEWEST;
    }

    private void along(Pair pair, List<Curve> task, NoiseModel noise, List<Tested> asked) {
        var meetings = Pairs.meetings(pair.first(), pair.second()).stream()
                .filter(meeting -> pair.first().x(meeting.first()) > 0).toList();
        if (meetings.size() < FEWEST_PLACES) {
            return;
        }
        if (pair.first().fixed() < 0 && Rankings.isApplication(pair.first()) && areRanked(pair.first(), task)) {
            return;
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
                asked.add(new Tested(margins.chanceOfCrossing(i),
                        () -> crossing(pair, meetings, i, margins)));
            } else {
                boolean above = margins.chanceAbove(i) < margins.chanceBelow(i);
                asked.add(new Tested(2 * Math.min(margins.chanceAbove(i), margins.chanceBelow(i)),
                        () -> lead(pair, meetings, i, above, margins)));
            }
        }
        if (crossings.isEmpty() && pair.first().along() == Along.RANKS && !areRanked(pair.first(), task)) {
            asked.add(new Tested(margins.chanceOfLeading(),
                    () -> none(pair, meetings, margins)));
        }
    }

    /** The lead changes at one measured point and changes back: that point is the news, not two crossings. */
    private Finding swap(Pair pair, List<CellPair> three, Margins margins, int middle) {
        var curve = pair.first();
        boolean firstWins = margins.firstLeads(middle - 1);
        double lead = margins.lead(middle);
        var sentence = curve.subject().operation().title() + fixed(curve) + ": " + name(pair, firstWins)
                + " is faster at " + place(curve, curve.x(three.getFirst().first())) + " and at "
                + place(curve, curve.x(three.getLast().first())) + ", " + name(pair, !firstWins)
                + " only between, at " + place(curve, curve.x(three.get(1).first())) + ", by " + Say.percent(lead)
                + ".";
        double at = curve.x(three.get(1).first());
        return Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                List.of(new Quantity("at", at, curve.along() == Along.SIZE ? "bytes" : "ranks"),
                        new Quantity("lead", 100 * lead, "%")),
                rows(three)).withMark(
                        new Mark(curve.along() == Along.SIZE ? "size" : "gpus", at, at,
                                name(pair, !firstWins) + " only here"));
    }

    /**
     * The winners are those of the stretches that were tested, the ends the first places on either side whose own lead is shown.
     *
     * @param second index of the first meeting behind the crossing
     */
    private Finding crossing(Pair pair, List<CellPair> meetings, int second, Margins margins) {
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
        var sentence = curve.subject().operation().title() + fixed(curve) + ": " + winnerBelow + " is faster up to "
                + place(curve, (long) from) + ", " + winnerAbove + " from " + place(curve, (long) to)
                + " on; they cross between the two, by interpolation near " + interpolated(curve, at)
                + ". The leads are " + Say.percent(margins.lead(below)) + " and "
                + Say.percent(margins.lead(above)) + ".";
        var unit = curve.along() == Along.SIZE ? "bytes" : "ranks";
        return Finding.of(ID, Severity.NOTICE,
                margins.chanceOfCrossing(second) < CLEAR ? Confidence.CERTAIN : Confidence.LIKELY,
                sentence,
                List.of(new Quantity("from", from, unit), new Quantity("to", to, unit), new Quantity("near", at, unit),
                        new Quantity("lead_before", 100 * margins.lead(below), "%"),
                        new Quantity("lead_after", 100 * margins.lead(above), "%")),
                rows(List.of(before, after)))
                .withMark(new Mark(curve.along() == Along.SIZE ? "size" : "gpus", from, to,
                        winnerBelow + " | " + winnerAbove));
    }

    /** One of them leads on one side, and on the other the rows do not distinguish them: then there is only that to report. */
    private Finding lead(Pair pair, List<CellPair> meetings, int second, boolean above, Margins margins) {
        var curve = pair.first();
        int first = above ? margins.shownAbove(second) : margins.shownBelow(second);
        var at = meetings.get(first);
        var beyond = meetings.get(above ? first - 1 : first + 1);
        boolean firstLeads = margins.firstLeads(first);
        double lead = margins.lead(first);
        var sentence = curve.subject().operation().title() + fixed(curve) + ": " + name(pair, firstLeads)
                + " is faster "
                + (above ? "from " : "up to ") + place(curve, curve.x(at.first())) + (above ? " on" : "") + ", by "
                + Say.percent(lead) + " there; " + (above ? "up to " : "from ") + place(curve, curve.x(beyond.first()))
                + (above ? "" : " on") + " the measurements do not tell it from " + name(pair, !firstLeads) + ".";
        return Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                List.of(new Quantity("from", curve.x(at.first()), curve.along() == Along.SIZE ? "bytes" : "ranks"),
                        new Quantity("lead", 100 * lead, "%")),
                rows(List.of(at, beyond)));
    }

    /** Where one wins throughout, that is the answer to the same question. */
    private Finding none(Pair pair, List<CellPair> meetings, Margins margins) {
        boolean firstWins = margins.firstLeads(0);
        var leads = meetings.stream().mapToDouble(CellPair::slowdown)
                .map(slowdown -> firstWins ? 1 / slowdown : slowdown).sorted().toArray();
        var curve = pair.first();
        var sentence = curve.subject().operation().title() + fixed(curve) + ": " + name(pair, firstWins)
                + " is faster than " + name(pair, !firstWins) + " on every number of GPUs measured ("
                + curve.x(meetings.getFirst().first()) + " to " + curve.x(meetings.getLast().first()) + "), "
                + Say.range(leads[0], leads[leads.length - 1]) + " times.";
        return Finding.of(ID, Severity.NOTICE, margins.isClearEverywhere() ? Confidence.CERTAIN : Confidence.LIKELY,
                sentence,
                List.of(new Quantity("least", leads[0], "×"), new Quantity("most", leads[leads.length - 1], "×")),
                rows(meetings));
    }

    private static List<RowRef> rows(List<CellPair> meetings) {
        var rows = new ArrayList<RowRef>();
        for (var meeting : meetings) {
            rows.addAll(meeting.first().rows());
            rows.addAll(meeting.second().rows());
        }
        return rows;
    }

    /** Returns where straight lines through the speeds of both at two places cross, over the logarithm of x. */
    private static double interpolated(Curve curve, CellPair before, CellPair after) {
        double gap = 1 / time(before.first()) - 1 / time(before.second());
        double gapAfter = 1 / time(after.first()) - 1 / time(after.second());
        double from = curve.x(before.first());
        return from * Math.pow(curve.x(after.first()) / from, gap / (gap - gapAfter));
    }

    /** Returns the geometric mean of the processes, by which the leads are judged: medians may say the other way. */
    private static double time(Cell cell) {
        return Math.exp(Arrays.stream(Processes.logs(cell)).average().orElseThrow());
    }

    private static String name(Pair pair, boolean ofFirst) {
        var first = pair.first().subject();
        var second = pair.second().subject();
        return ofFirst ? first.nameAgainst(second) : second.nameAgainst(first);
    }

    private static String fixed(Curve curve) {
        return switch (curve.along()) {
            case RANKS -> curve.fixed() < 0 ? "" : " of " + Say.size(curve.fixed());
            case SIZE -> curve.fixed() <= 0 ? "" : " on " + Say.ranks(curve.subject(), curve.fixed());
        };
    }

    private static String place(Curve curve, long x) {
        return curve.along() == Along.SIZE ? Say.size(x) : Say.ranks(curve.subject(), x);
    }

    private static String interpolated(Curve curve, double x) {
        return curve.along() == Along.SIZE ? Say.about(x) : Say.ranks(curve.subject(), 2).replace("2", Say.number(x));
    }
}
