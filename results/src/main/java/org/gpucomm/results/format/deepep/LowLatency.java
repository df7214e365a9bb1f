package org.gpucomm.results.format.deepep;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.RankTimes;

/** Results that each rank of the low-latency test prints: both calls together, each alone, and their phases. */
final class LowLatency {

    private static final String NUMBER = "(\\d+\\.\\d\\d)";
    /** Rank in front of what each rank prints. */
    static final Pattern RANK = Pattern.compile("\\[rank (\\d{1,7}) *\\] ");
    private static final Pattern BOTH = Pattern.compile("Dispatch \\+ combine bandwidth: " + NUMBER + " GB/s, avg_t="
            + NUMBER + " us, min_t=" + NUMBER + " us, max_t=" + NUMBER + " us\\s*");
    private static final Pattern EACH = Pattern.compile("Dispatch bandwidth(?: \\(\\w+\\))?: " + NUMBER
            + " GB/s, avg_t=" + NUMBER + " us\\s*\\| Combine bandwidth(?: \\(\\w+\\))?: " + NUMBER + " GB/s, avg_t="
            + NUMBER + " us\\s*");
    private static final Pattern PHASES = Pattern.compile("Dispatch send/recv time: " + NUMBER + "(?: \\+ " + NUMBER
            + ")? us\\s*\\| Combine send/recv time: " + NUMBER + "(?: \\+ " + NUMBER + ")? us\\s*");

    private LowLatency() {}

    /** Returns whether the line is one of these results, with the rank in front unless a launcher's prefix was removed. */
    static boolean isOne(String line) {
        var text = withoutRank(line);
        return text.startsWith("Dispatch + combine bandwidth: ") || text.startsWith("Dispatch bandwidth: ")
                || text.startsWith("Dispatch bandwidth (") || text.startsWith("Dispatch send/recv time: ");
    }

    /** Returns whether the line is the rest of an interrupted result: a rank, and the beginning of its first word. */
    static boolean isRest(String line) {
        var rank = RANK.matcher(line);
        if (!rank.lookingAt()) {
            return false;
        }
        var rest = line.substring(rank.end()).stripLeading();
        var word = rest.split("[ \\[]", 2)[0];
        return "Dispatch".startsWith(word);
    }

    /** Returns the results in a line. @throws IllegalArgumentException if the line is cut */
    static List<DeepepResult> in(String line) {
        var rank = RANK.matcher(line);
        var metrics = rank.lookingAt() ? NamedValues.of(RankTimes.RANK, rank.group(1)) : NamedValues.NONE;
        var text = withoutRank(line);
        var both = BOTH.matcher(text);
        if (both.matches()) {
            var outcome = new Outcome(micros(both, 2), micros(both, 3), null, null, micros(both, 4), rate(both, 1),
                    null,
                    null, null, null, null);
            return List.of(finding(Operation.DISPATCH, "low-latency+with-combine", outcome, metrics));
        }
        var each = EACH.matcher(text);
        if (each.matches()) {
            return List.of(
                    finding(Operation.DISPATCH, "low-latency", Outcome.of(micros(each, 2), rate(each, 1), null, null),
                            metrics),
                    finding(Operation.COMBINE, "low-latency", Outcome.of(micros(each, 4), rate(each, 3), null, null),
                            metrics));
        }
        var phases = PHASES.matcher(text);
        if (phases.matches()) {
            var findings = new ArrayList<DeepepResult>();
            findings.addAll(phases(Operation.DISPATCH, phases, 1, metrics));
            findings.addAll(phases(Operation.COMBINE, phases, 3, metrics));
            return findings;
        }
        throw new IllegalArgumentException("the result is cut or torn: expected numbers of dispatch and of combine");
    }

    /** Returns the results of both phases, or of their sum, which early versions print. */
    private static List<DeepepResult> phases(Operation operation, Matcher found, int group, NamedValues metrics) {
        if (found.group(group + 1) == null) {
            return List.of(finding(operation, "low-latency+send+receive",
                    Outcome.of(micros(found, group), null, null, null), metrics));
        }
        return List.of(
                finding(operation, "low-latency+send", Outcome.of(micros(found, group), null, null, null), metrics),
                finding(operation, "low-latency+receive", Outcome.of(micros(found, group + 1), null, null, null),
                        metrics));
    }

    private static DeepepResult finding(Operation operation, String variant, Outcome outcome, NamedValues metrics) {
        return new DeepepResult(operation, variant, outcome.withMetrics(metrics), null, null, NamedValues.NONE);
    }

    private static String withoutRank(String line) {
        var rank = RANK.matcher(line);
        return rank.lookingAt() ? line.substring(rank.end()) : line;
    }

    private static Micros micros(Matcher found, int group) {
        return Micros.of(new Decimal(found.group(group)));
    }

    private static Bandwidth rate(Matcher found, int group) {
        return Bandwidth.ofGigabytesPerSecond(new Decimal(found.group(group)));
    }
}
