package org.gpucomm.results.format.hccl;

import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
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
 * Parser of one call of {@code hccl_demo}: {@code [BENCHMARK] hcclAllReduce(…)}, then a line each for the bandwidth of the network, which
 * is the bus bandwidth, for the algorithm bandwidth, and in newer versions for the time of all iterations.
 */
public final class HcclDemoParser extends SectionParser {

    private static final String MARK = "[BENCHMARK] ";
    private static final Pattern TITLE = Pattern
            .compile(
                    "\\[BENCHMARK] hccl(\\w{1,40})\\((?:src!=dst, |src==dst, )?(?:InputSizeInBytes|dataSize)=(\\d{1,15}),(.*)");
    private static final Pattern VALUE = Pattern
            .compile(
                    "\\[BENCHMARK]\\s+(NW Bandwidth|Algo Bandwidth|Time)\\s+:\\s+(\\d+(?:\\.\\d+)?) (GB/s|seconds)\\s*");
    private static final Pattern DATATYPE = Pattern.compile("\\bdtype=(\\w{1,20})");
    private static final Pattern ITERATIONS = Pattern.compile("\\biterations=(\\d{1,9})\\)");
    private static final Stack STACK = new Stack("hccl-demo", null, "hccl", null);

    private @Nullable Operation operation;
    private @Nullable Bytes size;
    private @Nullable String datatype;
    private @Nullable Long iterations;
    private @Nullable Decimal busbw;

    public HcclDemoParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.startsWith(MARK) && TITLE.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text().strip();
        var title = TITLE.matcher(text);
        if (title.matches()) {
            if (size != null) {
                return null;
            }
            operation = OperationName.in(title.group(1)).orElse(null);
            size = new Bytes(Long.parseLong(title.group(2)));
            options(title.group(3));
            return note(line);
        }
        var value = VALUE.matcher(text);
        if (value.matches()) {
            return value(line, value.group(1), new Decimal(value.group(2)));
        }
        if (text.startsWith("count=") && text.endsWith(")")) {
            options(text);
            return note(line);
        }
        return text.matches("#{20,}") ? note(line) : null;
    }

    private Entry value(Line line, String name, Decimal number) {
        if (name.equals("NW Bandwidth")) {
            busbw = number;
        }
        return name.equals("Algo Bandwidth") ? row(line, () -> List.of(measurement(number))) : note(line);
    }

    private void options(String text) {
        var type = DATATYPE.matcher(text);
        var count = ITERATIONS.matcher(text);
        datatype = type.find() ? type.group(1) : datatype;
        iterations = count.find() ? Long.valueOf(count.group(1)) : iterations;
    }

    private Measurement measurement(Decimal algbw) {
        if (operation == null) {
            throw new IllegalArgumentException("the call of hccl_demo is of no operation that is known");
        }
        return measurement(STACK, Platform.UNKNOWN,
                new Workload(operation, null, null, size, datatype, null, null, null, iterations),
                Outcome.of(null, Bandwidth.ofGigabytesPerSecond(algbw), Bandwidth.ofNullable(busbw), null),
                NamedValues.NONE);
    }
}
