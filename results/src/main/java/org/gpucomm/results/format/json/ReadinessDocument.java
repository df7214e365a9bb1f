package org.gpucomm.results.format.json;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/**
 * A report of NVIDIA's cluster readiness examination: alone, in a list, or in the envelope in which it is sent. Categories of communication
 * have bandwidths; those of training have none and are left out.
 */
public final class ReadinessDocument extends Document {

    private static final Pattern PREFIX = Pattern.compile("^(?:\\[])?(?:/report)?/");
    private static final Pattern AMOUNT = Pattern.compile("([0-9.]+(?:[eE][+-]?[0-9]+)?)\\s*(.*)");
    private static final Set<String> KEPT = Set.of("schemaVersion", "reportID", "generatedAt", "name", "platform",
            "gpu",
            "totalNodes", "result");
    private static final String CATEGORY = "categories[]";
    private static final String BANDWIDTH = CATEGORY + "/bandwidth[]";
    private static final String NODE = "failedNodes[]";

    private final Fields report = new Fields();
    private final Fields category = new Fields();
    private final Fields cell = new Fields();
    private final List<Row> rows = new ArrayList<>();
    private final List<Fact> facts = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();
    private final List<String> failedNodes = new ArrayList<>();

    ReadinessDocument(Log log, int section) {
        super(log, section);
    }

    /** Returns whether a file with these first lines is such a report. */
    public static boolean recognises(List<String> head) {
        return (isObject(head) || first(head).filter(line -> line.stripLeading().startsWith("[")).isPresent())
                && contains(head, "\"categories\"") && contains(head, "\"domain\"")
                && contains(head, "\"variant\"");
    }

    /** Returns whether such a report begins with this line and is all on it. */
    public static boolean begins(String line) {
        return line.startsWith("{\"") && line.contains("\"categories\":") && line.contains("\"domain\":")
                && line.contains("\"variant\":");
    }

    public static Format.Parser parser(Log log) {
        return new JsonParser(log, section -> new ReadinessDocument(log, section));
    }

    @Override
    public void value(String path, String text) {
        var name = PREFIX.matcher(path).replaceFirst("");
        if (name.startsWith(BANDWIDTH + "/")) {
            cell.put(name.substring(BANDWIDTH.length() + 1), text);
        } else if (name.startsWith(CATEGORY + "/") && name.endsWith("/busBW")) {
            facts.add(new Fact("report_group_bandwidth", text)); // its size is not reported
        } else if (name.startsWith(CATEGORY + "/")) {
            category.put(name.substring(CATEGORY.length() + 1), text);
        } else if (name.startsWith(NODE)) {
            failedNodes.add(text);
        } else if (KEPT.contains(name)) {
            report.put(name, text);
            facts.add(new Fact("report_" + name, text));
        }
    }

    @Override
    public void end(String path) {
        switch (PREFIX.matcher(path).replaceFirst("")) {
            case BANDWIDTH -> cell();
            case CATEGORY -> category();
            default -> {
            }
        }
    }

    @Override
    List<Fact> facts(boolean whole) {
        var all = new ArrayList<>(facts);
        if (!whole) {
            all.add(Fact.flag(Flag.INCOMPLETE, "the JSON breaks off"));
        }
        if (!failedNodes.isEmpty()) {
            failures.add("failed nodes: " + String.join(", ", failedNodes));
        }
        if (report.text("result").filter(result -> !result.startsWith("PASS")).isPresent() && failures.isEmpty()) {
            failures.add("the report's result is " + report.text("result").get());
        }
        if (!failures.isEmpty()) {
            all.add(Fact.flag(Flag.ABORTED, String.join("; ", failures)));
        }
        return all;
    }

    private void cell() {
        try {
            var size = cell.text("size").flatMap(Bytes::parse).orElseThrow(
                    () -> new IllegalArgumentException("size is none: '" + cell.text("size").orElse("") + "'"));
            rows.add(new Row(size, bandwidth("algBW"), bandwidth("busBW"),
                    NamedValues.NONE.withNullable("samples", cell.text("samples").orElse(null))));
        } catch (IllegalArgumentException e) {
            problems.add("a bandwidth of " + category.text("variant").orElse("a category") + ": " + e.getMessage());
        }
        cell.clear();
    }

    private void category() {
        var variant = category.text("variant").orElse("");
        var operation = OperationName.in(variant);
        var status = category.text("status").orElse("");
        if (!status.isEmpty() && !status.equals("Succeeded")) {
            var reason = category.text("failureReason").map(text -> ": " + text).orElse("");
            failures.add(variant + " " + status + reason);
            problems.add("the report says that " + variant + " is " + status + reason);
        }
        if (operation.isEmpty() && !rows.isEmpty()) {
            problems.add("the category '" + variant + "' is of no operation that is known");
        }
        operation.ifPresent(known -> rows.forEach(row -> measurements.add(new Measurement(log.source(), section,
                new Stack("nvcre", null, variant.startsWith("nccl") ? "nccl" : null, null),
                new Platform(null, report.text("gpu").orElse(null), nodes(), null),
                Workload.of(known, null).withMessageSize(row.size()),
                Outcome.of(null, row.algbw(), row.busbw(), null).withMetrics(row.metrics()), null, settings()))));
        rows.clear();
        category.clear();
    }

    private NamedValues settings() {
        return NamedValues.NONE.withNullable("mnnvl", category.text("mnnvl").orElse(null))
                .withNullable("testScale", category.text("testScale").orElse(null));
    }

    private @Nullable Integer nodes() {
        var nodes = category.whole("nodesPerJob");
        return nodes == null || nodes < 1 || nodes > Integer.MAX_VALUE ? null : nodes.intValue();
    }

    private @Nullable Bandwidth bandwidth(String name) {
        var text = cell.text(name);
        if (text.isEmpty()) {
            return null;
        }
        var amount = AMOUNT.matcher(text.get());
        var number = amount.matches() ? Decimal.parse(amount.group(1)) : Optional.<Decimal>empty();
        if (number.isEmpty() || !amount.group(2).equals("GB/s")) {
            throw new IllegalArgumentException(name + " is no number of GB/s: '" + text.get() + "'");
        }
        return Bandwidth.ofGigabytesPerSecond(number.get());
    }

    private record Row(Bytes size, @Nullable Bandwidth algbw, @Nullable Bandwidth busbw, NamedValues metrics) {}
}
