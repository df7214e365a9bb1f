package org.gpucomm.results.format.deepep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.RankTimes;
import org.jspecify.annotations.Nullable;

/**
 * A line of {@code test_hybrid_ep.py}: {@code dispatch kernel (BF16)(NVL): 149.24 GB/s, avg_t=2638.9 us [min=2609.0, max=2671.0]}, or of
 * each rank {@code [rank 0] HybridEP dispatch torch API (BF16): 549.14 GB/s (NVL), t: 456.49 us, nvl_recv_bytes: 250.68 MB}.
 */
final class HybridLine {

    private static final String CALL = "(?:HybridEP )?(fused )?(dispatch|combine)(\\+(?:un)?permute)?( kernel)?(?: torch API)? ?"
            + "((?: ?\\((?:FP8|BF16|NVL|IB|RDMA)\\)){0,2}): +";
    private static final String NUMBER = "(\\d+\\.\\d{1,3})";
    private static final Pattern BEGIN = Pattern.compile("(?:" + LowLatency.RANK + ")?" + CALL + "\\d+\\.\\d+ GB/s.*");
    private static final Pattern PART = Pattern.compile(CALL + NUMBER + " GB/s(?: \\((NVL|IB|RDMA)\\))?, (?:avg_t=|t: )"
            + NUMBER + " us(?: \\[min=" + NUMBER + ", max=" + NUMBER + "\\])?(?:, (\\w+)_bytes: " + NUMBER
            + " MB)?\\s*");
    private static final Pattern HEADING = Pattern
            .compile(
                    "=== (?:Correctness Check|Torch API Benchmark|Kernel Benchmark) \\((FP8|BF16), (\\d{1,7}) ranks\\) ===\\s*");
    private static final Map<String, String> NETWORKS = Map.of("NVL", "nvl", "IB", "rdma", "RDMA", "rdma");

    private HybridLine() {}

    static boolean isOne(String line) {
        return line.contains(" GB/s") && BEGIN.matcher(line).matches();
    }

    /** Heading of a part of the test. @param datatype of the dispatched tokens */
    record Heading(String datatype, int ranks) {

        /** Returns the heading in a line; null if it is none. */
        static @Nullable Heading in(String line) {
            var heading = line.startsWith("=== ") ? HEADING.matcher(line) : null;
            return heading != null && heading.matches()
                    ? new Heading(heading.group(1).toLowerCase(Locale.ROOT), Integer.parseInt(heading.group(2)))
                    : null;
        }
    }

    /**
     * Returns the results in a line.
     *
     * @param heading heading above; null if there is none
     * @throws IllegalArgumentException if the line is cut
     */
    static List<DeepepResult> in(String line, @Nullable Heading heading) {
        var rank = LowLatency.RANK.matcher(line);
        var metrics = rank.lookingAt() ? NamedValues.of(RankTimes.RANK, rank.group(1)) : NamedValues.NONE;
        var results = new ArrayList<DeepepResult>();
        for (var text : line.substring(rank.lookingAt() ? rank.end() : 0).split(" \\| ")) {
            var part = PART.matcher(text);
            if (!part.matches()) {
                throw new IllegalArgumentException("the result is cut or torn: expected a bandwidth and a time");
            }
            results.add(result(part, metrics, heading));
        }
        return results;
    }

    private static DeepepResult result(MatchResult part, NamedValues ofRank, @Nullable Heading heading) {
        boolean isDispatch = part.group(2).equals("dispatch");
        var marks = List.of(part.group(5).split("[() ]+"));
        var network = marks.stream().filter(NETWORKS::containsKey).findFirst().orElse(part.group(7));
        var datatype = marks.contains("FP8") ? "fp8" : marks.contains("BF16") ? "bf16" : null;
        var variant = "hybrid" + (part.group(4) == null ? "" : "+kernel") + (part.group(1) == null ? "" : "+fused")
                + (part.group(3) == null ? "" : part.group(3))
                + (network == null ? "" : "+" + NETWORKS.get(network));
        var metrics = part.group(11) == null ? ofRank : ofRank.with(part.group(11) + "_MB", part.group(12));
        var outcome = new Outcome(micros(part.group(8)), micros(part.group(9)), null, null, micros(part.group(10)),
                Bandwidth.ofGigabytesPerSecond(new Decimal(part.group(6))), null, null, null, null, null);
        // The tokens of a combine are in BF16, whatever was dispatched before.
        return new DeepepResult(isDispatch ? Operation.DISPATCH : Operation.COMBINE, variant,
                outcome.withMetrics(metrics), isDispatch ? datatype : "bf16", null,
                isDispatch || heading == null ? NamedValues.NONE : NamedValues.of("dispatched", heading.datatype()));
    }

    private static @Nullable Micros micros(@Nullable String text) {
        return text == null ? null : Micros.of(new Decimal(text));
    }
}
