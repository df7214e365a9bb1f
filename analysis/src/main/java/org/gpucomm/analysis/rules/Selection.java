package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.identity.SeriesKey;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.rules.Pairs.CellPair;
import org.gpucomm.analysis.statistics.FalseDiscoveries;
import org.gpucomm.analysis.statistics.NoiseModel;

/** Comparison of the algorithm, protocol and channels that the library chooses by itself with settings that are faster. */
final class Selection implements TestedRule {

    private static final String ID = "selection";
    /** Variables that override a choice of the library. */
    private static final Set<String> PINS = Set.of("NCCL_ALGO", "NCCL_PROTO", "NCCL_MIN_NCHANNELS",
            "NCCL_MAX_NCHANNELS", "NCCL_MIN_CTAS", "NCCL_MAX_CTAS", "NCCL_NVLS_ENABLE");
    /** Largest number of curves with the library's own choice that are compared. More would show the same. */
    private static final int MOST = 20;
    /** Smallest gain that is worth a setting. */
    private static final double WORTH = 0.05;
    private static final double MUCH = 0.1;
    private static final double LIKELY = 0.01;

    @Override
    public Answers answers(Evidence evidence, NoiseModel noise) {
        var asked = new ArrayList<Tested>();
        for (var task : Pairs.tasks(evidence.alongSize())) {
            var byPinned = task.stream().collect(Collectors.partitioningBy(curve -> isPinned(curve.subject())));
            for (var own : byPinned.get(false).subList(0, Math.min(MOST, byPinned.get(false).size()))) {
                for (var other : byPinned.get(true)) {
                    if (own.subject().library().equals(other.subject().library())
                            && Pairs.areAlternatives(own.subject(), other.subject())) {
                        faster(own, other, noise).ifPresent(asked::add);
                    }
                }
            }
        }
        return new Answers(asked, List.of());
    }

    /** @param gain share of the time that the setting saves @param p chance of the gain by noise */
    private record Place(CellPair cells, double gain, double p) {}

    private static Optional<Tested> faster(Curve own, Curve other, NoiseModel noise) {
        var places = new ArrayList<Place>();
        for (var meeting : Pairs.meetings(own, other)) {
            if (meeting.first().bytes() > 0) {
                var difference = noise.difference(own.subject(), meeting.first(), other.subject(), meeting.second());
                double gain = -Math.expm1(difference.effect());
                places.add(new Place(meeting, gain, gain > WORTH ? difference.pLess(0) : 1));
            }
        }
        var rates = FalseDiscoveries.rates(places.stream().mapToDouble(Place::p).toArray());
        double least = Arrays.stream(rates).min().orElse(1);
        return places.isEmpty() ? Optional.empty() : Optional.of(new Tested(least, level -> {
            var real = IntStream.range(0, rates.length).filter(i -> rates[i] < level).boxed().toList();
            boolean isLikely = real.stream().allMatch(i -> rates[i] < LIKELY);
            return finding(own, other, real.stream().map(places::get).toList(), isLikely);
        }));
    }

    private static Finding finding(Curve own, Curve other, List<Place> places, boolean isLikely) {
        var gains = places.stream().mapToDouble(Place::gain).summaryStatistics();
        var sizes = places.stream().map(each -> each.cells().first().bytes()).sorted().toList();
        var at = sizes.size() > 4
                ? sizes.size() + " sizes from " + Phrases.sizeRange(sizes.getFirst(), sizes.getLast())
                : Phrases.sizes(sizes);
        var sentence = "%s%s: what it chooses by itself is not the fastest. %s is shorter by %s at %s.".formatted(
                own.subject().withLibrary(), own.fixed() > 0 ? " on " + Phrases.ranks(own.subject(), own.fixed()) : "",
                other.subject().withEnvironment().only(PINS::contains).text().replace(';', ' '),
                Phrases.percents(gains.getMin(), gains.getMax()), at);
        boolean isMuch = gains.getMax() > MUCH;
        return Finding.of(ID, isMuch ? Severity.WARNING : Severity.NOTICE,
                isLikely ? Confidence.LIKELY : Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("lead", 100 * gains.getMin(), "%"),
                        new Quantity("most", 100 * gains.getMax(), "%"), new Quantity("sizes", sizes.size(), "")),
                places.stream().flatMap(each -> Stream.of(each.cells().first(), each.cells().second()))
                        .flatMap(cell -> cell.rows().stream()).toList())
                .withConsequence(isMuch ? Consequence.BELOW : isLikely ? Consequence.REMARK : Consequence.NOTE)
                .withOpen(true);
    }

    private static boolean isPinned(SeriesKey subject) {
        return subject.withEnvironment().values().keySet().stream().anyMatch(PINS::contains);
    }
}
