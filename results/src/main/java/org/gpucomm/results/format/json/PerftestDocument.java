package org.gpucomm.results.format.json;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/**
 * A run of perftest. The document does not name the unit of bandwidth: Gb/s with {@code --report_gbits}, otherwise MiB/s. Message size
 * times message rate is the same bandwidth in bytes and reveals the unit.
 */
public final class PerftestDocument extends Document {

    private static final Pattern BEGIN = Pattern.compile("^\\s*+(?:\\{\\s*+)?\"?test_info\"?\\s*:\\s*(?:\\{.*)?");
    private static final String INFO = "/test_info/";
    private static final String RESULTS = "/results";
    private static final BigDecimal BYTES_OF_A_GIGABIT = new BigDecimal(125_000_000);
    private static final BigDecimal BYTES_OF_A_MEBIBYTE = new BigDecimal(1 << 20);
    /** Tolerance: the two units differ by a factor of 119, and small numbers are never rounded that much. */
    private static final BigDecimal MOST_OFF = new BigDecimal("1.5");
    private static final List<String> SETTINGS = List.of("Number_of_qps", "Connection_type", "Transport_type",
            "Link_type", "Mtu");

    private final Fields info = new Fields();
    private final Fields result = new Fields();
    private boolean found;

    PerftestDocument(Log log, int section) {
        super(log, section);
    }

    /** Returns whether a file with these first lines is such a document. */
    public static boolean recognises(List<String> head) {
        return isObject(head) && head.stream().anyMatch(PerftestDocument::begins);
    }

    /** Returns whether such a document begins with this line. */
    public static boolean begins(String line) {
        return line.indexOf("test_info") >= 0 && BEGIN.matcher(line).matches();
    }

    public static Format.Parser parser(Log log) {
        return new JsonParser(log, section -> new PerftestDocument(log, section));
    }

    @Override
    public void value(String path, String text) {
        if (path.startsWith(INFO)) {
            info.put(path.substring(INFO.length()), text);
        } else if (path.startsWith(RESULTS)) {
            var name = path.substring(path.lastIndexOf('/') + 1);
            if (name.equals("MsgSize") && result.has(name)) {
                result();
            }
            result.put(name, text);
        }
    }

    @Override
    public void end(String path) {
        if (path.startsWith(RESULTS) && !result.isEmpty()) {
            result();
        }
    }

    @Override
    List<Fact> facts(boolean whole) {
        var facts = new ArrayList<Fact>();
        info.text("test").ifPresent(test -> facts.add(new Fact("test", test)));
        info.text("Device").ifPresent(device -> facts.add(new Fact("device", device)));
        if (!whole || !found) {
            facts.add(Fact.flag(Flag.INCOMPLETE, whole ? "there are no results" : "the JSON breaks off"));
        }
        return facts;
    }

    private void result() {
        try {
            var size = result.whole("MsgSize");
            var operation = operation();
            var workload = Workload.of(operation, variant()).withMessageSize(size == null ? null : new Bytes(size))
                    .withIterations(result.whole("n_iterations"));
            measurements.add(new Measurement(log.source(), section, new Stack("perftest", null, "ibverbs", null),
                    new Platform(null, null, null, 2), workload, outcome(size), null, settings()));
            found = true;
        } catch (IllegalArgumentException e) {
            problems.add(String.valueOf(e.getMessage()));
        }
        result.clear();
    }

    private Outcome outcome(@Nullable Long size) {
        var average = result.number("BW_average");
        var rate = result.number("MsgRate");
        var percentile = result.micros("99_percentile");
        return new Outcome(result.micros("t_avg"), result.micros("t_min"), result.micros("t_typical"),
                percentile == null ? result.micros("percentile_99") : percentile, result.micros("t_max"),
                average == null ? null : bandwidth(average, size, rate), null, null, null, null, null,
                NamedValues.NONE.withNullable("rate_Mpps", rate));
    }

    /** Returns the bandwidth. @throws IllegalArgumentException if neither unit fits the message rate */
    private static Bandwidth bandwidth(Decimal average, @Nullable Long size, @Nullable Decimal megaMessages) {
        if (size != null && megaMessages != null) {
            var bytes = megaMessages.timesTenToThe(6).times(size).toBigDecimal();
            if (isNear(bytes, average.toBigDecimal().multiply(BYTES_OF_A_GIGABIT))) {
                return Bandwidth.ofGigabitsPerSecond(average);
            }
            if (isNear(bytes, average.toBigDecimal().multiply(BYTES_OF_A_MEBIBYTE))) {
                return Bandwidth.ofMebibytesPerSecond(average);
            }
        }
        throw new IllegalArgumentException(
                "the unit of BW_average is not known: size and message rate, which would tell, "
                        + "are missing or fit neither Gb/s nor MiB/s");
    }

    private static boolean isNear(BigDecimal one, BigDecimal other) {
        return one.signum() > 0 && one.compareTo(other.multiply(MOST_OFF)) < 0
                && other.compareTo(one.multiply(MOST_OFF)) < 0;
    }

    /** Returns the operation of a test such as {@code RDMA_Write_BW_Test} or {@code Send_Latency_Test}. */
    private Operation operation() {
        var test = info.text("test").orElse(log.source()).toLowerCase(Locale.ROOT);
        if (test.contains("write")) {
            return Operation.WRITE;
        }
        if (test.contains("read")) {
            return Operation.READ;
        }
        if (test.contains("atomic")) {
            return Operation.ATOMIC;
        }
        if (test.contains("send") || test.contains("raw")) {
            return Operation.SEND;
        }
        throw new IllegalArgumentException("the operation is not known: test_info names no test");
    }

    private @Nullable String variant() {
        var test = info.text("test").orElse("").toLowerCase(Locale.ROOT);
        var parts = Stream.of(test.contains("bidirectional") ? "bidirectional" : "",
                test.contains("raw") ? "raw-ethernet" : "").filter(part -> !part.isEmpty())
                .collect(Collectors.joining("+"));
        return parts.isEmpty() ? null : parts;
    }

    private NamedValues settings() {
        var settings = NamedValues.NONE;
        for (var name : SETTINGS) {
            settings = settings.withNullable(
                    name.toLowerCase(Locale.ROOT).replace("number_of_", "").replace("_type", ""),
                    info.text(name).orElse(null));
        }
        return settings.withNullable("sl", result.text("sl").orElse(null));
    }

}
