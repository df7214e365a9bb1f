package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

import org.gpucomm.results.NamedValues;
import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.RowRef;
import org.gpucomm.server.analysis.noise.NoiseModel;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Quantity;
import org.gpucomm.server.analysis.rules.Finding.Severity;
import org.gpucomm.server.analysis.rules.Pairs.CellPair;
import org.gpucomm.server.analysis.rules.Pairs.Pair;
import org.gpucomm.server.series.SeriesKey;

/** A variable that was set and makes no difference at any size, shown by equivalence: not by the lack of a difference. */
final class NoEffect implements TestedRule {

    private static final String ID = "no-effect";
    /** What is the same for everybody, as a difference of logarithms. */
    private static final double SAME = Math.log1p(0.03);
    private static final int FEWEST_SIZES = 4;

    @Override
    public List<Tested> ask(Evidence evidence, NoiseModel noise) {
        var asked = new ArrayList<Tested>();
        for (var task : Pairs.tasks(evidence.alongSize())) {
            for (var pair : Pairs.of(task, FEWEST_SIZES).pairs()) {
                difference(pair.first().subject(), pair.second().subject())
                        .flatMap(variable -> of(pair, variable, noise)).ifPresent(asked::add);
            }
        }
        return asked;
    }

    private static Optional<Tested> of(Pair pair, String variable, NoiseModel noise) {
        var meetings = Pairs.meetings(pair.first(), pair.second()).stream().filter(each -> each.first().bytes() > 0)
                .toList();
        if (meetings.size() < FEWEST_SIZES) {
            return Optional.empty();
        }
        // All sizes must be the same: the least sure one decides, and needs no correction.
        double least = meetings.stream()
                .map(each -> noise.difference(pair.first().subject(), each.first(), pair.second().subject(),
                        each.second()))
                .mapToDouble(each -> Math.max(each.pGreater(-SAME), each.pLess(SAME))).max().orElseThrow();
        return Optional.of(new Tested(least, () -> finding(pair, variable, meetings)));
    }

    private static Finding finding(Pair pair, String variable, List<CellPair> meetings) {
        var first = pair.first().subject();
        double most = meetings.stream().mapToDouble(each -> Math.abs(Math.log(each.slowdown()))).max().orElseThrow();
        var sentence = first.title() + " with " + first.libraryTitle()
                + (pair.first().fixed() > 0 ? " on " + Say.ranks(first, pair.first().fixed()) : "") + ": " + variable
                + " makes no difference: at each of " + meetings.size()
                + " sizes both are the same within 3 %, the medians"
                + " within " + Say.percent(Math.expm1(most))
                + ". Either it is what the library does anyway, or nothing reads it.";
        var rows = new ArrayList<RowRef>();
        meetings.forEach(each -> {
            rows.addAll(each.first().rows());
            rows.addAll(each.second().rows());
        });
        return Finding.of(ID, Severity.NOTICE, Confidence.LIKELY, sentence,
                List.of(new Quantity("most", 100 * Math.expm1(most), "%"), new Quantity("sizes", meetings.size(), "")),
                rows);
    }

    /** The one variable in which they differ: {@code NCCL_ALGO=Ring}, {@code NCCL_ALGO (Ring or Tree)}. */
    private static Optional<String> difference(SeriesKey one, SeriesKey other) {
        if (!one.library().equals(other.library()) || !one.variant().equals(other.variant())
                || !one.inTheSameStack(other)) {
            return Optional.empty();
        }
        var mine = settings(one);
        var theirs = settings(other);
        var names = new TreeSet<>(mine.values().keySet());
        names.addAll(theirs.values().keySet());
        names.removeIf(name -> mine.get(name).equals(theirs.get(name)));
        if (names.size() != 1) {
            return Optional.empty();
        }
        var name = names.first();
        return Optional.of(mine.get(name).isPresent() && theirs.get(name).isPresent()
                ? name + " (" + mine.get(name).get() + " or " + theirs.get(name).get() + ")"
                : name + "=" + mine.get(name).or(() -> theirs.get(name)).orElse(""));
    }

    private static NamedValues settings(SeriesKey subject) {
        return subject.withEnvironment().only(name -> name.matches("[A-Z][A-Z0-9_]*"));
    }
}
