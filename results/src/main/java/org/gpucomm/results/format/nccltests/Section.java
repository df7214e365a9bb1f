package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.LauncherOptions;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/** Facts found so far about one run of the benchmark. */
final class Section {

    private final Log log;
    private final RunningPrograms programs;
    private final int number;
    private final Devices devices = new Devices();
    private final AverageCheck average = new AverageCheck();
    private final Map<Flag, String> flags = new EnumMap<>(Flag.class);
    private final List<String> variants = new ArrayList<>(2);
    private @Nullable String variant;
    private NamedValues settings = NamedValues.NONE;
    private @Nullable Operation operation;
    private String tool = "nccl-tests";
    private @Nullable String toolVersion;
    private @Nullable String headerVersion;
    private @Nullable Long iterations;
    private boolean operationSaid = true;
    private boolean operationAssumed;
    private @Nullable String misnamed;
    private boolean rccl;
    private long damagedRows;
    private long wrong;
    private int revision = -1;
    private boolean closed;
    private @Nullable Stack stack;
    private Platform platform = Platform.UNKNOWN;

    Section(Log log, RunningPrograms programs) {
        this.log = log;
        this.programs = programs;
        this.number = log.begin();
    }

    int number() {
        return number;
    }

    Devices devices() {
        return devices;
    }

    AverageCheck average() {
        return average;
    }

    @Nullable
    Operation operation() {
        return operation;
    }

    List<Fact> operation(Operation named, String from) {
        if (operation != null) {
            return List.of();
        }
        operation = named;
        return List.of(new Fact("operation", named.id()), new Fact("operation_from", from));
    }

    /** Takes an operation from the file name or from text, which may refer to another table. */
    List<Fact> assumedOperation(Operation named, String from) {
        operationAssumed |= operation == null;
        return operation(named, from);
    }

    /** Forgets an operation that was only assumed, because a row cannot belong to it. @return whether it was assumed */
    boolean isMisnamed(Operation named, @Nullable String against) {
        if (operationAssumed) {
            operation = null;
            misnamed = "the file's name or the text above it speaks of " + named.id() + ", but " + against;
        }
        return operationAssumed;
    }

    /** Returns why the assumed operation is wrong; null if none was assumed, or if it fits. */
    @Nullable
    String misnamed() {
        return misnamed;
    }

    /**
     * Refuses a row that may be from another program that started, before or after this section began, and has not ended.
     *
     * @param canBe test of whether the row can belong to an operation
     */
    void checkWriters(Operation own, Predicate<Operation> canBe) throws DamagedRow {
        for (var other : programs.all()) {
            if (other != own && canBe.test(other)) {
                flag(Flag.MIXED_OUTPUT, "programs of " + own.id() + " and " + other.id()
                        + " wrote at once: the second started before the first had ended");
                throw new DamagedRow("programs of " + own.id() + " and " + other.id()
                        + " wrote at once, and this row may be of the other");
            }
        }
    }

    /** Takes the operation that a row decided; the line below the table reports it, because a row cannot. */
    void operationByColumns(Operation decided) {
        operationAssumed = false;
        operation = decided;
        operationSaid = false;
    }

    /** Returns the source of the operation if not yet reported. */
    List<Fact> takeOperation() {
        if (operationSaid || operation == null) {
            return List.of();
        }
        operationSaid = true;
        return List.of(new Fact("operation", operation.id()), new Fact("operation_from", "columns"));
    }

    void tool(String name, String version) {
        tool = name;
        toolVersion = version;
        revision = -1;
    }

    /** Takes the version of the library or its header in the banner; NCCL's own log also names the build, and takes precedence. */
    void ncclVersion(String version) {
        headerVersion = version;
        revision = -1;
    }

    /** Notes that the program is rccl-tests, the fork for AMD's GPUs. */
    void isRccl() {
        rccl = true;
        revision = -1;
    }

    void iterations(long count) {
        iterations = count;
    }

    @Nullable
    Long iterations() {
        return iterations;
    }

    /** Adds a variant that changes the meaning of the times, for example {@code graph}. */
    void variant(String name) {
        if (!variants.contains(name)) {
            variants.add(name);
            variant = String.join("+", variants);
        }
    }

    @Nullable
    String variant() {
        return variant;
    }

    void setting(String name, String value) {
        settings = settings.with(name, value);
    }

    NamedValues settings() {
        return settings;
    }

    void damaged() {
        damagedRows++;
    }

    /** Notes that a later row completed one counted as damaged. */
    void repaired() {
        damagedRows--;
    }

    boolean isWhole() {
        return damagedRows == 0;
    }

    /** Counts wrong data. @param measurements number of measurements with wrong data in the latest line */
    void wrongData(int measurements) {
        if (measurements > 0) {
            wrong += measurements;
            flags.put(Flag.WRONG_DATA,
                    wrong == 1 ? "1 measurement has wrong data" : wrong + " measurements have wrong data");
        }
    }

    void flag(Flag flag, String detail) {
        flags.put(flag, detail);
    }

    /** Returns the flags of the run that are not yet reported. */
    List<Fact> takeFlags() {
        var said = flags.entrySet().stream().map(flag -> Fact.flag(flag.getKey(), flag.getValue())).toList();
        flags.clear();
        return said;
    }

    /** Flags {@code Using network Socket} and libfabric over TCP; within one host the network does not matter. */
    void judgeNetwork() {
        refresh();
        var nodes = platform.nodes();
        if (nodes != null && nodes == 1) {
            return;
        }
        if (log.fact("network").filter("Socket"::equals).isPresent()) {
            flags.put(Flag.SOCKET_FALLBACK, "NCCL uses the network 'Socket'");
        } else if (log.fact("provider").filter(name -> name.equals("tcp") || name.equals("sockets")).isPresent()) {
            flags.put(Flag.SOCKET_FALLBACK, "libfabric's provider is '" + log.fact("provider").get() + "'");
        }
    }

    /** Ends the section: later facts belong to the next one. */
    void close() {
        refresh();
        closed = true;
        log.close();
    }

    Stack stack() {
        refresh();
        if (stack == null) {
            throw new IllegalStateException("refreshed sections have a stack");
        }
        return stack;
    }

    Platform platform() {
        refresh();
        return platform;
    }

    /** Reads the facts of the log again if there are new ones. */
    private void refresh() {
        if (closed || revision == log.revision() && !devices.takeChanged()) {
            return;
        }
        revision = log.revision();
        var rcclVersion = log.fact("rccl_version");
        boolean amd = rccl || rcclVersion.isPresent() || devices.areAmd();
        var version = rcclVersion.or(() -> amd ? Optional.empty() : log.fact("nccl_version")).orElse(headerVersion);
        stack = amd
                ? new Stack("rccl-tests", toolVersion, "rccl", version)
                : new Stack(tool, toolVersion, "nccl", version);
        var ranks = whole("ranks");
        var nodes = Optional.ofNullable(whole("nodes")).orElseGet(() -> nodesOf(ranks));
        var counts = nodes == null && ranks == null ? launched() : new Platform(null, null, nodes, ranks);
        platform = devices.platform(log.fact("instance_type").orElse(null), counts.nodes(), counts.ranks());
    }

    /** Returns two nodes for two ranks that use the network alone; null if the ranks may share a node. */
    private @Nullable Integer nodesOf(@Nullable Integer ranks) {
        return ranks != null && ranks == 2 && log.fact("transport_between_nodes").isPresent()
                && log.fact("transport_within_node").isEmpty() ? Integer.valueOf(2) : null;
    }

    /** Returns nodes and ranks according to the command that started the benchmark; unknown if it does not give both. */
    private Platform launched() {
        var command = log.command().orElse("");
        var processes = LauncherOptions.platform(command, "_perf");
        var eachDrives = gpusOfProcess(command, "-g", "--ngpus") * gpusOfProcess(command, "-t", "--nthreads");
        return processes.nodes() == null || processes.ranks() == null
                ? Platform.UNKNOWN
                : new Platform(null, null, processes.nodes(), processes.ranks() * eachDrives);
    }

    private static int gpusOfProcess(String command, String option, String longOption) {
        return LauncherOptions.value(command, option).or(() -> LauncherOptions.value(command, longOption))
                .filter(value -> value.matches("[1-9]\\d?")).map(Integer::valueOf).orElse(1);
    }

    private @Nullable Integer whole(String fact) {
        return log.fact(fact).filter(LineWords::isWhole).map(Integer::valueOf).filter(value -> value > 0).orElse(null);
    }
}
