package org.gpucomm.results.format.nvshmem;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.results.format.Log;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/** One run of one program, whose tables share job, devices and options. */
final class NvshmemRun {

    private final Log log;
    private final Preamble preamble;
    private final int section;
    private final String job;
    private final String command;
    private final String commandSaid;
    private final Set<String> tables = new HashSet<>();
    private boolean rows;
    private boolean rates;
    private boolean begun;

    NvshmemRun(Log log, Preamble preamble, String job) {
        this.log = log;
        this.preamble = preamble;
        this.section = log.begin();
        this.job = job;
        this.command = log.command().orElse("");
        this.commandSaid = log.fact("command").orElse("");
    }

    int section() {
        return section;
    }

    String job() {
        return job;
    }

    boolean hasRows() {
        return rows;
    }

    /** Notes that a row was read, even a damaged one. */
    void begun() {
        begun = true;
    }

    boolean isBegun() {
        return begun || rows;
    }

    /** Returns whether a command line followed the beginning of this run: the next table then belongs to another run. */
    boolean isOver() {
        return isBegun() && !log.fact("command").orElse("").equals(commandSaid);
    }

    /** Begins a table and returns whether this run does not have such a table yet. */
    boolean begins(Table table, List<String> firstRow) {
        rates |= table.hasRates();
        return tables.add(table.key(firstRow));
    }

    /** Returns whether there were message rates, which are not measurements. */
    boolean hasRates() {
        return rates;
    }

    void ratesRead() {
        rates = true;
    }

    /**
     * Returns the operation of a job without one in its name; null if unknown. An option decides for the host's {@code Bandwidth} and
     * {@code Latency}, the label for rates, and the name of the program for the tables of version 1.
     */
    @Nullable
    Operation operation(Job of, String label) {
        if (of.operation() != null) {
            return of.operation();
        }
        var name = of.name().toLowerCase(Locale.ROOT);
        if (name.equals("bandwidth") || name.equals("latency")) {
            var direction = preamble.option("dir").orElse(command.contains("--dir read") ? "read" : "");
            return direction.equals("read") ? Operation.GET : direction.equals("write") ? Operation.PUT : null;
        }
        if (name.endsWith("nbi_rate") || name.endsWith("issue_rate")) {
            return label.startsWith("put") ? Operation.PUT : label.startsWith("get") ? Operation.GET : null;
        }
        return of.name().isEmpty() ? ofProgram() : null;
    }

    Measurement measurement(Job of, List<String> words, long size, Outcome outcome, NamedValues settings) {
        var label = Label.of(words);
        var operation = operation(of, words.getFirst());
        if (operation == null) {
            throw new IllegalArgumentException("the operation of " + of.name() + " is not known");
        }
        // the size of a barrier is a number of threads, or meaningless
        var bytes = operation == Operation.BARRIER ? null : new Bytes(size);
        rows = true;
        var stack = new Stack("nvshmem-perftest", null, "nvshmem", log.fact("nvshmem_version").orElse(null));
        return new Measurement(log.source(), section, stack, preamble.platform(command),
                new Workload(operation, variant(of, label), null, bytes, label.datatype(), label.redop(), null, null,
                        iterations()),
                outcome, null, settings);
    }

    private String variant(Job of, Label label) {
        var parts = new ArrayList<>(of.variant());
        if (of.operation() == null && preamble.option("putget_issue").orElse("").equals("on_stream")
                && parts.contains("host")) {
            parts.add("on_stream");
        }
        if (of.name().isEmpty()) {
            parts.add(isHostProgram() ? "host" : "device");
        }
        parts.addAll(label.parts());
        if (label.scope() != null) {
            parts.add(label.scope());
        }
        if ("1".equals(preamble.option("use_graph").orElse(""))) {
            parts.add("graph");
        }
        return String.join("+", parts);
    }

    private @Nullable Operation ofProgram() {
        var names = (command.isEmpty() ? log.source() : command).toLowerCase(Locale.ROOT);
        for (var word : names.split("[^a-z]+")) {
            var named = Job.of("shmem_" + word);
            if (word.length() > 2 && named != null && named.operation() != null) {
                return named.operation();
            }
        }
        return OperationName.in(names).or(log::surroundingOperation).orElse(null);
    }

    private boolean isHostProgram() {
        return command.contains("host/") || (command + log.source()).contains("on_stream");
    }

    private @Nullable Long iterations() {
        return preamble.option("iterations").filter(count -> count.matches("\\d{1,12}")).map(Long::valueOf)
                .orElse(null);
    }

}
