package org.gpucomm.results.format.lines;

import java.util.List;
import java.util.Optional;
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
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of lines that each are a result: operation, size and speed. The named groups of a pattern are the values; numbers without a group
 * are ignored.
 */
public final class ResultLineParser extends SectionParser {

    /**
     * Form of a line.
     *
     * @param library   library that the program measures; null if unknown
     * @param operation operation of lines that name none
     * @param mark        text in each line of this form, checked first to be fast
     */
    private record Form(String tool, @Nullable String library, Operation operation, String mark, Pattern line) {

        static Form of(String tool, @Nullable String library, String mark, String line) {
            return new Form(tool, library, Operation.TRANSFER, mark, Pattern.compile(line));
        }

        Form ofOperation(Operation other) {
            return new Form(tool, library, other, mark, line);
        }
    }

    private static final List<Form> FORMS = List.of(
            Form.of("param-comms", "nccl", "COMMS-RES-",
                    "[#\\s]*(?:\\d+:)?\\s*COMMS-RES-(?<operation>[a-z_]+)-(?<type>[a-z]+\\d*)\\S*\\s+(?<bytes>\\d{1,15})"
                            + "(?:\\s+\\d+\\s+(?<p50>[\\d.]+)\\s+[\\d.]+\\s+[\\d.]+\\s+(?<min>[\\d.]+)\\s+(?<max>[\\d.]+))?"
                            + "\\s+(?<algbw>[\\d.]+)\\s+(?<busbw>[\\d.]+)\\s*"),
            Form.of("google-benchmark", null, " bytes=",
                    "(?<variant>(?<operation>[\\w:<>,.-]+)\\S*)\\s+(?<time>[\\d.]+) (?<unit>ns|us|ms|s)\\s+[\\d.]+ (?:ns|us|ms|s)\\s+"
                            + "(?<iterations>\\d{1,15}) (?:\\w+=\\S+ )*bytes=(?<size>\\d+(?:\\.\\d+)?[kMG]?)(?: \\w+=\\S+)*\\s*"),
            Form.of("tinygrad", null, " sec ",
                    "(?<variant>[a-z]+)_(?<operation>allreduce) iter \\d+/\\d+: (?<time>[\\d.]+) (?<unit>s)ec .*"),
            Form.of("uccl-p2p", "uccl", " Gbps |",
                    "\\[\\w+\\]\\s+(?<words>[\\d.]+ [KMG]?B)\\s*:\\s+[\\d.]+ Gbps \\|\\s+(?<algbw>[\\d.]+) +GB/s.*"),
            // its report_unit is GB unless another is named
            Form.of("mooncake-bench", "mooncake", "Test completed: duration ",
                    ".*\\bTest completed: duration [\\d.]+s?, batch count \\d+, throughput (?<algbw>[\\d.]+)(?: GB/s)?\\s*"),
            Form.of("rvs", "hip", "[RESULT",
                    "\\[RESULT *\\] \\[ *[\\d.]+\\] (?:\\[[^\\]]*\\] )?(?<variant>(?:p2p|pcie)-bandwidth) *\\[\\d+/\\d+\\] +"
                            + "(?<row>\\[[^\\]]*\\]|\\d+) +(?<column>\\[[^\\]]*\\]|\\d+) +"
                            + "(?:bidirectional:+ *(?<both>true|false)|h2d:+ *(?<down>true|false) +d2h:+ *(?<up>true|false)) +"
                            + "(?<algbw>[\\d.]+) +GBps.*")
                    .ofOperation(Operation.MEMCPY));
    private static final String THOUSANDS = "kMG";

    private @Nullable String tool;

    public ResultLineParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return form(line).isPresent();
    }

    private static Optional<Form> form(String line) {
        return FORMS.stream().filter(form -> line.contains(form.mark()) && form.line().matcher(line).matches())
                .findFirst();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var form = form(line.text()).orElse(null);
        if (form == null || tool != null && !tool.equals(form.tool())) {
            return null;
        }
        tool = form.tool();
        var found = form.line().matcher(line.text());
        return found.matches() ? row(line, () -> List.of(measurement(form, found))) : note(line, List.<Fact>of());
    }

    private Measurement measurement(Form form, Matcher found) {
        var named = text(found, "operation").orElse(form.operation().id());
        var operation = OperationName.in(named).or(() -> Operation.ofId(named)).or(() -> log().surroundingOperation())
                .orElseThrow(
                        () -> new IllegalArgumentException("the operation is not known: '" + named + "' names none"));
        var size = text(found, "bytes").map(Long::valueOf).or(() -> text(found, "size").map(ResultLineParser::bytes))
                .map(Bytes::new).or(() -> text(found, "words").flatMap(Bytes::parse)).orElse(null);
        var time = number(found, "time").map(each -> micros(each, text(found, "unit").orElse("us"))).orElse(null);
        return measurement(new Stack(form.tool(), null, form.library(), null), Platform.UNKNOWN,
                new Workload(operation,
                        text(found, "variant").map(each -> each.replaceFirst("/.*", "") + direction(found))
                                .orElse(null),
                        null, size, text(found, "type").orElse(null), null, null, null,
                        text(found, "iterations").map(Long::valueOf).orElse(null)),
                new Outcome(time, number(found, "min").map(Micros::of).orElse(null),
                        number(found, "p50").map(Micros::of).orElse(null), null,
                        number(found, "max").map(Micros::of).orElse(null),
                        number(found, "algbw").map(Bandwidth::ofGigabytesPerSecond).orElse(null),
                        number(found, "busbw").map(Bandwidth::ofGigabytesPerSecond).orElse(null), null, null, null,
                        null),
                settings(found));
    }

    /** Returns the devices between which a copy went. */
    private static NamedValues settings(Matcher found) {
        return text(found, "row")
                .map(row -> NamedValues.of("row", bare(row)).with("column", bare(found.group("column"))))
                .orElse(NamedValues.NONE);
    }

    private static String bare(String device) {
        return device.replaceAll("[\\[\\]]", "").replace("::", "").replaceFirst(" -.*", "");
    }

    private static String direction(Matcher found) {
        boolean isBoth = text(found, "both").filter("true"::equals).isPresent();
        boolean isDown = text(found, "down").filter("true"::equals).isPresent();
        boolean isUp = text(found, "up").filter("true"::equals).isPresent();
        return isBoth || isDown && isUp ? "+bidirectional" : isDown ? "+host-to-device" : isUp ? "+device-to-host" : "";
    }

    /** Returns the bytes of a counter of Google Benchmark, which is rounded to six digits, with k = 1000. */
    private static long bytes(String counter) {
        int power = THOUSANDS.indexOf(counter.charAt(counter.length() - 1)) + 1;
        return Math.round(Double.parseDouble(power == 0 ? counter : counter.substring(0, counter.length() - 1))
                * Math.pow(1000, power));
    }

    private static Micros micros(Decimal time, String unit) {
        return switch (unit) {
            case "ns" -> Micros.ofNanos(time);
            case "ms" -> Micros.ofMillis(time);
            case "s" -> Micros.ofSeconds(time);
            default -> Micros.of(time);
        };
    }

    private static Optional<Decimal> number(Matcher found, String group) {
        return text(found, group).flatMap(Decimal::parse);
    }

    private static Optional<String> text(Matcher found, String group) {
        return found.namedGroups().containsKey(group) ? Optional.ofNullable(found.group(group)) : Optional.empty();
    }
}
