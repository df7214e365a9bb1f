package org.gpucomm.analysis.rules;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.gpucomm.results.Bench;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.identity.SeriesKey;

/** Shell commands whose results would settle an open finding: {@code gpucomm bench} for NCCL, and NVSHMEM's own programs for NVSHMEM. */
final class Command {

    private static final Map<String, String> NVSHMEM_ALLTOALL = Map.of("host", "alltoall_on_stream", "device",
            "alltoall_latency");
    /** Largest size in bytes. Two buffers of this size fit into the memory of all known GPUs. */
    static final long MOST_BYTES = 16L << 30;

    /** Options of bench by setting, for operations that route tokens. */
    private static final Map<String, String> ROUTING = new TreeMap<>(Map.of("hidden", "--hidden", "experts",
            "--experts", "top_k", "--top-k", "routing", "--skew", "seed", "--seed"));
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
    private static final Pattern SHELL_WORD = Pattern.compile("[A-Za-z0-9_=,.:/^+-]+");

    private Command() {}

    /** Returns a command for the same operation over doubling sizes. @param cell cell with the number of GPUs and hosts */
    static Optional<String> sizes(SeriesKey subject, Cell cell, long from, long wanted) {
        long to = Math.min(wanted, MOST_BYTES);
        if (to <= cell.bytes()) {
            return Optional.empty();
        }
        var sizes = range(subject, cell, from, to) + " -f 2";
        if (isNvshmem(subject)) {
            return cell.ranks() > 0 && NVSHMEM_ALLTOALL.containsKey(subject.variant())
                    ? Optional.of(
                            "nvshmrun -np " + cell.ranks() + " " + NVSHMEM_ALLTOALL.get(subject.variant()) + sizes)
                    : Optional.empty();
        }
        return bench(subject, cell).map(command -> command + sizes + datatype(subject));
    }

    /** Returns a size as the tools accept it, for example {@code 512M}. */
    static String bytes(long bytes) {
        if (bytes >= 1 << 30 && bytes % (1 << 30) == 0) {
            return (bytes >> 30) + "G";
        }
        if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
            return (bytes >> 20) + "M";
        }
        return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "K" : String.valueOf(bytes);
    }

    /** Returns the bench command: one process for all GPUs of a single host, one process per GPU on several hosts. */
    private static Optional<String> bench(SeriesKey subject, Cell cell) {
        boolean measured = subject.library().equals(Bench.NCCL.library()) && Bench.NCCL.has(subject.operation());
        if (!measured || !subject.variant().isEmpty()) {
            return Optional.empty();
        }
        var variables = subject.variables().stream().map(each -> quoted(each) + " ").collect(Collectors.joining());
        var bench = "gpucomm bench " + subject.operation().id() + routing(subject);
        if (cell.nodes() > 1 && cell.ranks() % cell.nodes() == 0) {
            return Optional.of(
                    variables + "srun -N " + cell.nodes() + " --ntasks-per-node=" + cell.ranks() / cell.nodes() + " "
                            + bench);
        }
        return Optional.of(variables + bench + (cell.nodes() == 1 && cell.ranks() > 0 ? " -g " + cell.ranks() : ""));
    }

    /**
     * Returns the options for sizes. For a mixture of experts, bench takes the tokens of one rank but reports the most that a rank
     * receives or sends: at least those tokens, at most those of all ranks.
     */
    private static String range(SeriesKey subject, Cell cell, long from, long to) {
        long least = isRouted(subject) ? Math.max(1, from / Math.max(1, cell.ranks())) : from;
        return " -b " + bytes(least) + " -e " + bytes(to);
    }

    /** Returns the options for the routing of a mixture of experts; empty for other operations. */
    private static String routing(SeriesKey subject) {
        if (!isRouted(subject)) {
            return "";
        }
        var settings = NamedValues.parse(subject.settings());
        return ROUTING.entrySet().stream().map(option -> settings.get(option.getKey())
                .map(value -> value.replaceFirst("^zipf-", "")).filter(value -> NUMBER.matcher(value).matches())
                .map(value -> " " + option.getValue() + " " + value).orElse("")).collect(Collectors.joining());
    }

    private static boolean isRouted(SeriesKey subject) {
        return subject.operation() == Operation.MOE_DISPATCH || subject.operation() == Operation.MOE_COMBINE;
    }

    /** Returns {@code NAME=VALUE} quoted for a shell. Values come from logs, and people paste commands. */
    private static String quoted(String variable) {
        int value = variable.indexOf('=') + 1;
        return SHELL_WORD.matcher(variable).matches()
                ? variable
                : variable.substring(0, value) + "'" + variable.substring(value).replace("'", "'\\''") + "'";
    }

    private static String datatype(SeriesKey subject) {
        return subject.datatype().isEmpty() || subject.datatype().equals("float") ? "" : " -d " + subject.datatype();
    }

    private static boolean isNvshmem(SeriesKey subject) {
        return subject.library().equals("nvshmem") && subject.operation() == Operation.ALLTOALL;
    }
}
