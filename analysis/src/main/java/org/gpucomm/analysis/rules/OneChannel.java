package org.gpucomm.analysis.rules;

import java.util.List;
import java.util.Optional;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/** Large messages that use a single channel, as with a tuner plugin that has no line for them. */
final class OneChannel implements Rule {

    private static final String ID = "one-channel";
    /** Size in bytes from which messages normally use many channels. */
    private static final long MANY_CHANNELS = 1 << 20;
    private static final int FEWEST = 2;

    @Override
    public List<Finding> examine(Evidence evidence) {
        return evidence.alongSize().stream().flatMap(curve -> finding(curve).stream()).toList();
    }

    private static Optional<Finding> finding(Curve curve) {
        var large = curve.cells().stream().filter(cell -> cell.bytes() >= MANY_CHANNELS && !channels(cell).isEmpty())
                .toList();
        boolean one = large.size() >= FEWEST && large.stream().allMatch(cell -> channels(cell).equals(List.of("1")));
        var settings = curve.subject().withEnvironment();
        boolean asked = settings.get("NCCL_MAX_NCHANNELS").or(() -> settings.get("NCCL_MAX_CTAS")).isPresent();
        if (!one || asked) {
            return Optional.empty();
        }
        boolean plugin = settings.values().keySet().stream().anyMatch(name -> name.startsWith("NCCL_TUNER"));
        return Optional.of(Finding.of(ID, Severity.WARNING, plugin ? Confidence.CERTAIN : Confidence.LIKELY,
                """
                        %s%s runs on one channel (channel{Lo..Hi}={0..0}) from %s to %s: a tuner plugin %s loaded that has no \
                        line for these calls, or one without channels. NVIDIA's example sets one channel before it looks for a \
                        line; unset NCCL_TUNER_PLUGIN, or name channels in every line.""".formatted(
                        curve.subject().withLibrary(),
                        curve.fixed() > 0 ? " on " + Phrases.ranks(curve.subject(), curve.fixed()) : "",
                        Phrases.size(large.getFirst().bytes()), Phrases.size(large.getLast().bytes()),
                        plugin ? "is" : "seems to be"),
                List.of(new Quantity("channels", 1, ""), new Quantity("sizes", large.size(), "")),
                large.stream().flatMap(cell -> cell.rows().stream()).toList()).withConsequence(Consequence.BELOW));
    }

    /** Returns the distinct numbers of channels of the measurements; empty if unknown. */
    private static List<String> channels(Cell cell) {
        return cell.observations().stream()
                .flatMap(each -> each.measurement().settings().get("channels").stream()).distinct().toList();
    }
}
