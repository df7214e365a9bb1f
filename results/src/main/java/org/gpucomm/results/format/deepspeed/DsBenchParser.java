package org.gpucomm.results.format.deepspeed;

import java.util.List;
import java.util.regex.Matcher;
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
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one table of {@code ds_bench}: a title with operation and devices, a header, rows. The throughput of an all-reduce counts its
 * bytes twice, so it is a metric instead of an algorithm bandwidth.
 */
public final class DsBenchParser extends SectionParser {

    private static final Pattern TITLE = Pattern
            .compile("-{3,} Performance of (\\w{1,40}) on (\\d{1,7}) devices -{3,}\\s*");
    private static final Pattern HEADER = Pattern
            .compile(
                    "Size \\(Bytes\\)\\s+Description\\s+Duration(?: \\(us\\))?\\s+Throughput \\((G[bB]ps)\\)\\s+BusBW \\(G[bB]ps\\)\\s*");
    private static final Pattern ROW = Pattern
            .compile("\\s{0,8}(\\d[\\d.]{0,20})(?: ?([KMGTPE]?B))?\\s+(\\d{1,15})x(\\d{1,3})\\s+"
                    + "(\\d[\\d.]{0,20})(?: ?(us|ms|s))?\\s+(\\d[\\d.]{0,20})\\s+(\\d[\\d.]{0,20})\\s*");
    private static final Stack STACK = new Stack("ds-bench", null, null, null);
    /** Relative tolerance between a printed size with two decimals and the size of its elements. */
    private static final double ROUNDED = 0.01;

    private @Nullable String name;
    private @Nullable Integer devices;
    private boolean bits = true;

    public DsBenchParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.startsWith("---") && TITLE.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        var title = TITLE.matcher(text);
        if (title.matches()) {
            if (name != null) {
                return null;
            }
            name = title.group(1);
            devices = Integer.valueOf(title.group(2));
            return note(line);
        }
        var header = HEADER.matcher(text);
        if (header.matches()) {
            bits = header.group(1).equals("Gbps");
            return note(line);
        }
        var row = ROW.matcher(text);
        if (row.matches()) {
            return row(line, () -> List.of(measurement(row)));
        }
        return text.matches("-{20,}\\s*") ? note(line) : null;
    }

    private Measurement measurement(Matcher row) {
        var time = Decimal.require(row.group(5));
        var unit = row.group(6) == null ? "us" : row.group(6);
        var busbw = Decimal.require(row.group(8));
        return measurement(STACK, new Platform(null, null, null, devices),
                Workload.of(operation(), null).withMessageSize(size(row)),
                Outcome.of(switch (unit) {
                    case "ms" -> Micros.ofMillis(time);
                    case "s" -> Micros.ofMillis(time.timesTenToThe(3));
                    default -> Micros.of(time);
                }, null, bits ? Bandwidth.ofGigabitsPerSecond(busbw) : Bandwidth.ofGigabytesPerSecond(busbw), null)
                        .withMetrics(NamedValues.of(bits ? "tput_Gbps" : "tput_GBps", row.group(7))),
                NamedValues.NONE);
    }

    private Operation operation() {
        return "pt2pt".equals(name)
                ? Operation.SENDRECV
                : OperationName.in(String.valueOf(name)).orElseThrow(
                        () -> new IllegalArgumentException("the operation '" + name + "' is none that is known"));
    }

    /** Returns elements times their width if that agrees with the printed size within rounding; otherwise the printed size. */
    private static Bytes size(Matcher row) {
        var printed = DeepspeedParser.size(row.group(1), row.group(2) == null ? "B" : row.group(2));
        long elements = Math.multiplyExact(Long.parseLong(row.group(3)), Long.parseLong(row.group(4)));
        return Math.abs((double) elements / printed.count() - 1) < ROUNDED ? new Bytes(elements) : printed;
    }
}
