package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.analysis.evidence.Curve.Along;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Mark;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;
import org.gpucomm.server.analysis.rules.Pairs.CellPair;
import org.gpucomm.server.analysis.rules.Pairs.Pair;

/**
 * Where one of two alternatives overtakes the other, along message size and along GPUs. What is certain is the bracket
 * between two measured points; the place in it is where straight lines cross in a chart of speed over the logarithm of x.
 */
final class Crossovers implements Rule {

    private static final String ID = "crossover";
    /** Leads below this share on either side may be chance, and so may the crossing. */
    private static final double NOISE = 0.05;
    private static final int MOST_FINDINGS = 40;

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        for (var curves : List.of(evidence.alongRanks(), evidence.alongSize())) {
            for (var pair : Pairs.of(curves, Pairs::areAlternatives)) {
                along(pair, alternatives(pair, curves), findings);
            }
        }
        return findings.size() <= MOST_FINDINGS ? findings : findings.subList(0, MOST_FINDINGS);
    }

    private static long alternatives(Pair pair, List<Curve> curves) {
        return curves.stream()
                .filter(curve -> curve == pair.first() || curve.fixed() == pair.first().fixed()
                        && Pairs.areAlternatives(pair.first().subject(), curve.subject())
                        && !Pairs.meetings(pair.first(), curve).isEmpty())
                .count();
    }

    private void along(Pair pair, long alternatives, List<Finding> findings) {
        var meetings = Pairs.meetings(pair.first(), pair.second()).stream()
                .filter(meeting -> pair.first().x(meeting.first()) > 0).toList();
        if (meetings.size() < 2) {
            return;
        }
        boolean crossed = false;
        if (pair.first().fixed() < 0 && Rankings.isApplication(pair.first()) && alternatives >= Rankings.FEWEST) {
            return; // the ranking says it of all of them at once
        }
        for (int i = 1; i < meetings.size(); i++) {
            double before = Math.log(meetings.get(i - 1).slowdown());
            double after = Math.log(meetings.get(i).slowdown());
            if (before * after < 0) {
                crossed = true;
                if (Math.max(Math.abs(before), Math.abs(after)) < Math.log1p(NOISE)) {
                    continue; // the two are the same there
                }
                if (i + 1 < meetings.size() && Math.log(meetings.get(i + 1).slowdown()) * after < 0) {
                    findings.add(swap(pair, meetings.subList(i - 1, i + 2)));
                    i++;
                } else {
                    findings.add(crossing(pair, meetings, i));
                }
            }
        }
        if (!crossed && pair.first().along() == Along.RANKS && alternatives < Rankings.FEWEST) {
            none(pair, meetings, findings);
        }
    }

    /** The lead changes at one measured point and changes back: that point is the news, not two crossings. */
    private Finding swap(Pair pair, List<CellPair> three) {
        var curve = pair.first();
        boolean firstWins = three.getFirst().slowdown() < 1;
        double lead = Math.expm1(Math.abs(Math.log(three.get(1).slowdown())));
        var sentence = curve.subject().operation().title() + fixed(curve) + ": " + name(pair, firstWins)
                + " is faster at " + place(curve, curve.x(three.getFirst().first())) + " and at "
                + place(curve, curve.x(three.getLast().first())) + ", " + name(pair, !firstWins)
                + " only between, at " + place(curve, curve.x(three.get(1).first())) + ", by " + Say.percent(lead)
                + ". A single point can be chance: repeat it.";
        double at = curve.x(three.get(1).first());
        return Finding.of(ID, Severity.NOTICE, Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("at", at, curve.along() == Along.SIZE ? "bytes" : "ranks"),
                        new Quantity("lead", 100 * lead, "%")),
                rows(three)).withMark(
                        new Mark(curve.along() == Along.SIZE ? "size" : "gpus", at, at,
                                name(pair, !firstWins) + " only here"));
    }

    /** @param second index of the first meeting behind the crossing */
    private Finding crossing(Pair pair, List<CellPair> meetings, int second) {
        var before = meetings.get(second - 1);
        var after = meetings.get(second);
        var curve = pair.first();
        double from = curve.x(before.first());
        double to = curve.x(after.first());
        double lead = Math.log(before.slowdown());
        double lost = Math.log(after.slowdown());
        double gap = 1 / time(before.first()) - 1 / time(before.second());
        double gapAfter = 1 / time(after.first()) - 1 / time(after.second());
        double at = from * Math.pow(to / from, gap / (gap - gapAfter));
        boolean firstWinsBelow = lead < 0;
        var below = name(pair, firstWinsBelow);
        var above = name(pair, !firstWinsBelow);
        boolean clear = Math.min(Math.abs(lead), Math.abs(lost)) > Math.log1p(NOISE);
        var sentence = curve.subject().operation().title() + fixed(curve) + ": " + below + " is faster up to "
                + place(curve, (long) from) + ", " + above + " from " + place(curve, (long) to)
                + " on; they cross between the two, by interpolation near " + interpolated(curve, at)
                + ". The leads are " + Say.percent(Math.expm1(Math.abs(lead))) + " and "
                + Say.percent(Math.expm1(Math.abs(lost))) + (clear ? "." : ", the smaller of which can be chance.");
        boolean sameBelow = greatestLead(meetings, second - 1, -1) < Math.log1p(NOISE);
        boolean sameAbove = greatestLead(meetings, second, 1) < Math.log1p(NOISE);
        if (sameBelow || sameAbove) {
            // On one side neither ever leads by more than chance: then there is only the other to tell.
            sentence = curve.subject().operation().title() + fixed(curve) + ": " + (sameBelow ? above : below)
                    + " is faster " + (sameBelow
                            ? "from " + place(curve, (long) to) + " on"
                            : "up to "
                                    + place(curve, (long) from))
                    + ", by " + Say.percent(Math.expm1(Math.abs(sameBelow ? lost : lead))) + " there; "
                    + (sameBelow ? "up to " + place(curve, (long) from) : "from " + place(curve, (long) to) + " on")
                    + " it and " + (sameBelow ? below : above) + " are the same within " + Say.percent(NOISE) + ".";
        }
        var unit = curve.along() == Along.SIZE ? "bytes" : "ranks";
        return Finding.of(ID, Severity.NOTICE, clear ? Confidence.CERTAIN : Confidence.LIKELY, sentence,
                List.of(new Quantity("from", from, unit), new Quantity("to", to, unit), new Quantity("near", at, unit),
                        new Quantity("lead_before", Math.expm1(Math.abs(lead)) * 100, "%"),
                        new Quantity("lead_after", Math.expm1(Math.abs(lost)) * 100, "%")),
                rows(List.of(before, after)))
                .withMark(new Mark(curve.along() == Along.SIZE ? "size" : "gpus", from, to,
                        below + " | " + above));
    }

    /** Of all meetings from one on in one direction, whoever leads; logarithm of the ratio of times. */
    private static double greatestLead(List<CellPair> meetings, int from, int step) {
        double greatest = 0;
        for (int i = from; i >= 0 && i < meetings.size(); i += step) {
            greatest = Math.max(greatest, Math.abs(Math.log(meetings.get(i).slowdown())));
        }
        return greatest;
    }

    /** Where one wins throughout, that is the answer to the same question. */
    private void none(Pair pair, List<CellPair> meetings, List<Finding> findings) {
        boolean firstWins = meetings.getFirst().slowdown() < 1;
        var leads = meetings.stream().mapToDouble(CellPair::slowdown)
                .map(slowdown -> firstWins ? 1 / slowdown : slowdown).sorted().toArray();
        if (leads[0] < 1 + NOISE) {
            return;
        }
        var curve = pair.first();
        var sentence = curve.subject().operation().title() + fixed(curve) + ": " + name(pair, firstWins)
                + " is faster than " + name(pair, !firstWins) + " on every number of GPUs measured ("
                + curve.x(meetings.getFirst().first()) + " to " + curve.x(meetings.getLast().first()) + "), "
                + Say.range(leads[0], leads[leads.length - 1]) + " times.";
        findings.add(Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN, sentence,
                List.of(new Quantity("least", leads[0], "×"), new Quantity("most", leads[leads.length - 1], "×")),
                rows(meetings)));
    }

    private static List<org.gpucomm.server.analysis.evidence.RowRef> rows(List<CellPair> meetings) {
        var rows = new ArrayList<org.gpucomm.server.analysis.evidence.RowRef>();
        for (var meeting : meetings) {
            rows.addAll(meeting.first().rows());
            rows.addAll(meeting.second().rows());
        }
        return rows;
    }

    private static double time(Cell cell) {
        return cell.time().orElseThrow();
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
