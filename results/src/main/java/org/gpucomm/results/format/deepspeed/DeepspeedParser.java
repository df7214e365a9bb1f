package org.gpucomm.results.format.deepspeed;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Cells;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a summary: a header, lines with the name of an operation, each followed by a row per size; or the lines that the logger prints
 * for each call. Times are means without the highest and lowest tenth. The throughput of an all-reduce counts its bytes twice, so it is a
 * metric instead of an algorithm bandwidth.
 */
public final class DeepspeedParser extends SectionParser {

    private static final String HEADER = "Comm. Op";
    private static final Pattern OPERATION = Pattern.compile("[a-z]\\w*(?: \\| \\[Caller Func: .*])?\\s*");
    /** A column is twenty characters wide, and the longest name fills one. */
    private static final Pattern NAME = Pattern
            .compile("Comm\\. Op|Message Size|Count|\\S[^()]{0,60}+\\([^)]{0,60}+\\)");
    private static final Pattern ROW = Pattern.compile("\\s+([\\d.]+) ?([KMGTPE]?B)\\b(.*)");
    private static final Pattern CALL = Pattern
            .compile("comm op: ([^|]{1,100}?) \\| time \\(ms\\): (\\S+) \\| msg size: ([\\d.]+) ?([KMGTPE]?B) \\| "
                    + "algbw \\(Gbps\\): (\\S+) \\| busbw \\(Gbps\\): (\\S+)\\s*$");
    private static final String SUFFIXES = "BKMGTPE";
    /** Factor over size / time that no rounding of the time to 10 µs and no mean explains. */
    private static final double TOO_FAST = 1.5;
    private static final Stack STACK = new Stack("deepspeed-comms-logger", null, null, null);

    private List<String> columns = List.of();
    private String named = "";
    private boolean calls;

    public DeepspeedParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.startsWith(HEADER) && line.contains("Message Size") || isCall(line);
    }

    private static boolean isCall(String line) {
        return line.contains("comm op: ") && line.contains(" |");
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (isCall(text)) {
            if (!columns.isEmpty()) {
                return null;
            }
            calls = true;
            return call(line);
        }
        if (text.startsWith(HEADER)) {
            if (!columns.isEmpty() || calls) {
                return null;
            }
            columns = NAME.matcher(text).results().map(found -> found.group().strip()).skip(2).toList();
            return note(line);
        }
        if (columns.isEmpty() || text.isBlank()) {
            return null;
        }
        if (OPERATION.matcher(text).matches()) {
            named = text.strip();
            return note(line);
        }
        if (text.startsWith("______") || text.startsWith("Breakdown with straggler") || text.startsWith("------")) {
            return note(line);
        }
        var row = ROW.matcher(text);
        if (!row.matches()) {
            return null;
        }
        var entry = row(line, () -> List.of(summary(size(row.group(1), row.group(2)), Cells.of(row.group(3)))));
        if (entry instanceof Entry.Problem) {
            // a row with too many cells may have been joined with the name of the next operation
            var last = Cells.of(text).getLast().replaceFirst("^[\\d.]+", "");
            named = OPERATION.matcher(last).matches() && OperationName.in(last).isPresent() ? last : named;
        }
        return entry;
    }

    private Entry call(Line line) {
        var call = CALL.matcher(line.text());
        if (!call.find()) {
            return problem(line, "expected a time, a size and two bandwidths: the line is torn");
        }
        return row(line, () -> {
            var row = NamedCells.of(List.of("time", "algbw", "busbw"),
                    List.of(call.group(2), call.group(5), call.group(6)));
            return List.of(measurement(call.group(1), size(call.group(3), call.group(4)), null, row.number("time"),
                    row.number("busbw"), NamedValues.NONE.withNullable("tput_Gbps", row.number("algbw"))));
        });
    }

    private Measurement summary(Bytes size, List<String> cells) {
        var row = NamedCells.of(columns, cells);
        var metrics = NamedValues.NONE.withNullable("tput_Gbps", row.number("tput_avg (Gbps)"))
                .withNullable("total_us", micros(row.number("Total Latency(ms)")))
                .withNullable("total_us", micros(row.number("Total comm lat(ms)")))
                .withNullable("straggler_us", micros(row.number("Avg straggler(ms)")))
                .withNullable("total_straggler_us", micros(row.number("Total straggler(ms)")));
        var latency = row.number("Avg Latency(ms)");
        return measurement(named, size, row.whole("Count"), latency == null ? row.number("Avg comm lat(ms)") : latency,
                row.number("busbw_avg (Gbps)"), metrics);
    }

    private Measurement measurement(String name, Bytes size, @Nullable Long count, @Nullable Decimal millis,
            @Nullable Decimal busbw, NamedValues metrics) {
        var operation = operation(name);
        if (busbw != null && isTooFast(operation, size, millis, busbw)) {
            return measurement(name, size, count, millis, null, metrics.with("busbw_Gbps", busbw.text()));
        }
        return measurement(STACK, Platform.UNKNOWN,
                Workload.of(operation, operation.id().equals(name) ? null : name).withMessageSize(size)
                        .withIterations(count),
                Outcome.of(millis == null ? null : Micros.ofMillis(millis), null,
                        busbw == null ? null : Bandwidth.ofGigabitsPerSecond(busbw), null).withMetrics(metrics),
                NamedValues.NONE);
    }

    /** Returns whether the bandwidth is far above size / time although the operation moves each byte once: some versions count it twice. */
    private static boolean isTooFast(Operation operation, Bytes size, @Nullable Decimal millis, Decimal busbw) {
        boolean isOnce = operation.busFactor(2).orElse(0) == 1 && operation.busFactor(8).orElse(0) == 1;
        return isOnce && millis != null && millis.doubleValue() > 0
                && busbw.doubleValue() > TOO_FAST * size.count() * 8 / (millis.doubleValue() * 1e6);
    }

    private static Operation operation(String name) {
        var lower = name.replaceFirst(" \\|.*", "");
        if (lower.contains("barrier")) {
            return Operation.BARRIER;
        }
        if (lower.contains("send") || lower.contains("recv")) {
            return lower.contains("batch") ? Operation.SENDRECV : Operation.SEND;
        }
        return OperationName.in(lower)
                .or(() -> OperationName.in(lower.replaceFirst("^allgather", "all_gather_")))
                .orElseThrow(() -> new IllegalArgumentException(name.isEmpty()
                        ? "no line above this row names the operation"
                        : "the operation '" + name + "' is none that is known"));
    }

    /** Returns the size, which the logger rounds to hundredths of a unit of 2¹⁰, 2²⁰ … bytes, as the nearest whole number of bytes. */
    static Bytes size(String number, String suffix) {
        int power = suffix.length() == 1 ? 0 : SUFFIXES.indexOf(suffix.charAt(0));
        var value = Decimal.parse(number)
                .orElseThrow(() -> new IllegalArgumentException("the size is no number: '" + number + "'"));
        return new Bytes(value.toBigDecimal().multiply(BigDecimal.valueOf(1L << 10 * power))
                .setScale(0, RoundingMode.HALF_UP).longValueExact());
    }

    private static @Nullable Decimal micros(@Nullable Decimal millis) {
        return millis == null ? null : millis.timesTenToThe(3);
    }

}
