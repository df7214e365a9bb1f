package org.gpucomm.results.format.inspector;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Line;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NamedCells;
import org.gpucomm.results.format.SectionParser;
import org.jspecify.annotations.Nullable;

/**
 * Parser of one file of Prometheus text: for each operation and range of sizes, a line with a bandwidth and one with a time, which together
 * are one row on the second line. Sizes are ranges, so no row has a message size.
 */
public final class InspectorPrometheusParser extends SectionParser {

    private static final String BANDWIDTH = "bus_bandwidth_gbs{";
    private static final String TIME = "exec_time_microseconds{";
    private static final Pattern SAMPLE = Pattern.compile("(nccl_\\w+)\\{(.*)\\}\\s+(\\S+)(?:\\s+\\d+)?\\s*");
    private static final Pattern LABEL = Pattern.compile("\\G(\\w+)=\"((?:[^\"\\\\]++|\\\\.)*+)\",?");

    private static final String WITHOUT_TIME = "a bandwidth before it has no time of the same labels, and is left out";

    private static final int MOST_REPORTED = 1000;

    private final List<Long> withoutBandwidth = new ArrayList<>();
    private String pendingLabels = "";
    private @Nullable Decimal bandwidth;

    public InspectorPrometheusParser(Log log) {
        super(log);
    }

    public static boolean begins(String line) {
        return line.startsWith("nccl_") && (line.contains(BANDWIDTH) || line.contains(TIME))
                && line.contains("message_size=");
    }

    @Override
    public @Nullable Entry read(Line line) {
        var text = line.text();
        if (text.startsWith("# HELP nccl_") || text.startsWith("# TYPE nccl_")) {
            return note(line);
        }
        if (!text.startsWith("nccl_")) {
            return text.contains("message_size=")
                    ? problem(line, "no sample of Prometheus: name{labels} number")
                    : null;
        }
        var sample = SAMPLE.matcher(text);
        var value = sample.matches() ? Decimal.parse(sample.group(3)) : null;
        if (value == null || value.isEmpty()) {
            return problem(line, "no sample of Prometheus: name{labels} number");
        }
        var name = sample.group(1);
        if (name.endsWith("_total")) {
            return note(line, new Fact(name, value.get().toString()));
        }
        if (!begins(text)) {
            return note(line);
        }
        var labels = sample.group(2);
        if (text.contains(BANDWIDTH)) {
            boolean without = bandwidth != null;
            bandwidth = value.get();
            pendingLabels = labels;
            return without ? problem(line, WITHOUT_TIME) : note(line);
        }
        var together = pendingLabels.equals(labels) ? bandwidth : null;
        bandwidth = together == null ? bandwidth : null;
        if (together == null && withoutBandwidth.size() < MOST_REPORTED) {
            withoutBandwidth.add(line.number());
        }
        return row(line, () -> List.of(measurement(labels, together, value.get())));
    }

    @Override
    public List<Entry> end() {
        var all = new ArrayList<>(super.end());
        withoutBandwidth.forEach(number -> all.add(new Entry.Problem(0, "line " + number
                + ": the time is read, but the bandwidth that stands above it with the same labels is missing", "")));
        if (bandwidth != null) {
            all.add(new Entry.Problem(0, WITHOUT_TIME, ""));
        }
        return all;
    }

    private Measurement measurement(String labels, @Nullable Decimal busbw, Decimal time) {
        var cells = labels(labels);
        var stack = new Stack("nccl-inspector", null, "nccl", null);
        var name = cells.text("collective").or(() -> cells.text("p2p_operation")).orElse("");
        var settings = NamedValues.NONE.withNullable("size_range", cells.text("message_size").orElse(null));
        var chosen = cells.text("algo_proto").map(both -> both.toUpperCase(Locale.ROOT)).orElse("");
        int parted = chosen.lastIndexOf('_');
        if (parted > 0) {
            settings = settings.with("algo", chosen.substring(0, parted)).with("proto", chosen.substring(parted + 1));
        }
        var metrics = NamedValues.NONE.withNullable("node", cells.text("node").orElse(null))
                .withNullable("gpu", cells.text("gpu").orElse(null));
        return measurement(stack, new Platform(null, null, cells.count("n_nodes"), cells.count("nranks")),
                InspectorParser.workload(name, null),
                Outcome.of(Micros.of(time), null, Bandwidth.ofNullable(busbw), null).withMetrics(metrics),
                settings.withNullable("comm", cells.text("comm_name").orElse(null)));
    }

    private static NamedCells labels(String text) {
        var labels = new LinkedHashMap<String, String>();
        var label = LABEL.matcher(text);
        int end = 0;
        while (label.find() && label.start() == end) {
            labels.put(label.group(1), label.group(2));
            end = label.end();
        }
        if (end != text.length()) {
            throw new IllegalArgumentException("the labels are no name=\"value\" parted by commas");
        }
        return new NamedCells(labels);
    }
}
