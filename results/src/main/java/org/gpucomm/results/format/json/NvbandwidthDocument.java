package org.gpucomm.results.format.json;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Bandwidth;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
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

/**
 * A run of nvbandwidth: each cell of a test's matrix is a measurement with its row and column as settings. Only the description shows
 * whether cells are GB/s or ns. A waived test appears twice and gives no measurements.
 */
public final class NvbandwidthDocument extends Document {

    private static final Pattern BEGIN = Pattern.compile("^\\s*+(?:\\{\\s*+)?\"nvbandwidth\"\\s*:\\s*(?:\\{.*)?");
    private static final String ROOT = "/nvbandwidth/";
    private static final String TEST = ROOT + "testcases[]/";
    private static final Pattern DEVICE = Pattern
            .compile("\\d+: (\\S.{0,200}?) \\([0-9a-fA-F:.]+\\):?(?: \\((.{1,200})\\))?");
    private static final String NOT_MEASURED = "N/A";

    private final Fields run = new Fields();
    private final Fields test = new Fields();
    private final List<List<String>> matrix = new ArrayList<>();
    private final Set<String> gpus = new LinkedHashSet<>();
    private final Set<String> hosts = new LinkedHashSet<>();
    private final List<Fact> facts = new ArrayList<>();
    private int devices;
    private boolean failed;

    NvbandwidthDocument(Log log, int section) {
        super(log, section);
    }

    /** Returns whether a file with these first lines is such a document. */
    public static boolean recognises(List<String> head) {
        return isObject(head) && contains(head, "\"nvbandwidth\"");
    }

    /** Returns whether such a document begins with this line. */
    public static boolean begins(String line) {
        return line.indexOf("\"nvbandwidth\"") >= 0 && BEGIN.matcher(line).matches();
    }

    public static Format.Parser parser(Log log) {
        return new JsonParser(log, section -> new NvbandwidthDocument(log, section));
    }

    @Override
    public void begin(String path) {
        if (path.equals(TEST + "bandwidth_matrix[]")) {
            matrix.add(new ArrayList<>());
        }
    }

    @Override
    public void value(String path, String text) {
        if (path.equals(TEST + "bandwidth_matrix[][]")) {
            matrix.getLast().add(text);
        } else if (path.startsWith(TEST)) {
            test.put(path.substring(TEST.length()), text);
        } else if (path.equals(ROOT + "GPU Device list[]")) {
            device(text);
        } else if (path.startsWith(ROOT)) {
            run.put(path.substring(ROOT.length()), text);
        }
    }

    @Override
    public void end(String path) {
        if (path.equals(ROOT + "testcases[]") && !test.isEmpty()) {
            test();
            test.clear();
            matrix.clear();
        }
    }

    @Override
    List<Fact> facts(boolean whole) {
        var all = new ArrayList<>(facts);
        run.text("version").ifPresent(version -> all.add(new Fact("nvbandwidth_version", version)));
        run.text("CUDA Runtime Version").ifPresent(version -> all.add(new Fact("cuda_version", version)));
        run.text("Driver Version").ifPresent(version -> all.add(new Fact("driver_version", version)));
        gpus.forEach(gpu -> all.add(new Fact("gpu", gpu)));
        hosts.forEach(host -> all.add(new Fact("host", host)));
        if (!whole) {
            all.add(Fact.flag(Flag.INCOMPLETE, "the JSON breaks off"));
        }
        if (failed || run.text("error").isPresent()) {
            all.add(Fact.flag(Flag.ABORTED, run.text("error").orElse("a test reports an error")));
        }
        return all;
    }

    /** Reads a device such as {@code 0: NVIDIA H100 80GB HBM3 (00000000:1b:00): (node-0)}. */
    private void device(String text) {
        devices++;
        var device = DEVICE.matcher(text);
        if (device.matches()) {
            gpus.add(device.group(1));
            if (device.group(2) != null) {
                hosts.add(device.group(2));
            }
        }
    }

    private void test() {
        var status = test.text("status").orElse("");
        var name = test.text("name").orElse("a test");
        if (status.equals("Error") || status.equals("Not Found")) {
            failed |= status.equals("Error");
            problems.add(name + ": " + status);
            return;
        }
        if (!status.equals("Passed")) {
            facts.add(new Fact("status:" + name, status));
            return;
        }
        test.text("sum").ifPresent(sum -> facts.add(new Fact("sum:" + name, sum)));
        var description = test.text("bandwidth_description").orElse("");
        boolean latency = description.endsWith("(ns)");
        if (!latency && !description.endsWith("(GB/s)")) {
            problems.add(name + ": its description says neither (GB/s) nor (ns): '" + description + "'");
            return;
        }
        for (int row = 0; row < matrix.size(); row++) {
            for (int column = 0; column < matrix.get(row).size(); column++) {
                cell(name, latency, row, column);
            }
        }
    }

    private void cell(String name, boolean latency, int row, int column) {
        var text = matrix.get(row).get(column).strip();
        if (text.equals(NOT_MEASURED)) {
            return;
        }
        var value = Decimal.parse(text).orElse(null);
        if (value == null) {
            problems.add(name + ": row " + row + ", column " + column + " is no number: '" + text + "'");
            return;
        }
        var outcome = latency
                ? Outcome.of(Micros.ofNanos(value), null, null, null)
                : Outcome.of(null, Bandwidth.ofGigabytesPerSecond(value), null, null);
        measurements.add(new Measurement(log.source(), section, stack(), Platform.of(gpus, hosts, devices),
                Workload.of(Operation.MEMCPY, name), outcome, null,
                NamedValues.of("row", Integer.toString(row)).with("column", Integer.toString(column))));
    }

    private Stack stack() {
        return new Stack("nvbandwidth", run.text("version").orElse(null), "cuda",
                run.text("CUDA Runtime Version").orElse(null));
    }

}
