package org.gpucomm.results.format.json;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Format;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.NcclVersion;
import org.gpucomm.results.format.OperationName;
import org.gpucomm.results.format.RanksOnNodes;
import org.gpucomm.results.format.RunOptions;
import org.jspecify.annotations.Nullable;

/**
 * A run of nccl-tests. Its devices are only the first GPU of each process, so the number of ranks is processes × threads × GPUs (util.cu,
 * writeDeviceReport). The document has the whole environment, but only allowed variables become facts.
 */
public final class NcclTestsDocument extends Document {

    private static final Pattern BEGIN = Pattern
            .compile("^\\s*\\{\\s*\"version\"\\s*:\\s*\\d+\\s*,\\s*\"start_time\"\\s*:.*");
    private static final List<String> TOP_NAMES = List.of("\"nccl_version\"", "\"config\"", "\"start_time\"",
            "\"args\"");

    /** Number of ranks up to which their layout on nodes is determined. */
    private static final long MOST_RANKS = 1_000_000;

    private final Fields config = new Fields();
    private final Fields device = new Fields();
    private final Fields footer = new Fields();
    private final NcclResult result = new NcclResult();
    private final List<String> arguments = new ArrayList<>();
    private final List<Fact> facts = new ArrayList<>();
    private final List<String> errors = new ArrayList<>();
    private final Set<String> hosts = new LinkedHashSet<>();
    /** Host and device of the first GPU of each process: {@code node-0:3}. */
    private final List<String> places = new ArrayList<>();
    /** Host of each process, by the number of its first rank. */
    private final SortedMap<Long, String> hostOfProcess = new TreeMap<>();
    private final Set<String> gpus = new LinkedHashSet<>();
    private @Nullable String firstGroup;
    private int processes;
    private @Nullable String ncclVersion;
    private @Nullable Platform platform;
    private boolean wrongData;

    NcclTestsDocument(Log log, int section) {
        super(log, section);
    }

    /** Returns whether a file with these first lines is such a document. */
    public static boolean recognises(List<String> head) {
        return isObject(head)
                && TOP_NAMES.stream().filter(name -> contains(head, name)).count() > 2
                || first(head).filter(NcclTestsDocument::begins).isPresent();
    }

    /** Returns whether such a document begins with this line. */
    public static boolean begins(String line) {
        return line.indexOf("start_time") >= 0 && BEGIN.matcher(line).matches();
    }

    public static Format.Parser parser(Log log) {
        return new JsonParser(log, section -> new NcclTestsDocument(log, section));
    }

    @Override
    public void value(String path, String text) {
        if (path.startsWith("/results[]/")) {
            result.value(path.substring("/results[]/".length()), text);
            return;
        }
        switch (path) {
            case "/version" -> facts.add(new Fact("json_version", text));
            case "/start_time", "/end_time" -> facts.add(new Fact(path.substring(1), text));
            case "/args[]" -> arguments.add(text);
            case "/env[]" -> environment(text);
            case "/nccl_version" -> ncclVersion(text);
            case "/errors[]" -> error(text);
            default -> other(path, text);
        }
    }

    @Override
    public void end(String path) {
        switch (path) {
            case "/config/devices[]" -> device();
            case "/results[]" -> result();
            default -> {
                if (path.startsWith("/results[]/")) {
                    result.end(path.substring("/results[]/".length()));
                }
            }
        }
    }

    @Override
    List<Fact> facts(boolean whole) {
        var all = new ArrayList<>(facts);
        all.addAll(log.said(String.join(" ", arguments)));
        hosts.forEach(host -> all.add(new Fact("host", host)));
        gpus.forEach(gpu -> all.add(new Fact("gpu", gpu)));
        onNodes().words().ifPresent(words -> all.add(new Fact(RanksOnNodes.FACT, words)));
        operation().ifPresent(operation -> all.add(new Fact("operation", operation.id())));
        footer.text("count").ifPresent(count -> all.add(new Fact("out_of_bounds",
                count + (footer.text("okay").filter("true"::equals).isPresent() ? " OK" : " FAILED"))));
        footer.text("bandwidth").ifPresent(mean -> all.add(new Fact("avg_busbw", mean)));
        all.addAll(flags(whole));
        return all;
    }

    private List<Fact> flags(boolean whole) {
        var flags = new ArrayList<Fact>();
        if (!whole || !footer.has("bandwidth")) {
            flags.add(Fact.flag(Flag.INCOMPLETE, whole ? "the run has no average" : "the JSON breaks off"));
        }
        if (!errors.isEmpty()) {
            flags.add(Fact.flag(Flag.ABORTED, String.join("; ", errors)));
        }
        if (wrongData) {
            flags.add(Fact.flag(Flag.WRONG_DATA, "at least one size has wrong elements"));
        }
        if (footer.text("okay").filter("false"::equals).isPresent()) {
            flags.add(Fact.flag(Flag.OUT_OF_BOUNDS, footer.text("count").orElse("some") + " out of bounds"));
        }
        if (footer.text("average okay").filter("false"::equals).isPresent()) {
            flags.add(Fact.flag(Flag.BELOW_MINIMUM, "the average is below NCCL_TESTS_MIN_BW"));
        }
        return flags;
    }

    private void other(String path, String text) {
        if (path.startsWith("/config/devices[]/")) {
            device.put(path.substring("/config/devices[]/".length()), text);
        } else if (path.startsWith("/config/")) {
            config.put(path.substring("/config/".length()), text);
        } else if (path.startsWith("/out_of_bounds/")) {
            footer.put(path.substring("/out_of_bounds/".length()), text);
        } else if (path.startsWith("/average_bus_band")) {
            // versions 2.17.3 to 2.17.8 misspell this as bandwidith, in both places
            footer.put(path.endsWith("/okay") ? "average okay" : "bandwidth", text);
        }
    }

    private void environment(String assignment) {
        log.said("export '" + assignment + "'").stream().filter(fact -> fact.name().startsWith("env:"))
                .forEach(facts::add);
    }

    private void ncclVersion(String code) {
        NcclVersion.ofCode(code).ifPresent(version -> {
            ncclVersion = version;
            facts.add(new Fact("nccl_version", version));
        });
    }

    private void error(String text) {
        if (!text.isBlank()) {
            errors.add(text);
            problems.add("the benchmark reports: " + text);
        }
    }

    private void device() {
        var group = device.text("group").orElse("0");
        if (firstGroup == null) {
            firstGroup = group;
        }
        // n in the bus factor is the size of one communicator
        if (group.equals(firstGroup)) {
            processes++;
            var host = device.text("hostname");
            host.ifPresent(hosts::add);
            host.ifPresent(
                    name -> hostOfProcess.put(Objects.requireNonNullElse(device.whole("rank"), processes - 1L), name));
            places.add((host.orElse("?") + ":" + device.text("device").orElse("?")).replaceAll("[ ;]", "_"));
            device.text("device_info").ifPresent(gpus::add);
        }
        device.clear();
        platform = null;
    }

    private void result() {
        var operation = operation();
        if (operation.isEmpty()) {
            problems.add(
                    "the operation is not known: args[0] names none; put it into the file's name, as in all_reduce.json");
        } else {
            try {
                for (var each : result.outcomes(places)) {
                    var workload = result.workload(operation.get(), each.placement(), config.whole("iterations"));
                    measurements
                            .add(new Measurement(log.source(), section, stack(), platform(), workload, each.outcome(),
                                    null, RunOptions.of(arguments).with(result.settings())));
                    wrongData |= each.outcome().isWrong();
                }
            } catch (IllegalArgumentException e) {
                problems.add(String.valueOf(e.getMessage()));
            }
        }
        result.clear();
    }

    private Optional<Operation> operation() {
        return arguments.stream().findFirst().map(path -> path.substring(path.lastIndexOf('/') + 1))
                .flatMap(OperationName::in).or(() -> OperationName.in(log.source()));
    }

    private Stack stack() {
        return new Stack("nccl-tests", null, "nccl", ncclVersion);
    }

    private long gpusOfProcess() {
        return Objects.requireNonNullElse(config.whole("nthreads"), 1L)
                * Objects.requireNonNullElse(config.whole("ngpus"), 1L);
    }

    /** Returns the layout of ranks; empty if the document breaks off, or has processes without a host. */
    private RanksOnNodes onNodes() {
        var onNodes = new RanksOnNodes();
        long each = gpusOfProcess();
        if (hostOfProcess.size() == processes && each * processes <= MOST_RANKS) {
            long rank = 0;
            for (var host : hostOfProcess.values()) {
                for (long last = rank + each; rank < last; rank++) {
                    onNodes.put(rank, host);
                }
            }
        }
        return onNodes;
    }

    private Platform platform() {
        if (platform == null) {
            long ranks = processes * gpusOfProcess();
            platform = Platform.of(gpus, hosts, ranks < 1 || ranks > Integer.MAX_VALUE ? 0 : (int) ranks);
        }
        return platform;
    }
}
