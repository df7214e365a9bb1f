package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.statistics.FalseDiscoveries;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Algorithm, protocol and channels that the library chose, where rows or its log show them: a setting that was faster, what changed
 * between two versions, and the one channel of a tuner plugin that had no line.
 */
final class Selection implements TestedRule {

    private static final String ID = "selection";
    /** Variables that take a choice from the library. */
    private static final Set<String> PINS = Set.of("NCCL_ALGO", "NCCL_PROTO", "NCCL_MIN_NCHANNELS",
            "NCCL_MAX_NCHANNELS", "NCCL_MIN_CTAS", "NCCL_MAX_CTAS", "NCCL_NVLS_ENABLE");
    /** So large a message runs over many channels, unless something says otherwise. */
    private static final long MANY_CHANNELS = 1 << 20;
    private static final int FEWEST = 2;
    /** Faster by less is not worth a setting. */
    private static final double WORTH = 0.05;
    private static final double MUCH = 0.1;
    private static final double LIKELY = 0.01;

    @Override
    public List<Finding> untested(Evidence evidence, NoiseModel noise) {
        var findings = new ArrayList<Finding>();
        var curves = evidence.alongSize();
        for (var curve : curves) {
            trap(curve).ifPresent(findings::add);
        }
        changed(curves, findings);
        return findings;
    }

    private Optional<Finding> trap(Curve curve) {
        var large = curve.cells().stream().filter(cell -> cell.bytes() >= MANY_CHANNELS && channels(cell).isPresent())
                .toList();
        boolean one = large.size() >= FEWEST && large.stream().allMatch(cell -> channels(cell).getAsInt() == 1);
        var settings = curve.subject().withEnvironment();
        boolean asked = List.of("NCCL_MAX_NCHANNELS", "NCCL_MAX_CTAS").stream()
                .anyMatch(name -> settings.get(name).isPresent());
        if (!one || asked) {
            return Optional.empty();
        }
        boolean plugin = settings.values().keySet().stream().anyMatch(name -> name.startsWith("NCCL_TUNER"));
        return Optional.of(Finding.of(ID, Severity.WARNING, plugin ? Confidence.CERTAIN : Confidence.LIKELY,
                head(curve) + " runs on one channel (channel{Lo..Hi}={0..0}) from " + Say.size(large.getFirst().bytes())
                        + " to " + Say.size(large.getLast().bytes()) + ": a tuner plugin "
                        + (plugin ? "is" : "seems to be") + " loaded that has no line for these calls, or one without"
                        + " channels. NVIDIA's example sets one channel before it looks for a line; unset"
                        + " NCCL_TUNER_PLUGIN, or name channels in every line.",
                List.of(new Quantity("channels", 1, ""), new Quantity("sizes", large.size(), "")),
                large.stream().flatMap(cell -> cell.rows().stream()).toList()));
    }

    /** Where another setting of the same evidence is faster than what the library does by itself. */
    @Override
    public List<Tested> ask(Evidence evidence, NoiseModel noise) {
        var asked = new ArrayList<Tested>();
        for (var task : Pairs.tasks(evidence.alongSize())) {
            var byPinned = task.stream().collect(Collectors.partitioningBy(curve -> isPinned(curve.subject())));
            // Of more the library's own choice is the same.
            for (var own : byPinned.get(false).subList(0, Math.min(Pairs.MOST, byPinned.get(false).size()))) {
                for (var other : byPinned.get(true)) {
                    if (own.subject().library().equals(other.subject().library())
                            && Pairs.areAlternatives(own.subject(), other.subject())) {
                        faster(own, other, noise).ifPresent(asked::add);
                    }
                }
            }
        }
        return asked;
    }

    private record FasterElsewhere(Curve own, Curve other, Cell cell, Cell faster, double gain, double p) {}

    private static Optional<Tested> faster(Curve own, Curve other, NoiseModel noise) {
        var places = new ArrayList<FasterElsewhere>();
        for (var meeting : Pairs.meetings(own, other)) {
            if (meeting.first().bytes() > 0) {
                var difference = noise.difference(own.subject(), meeting.first(), other.subject(), meeting.second());
                double gain = -Math.expm1(difference.effect());
                places.add(new FasterElsewhere(own, other, meeting.first(), meeting.second(), gain,
                        gain > WORTH ? difference.pLess(0) : 1));
            }
        }
        var rates = FalseDiscoveries.rates(places.stream().mapToDouble(FasterElsewhere::p).toArray());
        double least = Arrays.stream(rates).min().orElse(1);
        return places.isEmpty() ? Optional.empty() : Optional.of(new Tested(least, level -> {
            var real = IntStream.range(0, rates.length).filter(i -> rates[i] < level).boxed().toList();
            boolean likely = real.stream().allMatch(i -> rates[i] < LIKELY);
            return faster(real.stream().map(places::get).toList(), likely);
        }));
    }

    private static Finding faster(List<FasterElsewhere> places, boolean likely) {
        var own = places.getFirst().own();
        var gains = places.stream().mapToDouble(FasterElsewhere::gain).summaryStatistics();
        var sizes = places.stream().map(each -> each.cell().bytes()).sorted().toList();
        var range = gains.getMax() - gains.getMin() < 0.01
                ? Say.percent(gains.getMax())
                : Say.percent(gains.getMin()).replace(" %", "") + " to " + Say.percent(gains.getMax());
        var choices = places.stream().map(each -> choice(each.cell())).filter(each -> !each.isEmpty()).distinct()
                .toList();
        var sentence = head(own) + ": what it chooses by itself" + (choices.isEmpty()
                ? ""
                : " (" + String.join(", ", choices) + ")") + " is not the fastest. " + pins(places.getFirst().other())
                + " is shorter by " + range + " at "
                + (sizes.size() > 4
                        ? sizes.size() + " sizes from " + Say.size(sizes.getFirst()) + " to "
                                + Say.size(sizes.getLast())
                        : Say.sizes(sizes))
                + ".";
        var rows = new ArrayList<RowRef>();
        places.forEach(each -> {
            rows.addAll(each.cell().rows());
            rows.addAll(each.faster().rows());
        });
        return Finding.of(ID, gains.getMax() > MUCH ? Severity.WARNING : Severity.NOTICE,
                likely ? Confidence.LIKELY : Confidence.AMBIGUOUS, sentence,
                List.of(new Quantity("lead", 100 * gains.getMin(), "%"),
                        new Quantity("most", 100 * gains.getMax(), "%"),
                        new Quantity("sizes", sizes.size(), "")),
                rows);
    }

    /** Between two runs that pin nothing. */
    private void changed(List<Curve> curves, List<Finding> findings) {
        var own = curves.stream().filter(
                curve -> curve.cells().stream().anyMatch(cell -> !choice(cell).isEmpty()) && !isPinned(curve.subject()))
                .toList();
        for (var pair : Pairs.tasks(own).stream().flatMap(task -> Pairs.of(task, 1).pairs().stream()).toList()) {
            var first = pair.first().subject();
            var second = pair.second().subject();
            if (!first.library().equals(second.library())) {
                continue;
            }
            var changed = Pairs.meetings(pair.first(), pair.second()).stream()
                    .filter(each -> !choice(each.first()).isEmpty() && !choice(each.second()).isEmpty()
                            && !choice(each.first()).equals(choice(each.second())))
                    .toList();
            if (changed.isEmpty()) {
                continue;
            }
            var from = changed.getFirst();
            var to = changed.getLast();
            var sentence = head(pair.first()) + ": the choice differs between " + first.nameAgainst(second) + " and "
                    + second.nameAgainst(first) + " at " + changed.size() + (changed.size() == 1 ? " size" : " sizes")
                    + ", " + choice(from.first()) + " and " + choice(from.second()) + " at "
                    + Say.size(from.first().bytes())
                    + (from == to
                            ? ""
                            : ", " + choice(to.first()) + " and " + choice(to.second()) + " at "
                                    + Say.size(to.first().bytes()))
                    + ".";
            findings.add(Finding.of(ID, Severity.NOTICE, Confidence.CERTAIN, sentence,
                    List.of(new Quantity("sizes", changed.size(), "")), changed.stream().flatMap(
                            each -> java.util.stream.Stream.concat(each.first().rows().stream(),
                                    each.second().rows().stream()))
                            .toList()));
        }
    }

    /** {@code ring/ll128}, or the kernel; empty where it is not known or differs among the measurements. */
    private static String choice(Cell cell) {
        var all = cell.observations().stream().map(each -> each.measurement().settings())
                .map(each -> each.get("kernel").map(kernel -> "kernel " + kernel)
                        .or(() -> each.get("algo").map(algo -> (algo + each.get("proto").map(proto -> "/" + proto)
                                .orElse("")).toLowerCase(Locale.ROOT)))
                        .orElse(""))
                .distinct().toList();
        return all.size() == 1 ? all.getFirst() : "";
    }

    private static OptionalInt channels(Cell cell) {
        var all = cell.observations().stream().map(each -> each.measurement().settings().get("channels").orElse(""))
                .distinct().toList();
        return all.size() == 1 && all.getFirst().matches("\\d{1,4}")
                ? OptionalInt.of(Integer.parseInt(all.getFirst()))
                : OptionalInt.empty();
    }

    private static boolean isPinned(SeriesKey subject) {
        return subject.withEnvironment().values().keySet().stream().anyMatch(PINS::contains);
    }

    private static String pins(Curve curve) {
        return String.join(" ", curve.subject().withEnvironment().only(PINS::contains).text().split(";"));
    }

    private static String head(Curve curve) {
        return curve.subject().title() + " with " + curve.subject().libraryTitle()
                + (curve.fixed() > 0 ? " on " + Say.ranks(curve.subject(), curve.fixed()) : "");
    }
}
