package org.gpucomm.results.format.readiness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of a printed report: what was examined, a box for each category, a summary. Boxes of communication contain a table of bandwidths
 * below its settings, which distinguish two boxes of one collective.
 */
public final class ReadinessReportParser extends SectionParser {

    private static final Pattern TITLE = Pattern.compile("\\s*║\\s+Certification Report\\s+║\\s*");
    private static final Pattern CARD = Pattern
            .compile("\\s*│\\s{1,3}(communication|training|diagnostics)/(\\S+)\\s+│\\s*");
    private static final Pattern RULER = Pattern.compile("\\s*[╔╚┌├└][═─]+[╗╝┐┤┘]\\s*");
    private static final Pattern IN_BOX = Pattern.compile("\\s*│(.*)│\\s*");
    private static final Pattern EXAMINED = Pattern.compile("\\s{0,4}(Name|Platform|GPU|Nodes):\\s+(\\S.*)");
    private static final Pattern SAID = Pattern
            .compile("(Status|Reason|Scale|Nodes/Job|MNNVL|Result|Failed Nodes):\\s+(.*)");
    private static final String HEADER = "Size AlgBW BusBW Samples";
    private static final Pattern ROW = Pattern
            .compile("([\\d.]+ [KMGT]?B)\\s+([\\d.]+) GB/s\\s+([\\d.]+) GB/s\\s+(\\d+)");
    private static final Pattern OF_GROUP = Pattern.compile("([\\d.]+ GB/s)(?:\\s+LOW)?");
    private static final String COMMUNICATION = "communication";

    private final Map<String, String> examined = new LinkedHashMap<>();
    private final Map<String, String> said = new LinkedHashMap<>();
    private final List<String> failures = new ArrayList<>();
    private String category = "";
    private String group = "";
    private boolean inTable;

    public ReadinessReportParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.indexOf('║') >= 0 && TITLE.matcher(line).matches()
                || line.indexOf('│') >= 0 && CARD.matcher(line).matches();
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (RULER.matcher(text).matches()) {
            inTable = false;
            return note(line);
        }
        if (TITLE.matcher(text).matches()) {
            return hasRows() || !category.isEmpty() ? null : note(line);
        }
        var card = CARD.matcher(text);
        if (card.matches()) {
            category = card.group(1) + "/" + card.group(2);
            said.clear();
            group = "";
            return note(line);
        }
        var box = IN_BOX.matcher(text);
        if (box.matches()) {
            return inBox(line, box.group(1).strip());
        }
        if (text.stripLeading().startsWith("│")) {
            return problem(line, "a line of a box that is torn, or several in one");
        }
        var about = EXAMINED.matcher(text);
        if (about.matches() && category.isEmpty()) {
            examined.put(about.group(1), about.group(2).strip());
            return note(line, new Fact("report_" + name(about.group(1)), about.group(2).strip()));
        }
        return null;
    }

    @Override
    public List<Entry> end() {
        var all = new ArrayList<>(super.end());
        if (!failures.isEmpty()) {
            all.add(noteOfSection(Fact.flag(Flag.ABORTED, String.join("; ", failures))));
        }
        return all;
    }

    private Entry inBox(Line line, String text) {
        if (text.replaceAll("\\s+", " ").equals(HEADER)) {
            inTable = true;
            return note(line);
        }
        if (inTable && !text.isEmpty()) {
            var row = ROW.matcher(text);
            return row.matches()
                    ? row(line, () -> List.of(measurement(row)))
                    : problem(line, "expected a size, two bandwidths in GB/s and a number of samples");
        }
        var setting = SAID.matcher(text);
        if (setting.matches()) {
            return said(line, setting.group(1), setting.group(2));
        }
        var ofGroup = OF_GROUP.matcher(text);
        if (ofGroup.matches()) {
            return note(line, new Fact("report_group_bandwidth", (group + " " + ofGroup.group(1)).strip()));
        }
        if (text.startsWith("✓") || text.startsWith("✗")) {
            group = text.substring(1).strip();
        }
        return ROW.matcher(text).matches() ? problem(line, "no header above it says what its columns are") : note(line);
    }

    private Entry said(Line line, String name, String value) {
        said.put(name, value);
        return switch (name) {
            case "Status" -> value.equals("Succeeded") ? note(line) : failed(line, category + " is " + value);
            case "Result" -> value.startsWith("PASS")
                    ? note(line, new Fact("report_result", value))
                    : failed(line, "the report's result is " + value);
            case "Failed Nodes" -> value.equals("none") ? note(line) : failed(line, "failed nodes: " + value);
            case "Reason" -> {
                failures.add(value);
                yield note(line);
            }
            default -> note(line);
        };
    }

    private Entry failed(Line line, String what) {
        failures.add(what);
        return problem(line, "the report says: " + what);
    }

    private Measurement measurement(MatchResult row) {
        var variant = category.substring(category.indexOf('/') + 1);
        var operation = OperationName.in(variant).filter(known -> category.startsWith(COMMUNICATION))
                .orElseThrow(() -> new IllegalArgumentException(category.isEmpty()
                        ? "no line above the table says of what category it is"
                        : "the category '" + category + "' is of no operation that is known"));
        var size = Bytes.parse(row.group(1))
                .orElseThrow(() -> new IllegalArgumentException("'" + row.group(1) + "' is no size"));
        return measurement(new Stack("nvcre", null, variant.startsWith("nccl") ? "nccl" : null, null),
                new Platform(null, examined.get("GPU"), nodes(), null),
                Workload.of(operation, null).withMessageSize(size),
                Outcome.of(null, bandwidth(row.group(2)), bandwidth(row.group(3)), null)
                        .withMetrics(NamedValues.of("samples", row.group(4))),
                settings());
    }

    private NamedValues settings() {
        return NamedValues.NONE.withNullable(name("MNNVL"), said.get("MNNVL")).withNullable(name("Scale"),
                said.get("Scale"));
    }

    /** Returns the name of a value in the JSON form of the report. */
    private static String name(String printed) {
        return switch (printed) {
            case "MNNVL" -> "mnnvl";
            case "Scale" -> "testScale";
            case "Nodes" -> "totalNodes";
            case "GPU" -> "gpu";
            case "Name" -> "name";
            default -> "platform";
        };
    }

    private @Nullable Integer nodes() {
        var nodes = Decimal.parse(said.getOrDefault("Nodes/Job", "")).map(Decimal::doubleValue).orElse(0.0);
        return nodes < 1 || nodes > Integer.MAX_VALUE ? null : nodes.intValue();
    }

    private static Bandwidth bandwidth(String number) {
        return Bandwidth.ofGigabytesPerSecond(Decimal.parse(number)
                .orElseThrow(() -> new IllegalArgumentException("'" + number + "' is no bandwidth")));
    }
}
