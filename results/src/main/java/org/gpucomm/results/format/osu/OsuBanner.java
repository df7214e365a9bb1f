package org.gpucomm.results.format.osu;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Workload;
import org.jspecify.annotations.Nullable;

/**
 * The line {@code # OSU MPI-CUDA Non-blocking Allreduce Latency Test v7.5}.
 *
 * @param library      {@code mpi}, {@code nccl}, {@code openshmem} …
 * @param operation    operation; null if the test has none that is known
 * @param variant      other parts of the title
 * @param pointToPoint whether two ranks, or pairs of ranks, take part
 */
record OsuBanner(String library, @Nullable String version, @Nullable Operation operation, List<String> variant,
        boolean pointToPoint) {

    private static final Pattern TITLE = Pattern.compile(
            "^[#\\s]*(?:OSU|OMB-Py) (MPI|NCCL|RCCL|XCCL|OMB-Py|OMB-Java|OpenSHMEM|OSHM|UPC\\+\\+|UPC|HIP|SYCL)([-_ ].*?)? Test"
                    + "(?:\\s+v?(\\d[\\w.]*)\\b.*|\\s*)$",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern ACCELERATOR = Pattern.compile("-(cuda|rocm|openacc|sycl|managed|nccl|rccl)\\b");

    /** Words of titles, reduced to letters, with their meanings; longer words first. */
    private static final List<Map.Entry<String, Workload>> MEANINGS = List.of(
            of("allgatherv", Operation.ALL_GATHER, "vector"), of("allgather", Operation.ALL_GATHER, null),
            of("allreduce", Operation.ALL_REDUCE, null), of("alltoallv", Operation.ALLTOALLV, null),
            of("alltoallw", Operation.ALLTOALLV, "types"), of("alltoall", Operation.ALLTOALL, null),
            of("barrier", Operation.BARRIER, null), of("bcast", Operation.BROADCAST, null),
            of("broadcast", Operation.BROADCAST, null),
            of("reducescatterblock", Operation.REDUCE_SCATTER, "equal-blocks"),
            of("reducescatter", Operation.REDUCE_SCATTER, null), of("fetchandop", Operation.ATOMIC, "fetch-and-op"),
            of("compareandswap", Operation.ATOMIC, "compare-and-swap"),
            of("getaccumulate", Operation.ATOMIC, "get-accumulate"),
            of("accumulate", Operation.ATOMIC, "accumulate"), of("atomic", Operation.ATOMIC, null),
            of("gatherv", Operation.GATHER, "vector"), of("gather", Operation.GATHER, null),
            of("scatterv", Operation.SCATTER, "vector"), of("scatter", Operation.SCATTER, null),
            of("reduce", Operation.REDUCE, null), of("collect", Operation.ALL_GATHER, null));

    static boolean isOne(String line) {
        return (line.indexOf("OSU ") >= 0 || line.indexOf("OMB-Py ") >= 0) && TITLE.matcher(line).matches();
    }

    static Optional<OsuBanner> of(String line) {
        var title = TITLE.matcher(line);
        if (!title.matches()) {
            return Optional.empty();
        }
        var library = title.group(1).toLowerCase(Locale.ROOT);
        var words = title.group(2) == null ? "" : title.group(2).toLowerCase(Locale.ROOT);
        var variant = variant(words);
        var letters = words.replaceAll("[^a-z]", "");
        var collective = MEANINGS.stream().filter(meaning -> letters.contains(meaning.getKey())).findFirst()
                .map(Map.Entry::getValue);
        collective.map(Workload::variant).ifPresent(variant::add);
        var operation = collective.map(Workload::operation).or(() -> pointToPoint(words)).orElse(null);
        boolean pairs = operation != null && (collective.isEmpty() || operation == Operation.ATOMIC);
        ACCELERATOR.matcher(words).results().map(found -> found.group(1)).forEach(variant::add);
        return Optional
                .of(new OsuBanner(library.startsWith("omb") ? "mpi" : library.equals("oshm") ? "openshmem" : library,
                        title.group(3), operation, List.copyOf(variant), pairs));
    }

    private static Optional<Operation> pointToPoint(String words) {
        if (words.contains("put")) {
            return Optional.of(Operation.PUT);
        }
        if (words.contains("get")) {
            return Optional.of(Operation.GET);
        }
        boolean measures = words.contains("latency") || words.contains("bandwidth") || words.contains("message rate");
        return measures ? Optional.of(Operation.SEND) : Optional.empty();
    }

    private static List<String> variant(String words) {
        var parts = new ArrayList<String>();
        if (words.contains("non-blocking") || words.contains("nonblocking")) {
            parts.add("non-blocking");
        }
        if (words.contains("persistent")) {
            parts.add("persistent");
        }
        if (words.contains("partitioned")) {
            parts.add("partitioned");
        }
        if (words.contains("neighborhood") || words.contains("neighbor_")) {
            parts.add("neighborhood");
        }
        if (words.contains("bi-directional") || words.contains("bidirectional")) {
            parts.add("bidirectional");
        }
        if (words.contains("multi-threaded")) {
            parts.add("threads");
        } else if (words.contains("multi-process")) {
            parts.add("processes");
        } else if (words.contains("multi latency") || words.contains("multiple bandwidth")
                || words.contains("message rate")) {
            parts.add("pairs");
        }
        if (words.contains("congestion")) {
            parts.add("congestion");
        }
        return parts;
    }

    private static Map.Entry<String, Workload> of(String word, Operation operation, @Nullable String variant) {
        return Map.entry(word, Workload.of(operation, variant));
    }
}
