package org.gpucomm.results.format.deepep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A result of the tuning of intranode and internode tests:
 * {@code [tuning] Best dispatch (FP8): SMs 24, NVL chunk 8, RDMA chunk 16, transmit: 1391.20 us, notify: 229.10 us, BW:
 * 43.36 GB/s (RDMA), 141.61 GB/s (NVL)}. Versions order and punctuate the parts differently, so each is found by its own words.
 */
final class Best {

    private static final Pattern HEAD = Pattern.compile("\\[tuning\\] Best (dispatch|combine)(?: \\((\\w+)\\))?: (.*)");
    private static final Pattern SMS = Pattern.compile("SMs (\\d{1,6})\\b");
    private static final Pattern CHUNK = Pattern.compile("(NVL|RDMA) chunk (\\d{1,6}|default)\\b");
    private static final Pattern RATE = Pattern
            .compile("(\\d+\\.\\d\\d) GB/s(?: \\((NVL|RDMA)(?: (send|recv))?\\))?");
    private static final Pattern TIME = Pattern.compile("(?:transmit|avg_t|t): (\\d+\\.\\d\\d) us");
    private static final Pattern NOTIFY = Pattern.compile("notify: (\\d+\\.\\d\\d) us");
    private static final Pattern NOTIFY_AND_TIME = Pattern.compile("(\\d+(?:\\.\\d\\d)?) \\+ (\\d+(?:\\.\\d\\d)?) us");
    private static final Pattern BARE_TIME = Pattern.compile("GB/s(?: \\(\\w+\\))?, (\\d+\\.\\d\\d) us");

    private Best() {}

    /**
     * Returns a result for each network that the line has a bandwidth of.
     *
     * @throws IllegalArgumentException if the line is cut
     */
    static List<DeepepResult> in(String line) {
        var head = HEAD.matcher(line.strip());
        if (!head.matches() || line.lastIndexOf("[tuning]") > 0 || !SMS.matcher(head.group(3)).find()) {
            throw new IllegalArgumentException("the result is cut or torn: expected SMs, chunks and bandwidths");
        }
        var operation = head.group(1).equals("dispatch") ? Operation.DISPATCH : Operation.COMBINE;
        var rest = head.group(3);
        boolean internode = rest.contains("RDMA chunk");
        var findings = new ArrayList<DeepepResult>();
        for (var rate : RATE.matcher(rest).results().toList()) {
            var network = rate.group(2) == null ? "nvl" : rate.group(2).toLowerCase(Locale.ROOT);
            var direction = rate.group(3) == null ? "" : rate.group(3).equals("send") ? "+send" : "+receive";
            findings.add(new DeepepResult(operation, (internode ? "internode+" : "intranode+") + network + direction,
                    Outcome.of(time(rest), Bandwidth.ofGigabytesPerSecond(new Decimal(rate.group(1))), null, null)
                            .withMetrics(metrics(rest)),
                    head.group(2) == null ? null : head.group(2).toLowerCase(Locale.ROOT), null, settings(rest)));
        }
        long named = RATE.matcher(rest).results().filter(rate -> rate.group(2) != null).count();
        boolean lacksNetwork = internode && findings.size() < 2 || named > 0 && named < findings.size();
        boolean lacksEnd = !rest.stripTrailing().endsWith(")") && !rest.stripTrailing().endsWith(" us");
        if (findings.isEmpty() || lacksNetwork || lacksEnd) {
            throw new IllegalArgumentException("the result is cut or torn: it ends before its last number does");
        }
        return findings;
    }

    private static @Nullable Micros time(String rest) {
        var both = NOTIFY_AND_TIME.matcher(rest);
        if (both.find()) {
            return Micros.of(new Decimal(both.group(2)));
        }
        var named = TIME.matcher(rest);
        if (named.find()) {
            return Micros.of(new Decimal(named.group(1)));
        }
        var bare = BARE_TIME.matcher(rest);
        return bare.find() ? Micros.of(new Decimal(bare.group(1))) : null;
    }

    private static NamedValues settings(String rest) {
        var settings = NamedValues.NONE;
        for (var found : SMS.matcher(rest).results().toList()) {
            settings = settings.with("sms", found.group(1));
        }
        for (var found : CHUNK.matcher(rest).results().toList()) {
            settings = settings.with(found.group(1).toLowerCase(Locale.ROOT) + "_chunk", found.group(2));
        }
        return settings;
    }

    private static NamedValues metrics(String rest) {
        var both = NOTIFY_AND_TIME.matcher(rest);
        if (both.find()) {
            return NamedValues.of("notify_us", both.group(1));
        }
        var notify = NOTIFY.matcher(rest);
        return notify.find() ? NamedValues.of("notify_us", notify.group(1)) : NamedValues.NONE;
    }
}
