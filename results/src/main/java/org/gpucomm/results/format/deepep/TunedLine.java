package org.gpucomm.results.format.deepep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * A line of the tuning of intranode and internode tests: {@code [tuning] Best dispatch (FP8): SMs 24, NVL chunk 8, RDMA chunk 16, transmit:
 * 1391.20 us, notify: 229.10 us, BW: 43.36 GB/s (RDMA), 141.61 GB/s (NVL)}; each try before it lacks the first words. Versions order and
 * punctuate the parts differently, so each part is found by its own words.
 */
final class TunedLine {

    static final String BEST = "[tuning] Best ";
    private static final String TRY = "[tuning] ";
    private static final Pattern HEAD = Pattern
            .compile("\\[tuning\\] Best (dispatch|combine)(?: ?\\((\\w+)\\))?: ?(.*)");
    private static final Pattern SMS = Pattern.compile("SMs ?(\\d{1,6})\\b");
    private static final Pattern CHUNK = Pattern.compile("(NVL|RDMA) ?chunk ?(\\d{1,6}|default)\\b");
    private static final Pattern RATE = Pattern
            .compile("(?<!\\d)(\\d+\\.\\d\\d) ?GB/s(?: ?\\((NVL|RDMA)(?: ?(send|recv))?\\))?");
    private static final Pattern TIME = Pattern.compile("(?:transmit|avg_t|t): ?(\\d+(?:\\.\\d\\d)?) ?us");
    private static final Pattern US = Pattern.compile("\\dus\\b|\\bus\\b");
    private static final Pattern NOTIFY = Pattern.compile("notify: ?(\\d+\\.\\d\\d) ?us");
    private static final Pattern NOTIFY_AND_TIME = Pattern
            .compile("(?<!\\d)(\\d+(?:\\.\\d\\d)?) ?\\+ ?(\\d+(?:\\.\\d\\d)?) ?us");
    private static final Pattern BARE_TIME = Pattern.compile("GB/s(?: ?\\(\\w+\\))?, ?(\\d+(?:\\.\\d\\d)?) ?us");

    private TunedLine() {}

    static boolean isTry(String line) {
        return line.startsWith("[tuning] SMs ");
    }

    /**
     * Returns a result for each network with a bandwidth in the line. A setting marks the best, because it repeats one of the measurements
     * before it.
     *
     * @throws IllegalArgumentException if the line is cut
     */
    static List<DeepepResult> best(String line) {
        var head = head(line);
        return findings(operation(head), datatype(head), head.group(3), NamedValues.of("tuned", "best"));
    }

    /**
     * Returns the results of a try, whose call only the line of the best names.
     *
     * @throws IllegalArgumentException if either line is cut
     */
    static List<DeepepResult> tried(String line, String best) {
        var head = head(best);
        return findings(operation(head), datatype(head), line.strip().substring(TRY.length()), NamedValues.NONE);
    }

    /**
     * Returns the results of a try whose best is missing, so that the call is unknown.
     *
     * @throws IllegalArgumentException if the line is cut
     */
    static List<DeepepResult> unnamed(String line) {
        return findings(Operation.UNNAMED, null, line.strip().substring(TRY.length()), NamedValues.NONE);
    }

    /** Returns whether the line of a best names the call, even if its numbers are cut. */
    static boolean namesCall(String line) {
        return HEAD.matcher(line.strip()).matches();
    }

    /** Returns whether a best repeats this try: its SMs, chunks and bandwidths. A cut line counts as a repetition. */
    static boolean isOf(String line, String best) {
        return said(line).containsAll(said(best)) || !isWhole(best);
    }

    private static boolean isWhole(String best) {
        try {
            return !best(best).isEmpty();
        } catch (IllegalArgumentException cut) {
            return false;
        }
    }

    private static List<String> said(String line) {
        return Stream.of(SMS, CHUNK, RATE).flatMap(pattern -> pattern.matcher(line).results()).map(MatchResult::group)
                .toList();
    }

    /** Returns a number that rises from try to try: the chunk within nodes, then that between nodes; the default comes last. */
    static long chunks(String line) {
        long within = 0;
        long between = 0;
        for (var found : CHUNK.matcher(line).results().toList()) {
            long chunk = found.group(2).equals("default") ? Integer.MAX_VALUE : Long.parseLong(found.group(2));
            within = found.group(1).equals("NVL") ? chunk : within;
            between = found.group(1).equals("RDMA") ? chunk : between;
        }
        return (within << Integer.SIZE) + between;
    }

    private static Matcher head(String line) {
        var head = HEAD.matcher(line.strip());
        if (!head.matches()) {
            throw new IllegalArgumentException("the result is cut or torn: expected SMs, chunks and bandwidths");
        }
        return head;
    }

    private static Operation operation(Matcher head) {
        return head.group(1).equals("dispatch") ? Operation.DISPATCH : Operation.COMBINE;
    }

    private static @Nullable String datatype(Matcher head) {
        return head.group(2) == null ? null : head.group(2).toLowerCase(Locale.ROOT);
    }

    private static List<DeepepResult> findings(Operation operation, @Nullable String datatype, String rest,
            NamedValues said) {
        if (!SMS.matcher(rest).find() || rest.contains("[tuning]")) {
            throw new IllegalArgumentException("the result is cut or torn: expected SMs, chunks and bandwidths");
        }
        boolean internode = rest.contains("RDMA");
        var findings = new ArrayList<DeepepResult>();
        for (var rate : RATE.matcher(rest).results().toList()) {
            var network = rate.group(2) == null ? "nvl" : rate.group(2).toLowerCase(Locale.ROOT);
            var direction = rate.group(3) == null ? "" : rate.group(3).equals("send") ? "+send" : "+receive";
            findings.add(new DeepepResult(operation, (internode ? "internode+" : "intranode+") + network + direction,
                    Outcome.of(time(rest), Bandwidth.ofGigabytesPerSecond(new Decimal(rate.group(1))), null, null)
                            .withMetrics(metrics(rest)),
                    datatype, null, settings(rest).with(said)));
        }
        long named = RATE.matcher(rest).results().filter(rate -> rate.group(2) != null).count();
        boolean lacksNetwork = internode && findings.size() < 2 || named > 0 && named < findings.size();
        boolean lacksTime = US.matcher(rest).find() && time(rest) == null;
        boolean lacksEnd = !rest.stripTrailing().endsWith(")") && !rest.stripTrailing().endsWith("us");
        if (findings.isEmpty() || lacksNetwork || lacksTime || lacksEnd) {
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
