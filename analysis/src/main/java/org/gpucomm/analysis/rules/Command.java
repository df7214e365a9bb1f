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

/**
 * Commands that would settle what a finding leaves open, with options that the programs have: {@code gpucomm bench} for
 * what NCCL does, NVSHMEM's own programs for what they measured.
 */
final class Command {

    private static final Map<String, String> NVSHMEM_ALLTOALL = Map.of("host", "alltoall_on_stream", "device",
            "alltoall_latency");
    /** Two buffers of that size fit into the memory of the GPUs that the profiles know. */
    static final long MOST_BYTES = 16L << 30;

    /** Settings of routed operations and the options of bench that ask for them. */
    private static final Map<String, String> ROUTING = new TreeMap<>(Map.of("hidden", "--hidden", "experts",
            "--experts", "top_k", "--top-k", "routing", "--skew", "seed", "--seed"));
    private static final Pattern NUMBER = Pattern.compile("\\d+(\\.\\d+)?");
    private static final Pattern SHELL_WORD = Pattern.compile("[A-Za-z0-9_=,.:/^+-]+");

    private Command() {}

    /** The same operation over other sizes, doubling. @param cell says on how many GPUs and hosts */
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

    /** The same operation between two sizes in even steps. */
    static Optional<String> within(SeriesKey subject, Cell cell, long from, long to) {
        long step = (to - from) / 8;
        return step < 1
                ? Optional.empty()
                : bench(subject, cell).map(command -> command + range(subject, cell, from, to) + " -i " + bytes(step)
                        + datatype(subject));
    }

    /** {@code 512M}, as the tools take it. */
    static String bytes(long bytes) {
        if (bytes >= 1 << 30 && bytes % (1 << 30) == 0) {
            return (bytes >> 30) + "G";
        }
        if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
            return (bytes >> 20) + "M";
        }
        return bytes >= 1 << 10 && bytes % (1 << 10) == 0 ? (bytes >> 10) + "K" : String.valueOf(bytes);
    }

    /** On one host all GPUs are of one process; on several there is a process a GPU. */
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
     * Returns the sizes to ask for so that those that are reported go from one size to the other. Where a mixture of experts is
     * routed, the tokens of a rank are asked for and the most that a rank receives or sends is reported: at least those, at
     * most those of all ranks.
     */
    private static String range(SeriesKey subject, Cell cell, long from, long to) {
        long least = isRouted(subject) ? Math.max(1, from / Math.max(1, cell.ranks())) : from;
        return " -b " + bytes(least) + " -e " + bytes(to);
    }

    /** Returns the options that say how a mixture of experts was routed; nothing for other operations. */
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

    /** {@code NAME=VALUE}, as a shell takes any value. Values are as printed in logs, and people paste commands. */
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
