package org.gpucomm.results.format.nvshmem;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/**
 * Name of a table: {@code shmem_put_bw_uni}, {@code device_reduction}, {@code alltoall_on_stream}.
 *
 * @param operation operation; null if the name does not show it, as in {@code Bandwidth} and {@code Latency}, where the options do
 * @param variant   start of the operation, on host or device, and other features in the name
 * @param bandwidth whether the values are GB/s despite their header: version 3.1 prints bandwidths as latencies
 */
record Job(String name, @Nullable Operation operation, List<String> variant, boolean bandwidth) {

    static final Job UNKNOWN = new Job("", null, List.of(), false);

    private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)*(?:\\.py)?");
    private static final Set<String> PLAIN = Set.of("alltoall", "broadcast", "fcollect", "reducescatter", "reduction",
            "barrier", "barrier_all", "sync", "sync_all", "bandwidth", "latency", "malloc", "nbi_issue_rate",
            "region_nbi_rate", "halo_exchange_rate");

    /** NVSHMEM's words. Its reductions give every PE the result, and sync is a barrier that completes no transfers. */
    private static final Map<String, Operation> OPERATIONS = Map.ofEntries(
            Map.entry("alltoall", Operation.ALLTOALL), Map.entry("fcollect", Operation.ALL_GATHER),
            Map.entry("collect", Operation.ALL_GATHER), Map.entry("allgather", Operation.ALL_GATHER),
            Map.entry("reducescatter", Operation.REDUCE_SCATTER), Map.entry("reduction", Operation.ALL_REDUCE),
            Map.entry("allreduce", Operation.ALL_REDUCE), Map.entry("reduce", Operation.ALL_REDUCE),
            Map.entry("broadcast", Operation.BROADCAST), Map.entry("bcast", Operation.BROADCAST),
            Map.entry("barrier", Operation.BARRIER), Map.entry("sync", Operation.BARRIER),
            Map.entry("put", Operation.PUT), Map.entry("putmem", Operation.PUT), Map.entry("p", Operation.PUT),
            Map.entry("st", Operation.PUT), Map.entry("get", Operation.GET), Map.entry("getmem", Operation.GET),
            Map.entry("g", Operation.GET), Map.entry("at", Operation.ATOMIC), Map.entry("atomic", Operation.ATOMIC),
            Map.entry("sig", Operation.ATOMIC), Map.entry("ping", Operation.PUT));

    /** Features in names, with their names in a variant. */
    private static final Map<String, String> FEATURES = Map.of("bidi", "bidirectional", "ping", "ping-pong", "p", "p",
            "g", "g", "st", "st", "sync", "sync", "sig", "signal");
    private static final Set<String> OTHERWISE_SAID = Set.of("shmem", "device", "on", "stream", "bw", "lat", "latency",
            "bandwidth", "uni", "pong", "rate", "issue", "size");

    /** Returns the job with a name; null if it is not like a name of NVSHMEM. */
    static @Nullable Job of(String name) {
        if (name.length() > 60 || !NAME.matcher(name).matches()) {
            return null;
        }
        var lower = name.toLowerCase(Locale.ROOT);
        if (lower.endsWith(".py")) {
            lower = lower.substring(0, lower.length() - 3);
        }
        boolean device = lower.startsWith("shmem_") || lower.startsWith("device_") || lower.endsWith("_device");
        boolean known = device || lower.endsWith("_on_stream") || PLAIN.contains(lower);
        return known ? new Job(name, operation(lower), variant(lower, device), isBandwidth(lower)) : null;
    }

    /** Returns whether the printed algorithm and bus bandwidth are valid: for other operations a version prints the constant 1. */
    static boolean isCollective(@Nullable Operation operation) {
        return operation != null && switch (operation) {
            case ALLTOALL, ALL_GATHER, REDUCE_SCATTER, ALL_REDUCE, BROADCAST -> true;
            default -> false;
        };
    }

    private static boolean isBandwidth(String name) {
        return name.equals("bandwidth") || List.of(name.split("_")).contains("bw");
    }

    private static @Nullable Operation operation(String name) {
        for (var word : name.split("_")) {
            var operation = OPERATIONS.get(word);
            if (operation != null) {
                return operation;
            }
        }
        return null;
    }

    private static List<String> variant(String name, boolean device) {
        var parts = new ArrayList<String>();
        parts.add(device ? "device" : "host");
        if (name.endsWith("_on_stream")) {
            parts.add("on_stream");
        }
        for (var word : name.split("_")) {
            var feature = FEATURES.get(word);
            if (feature != null) {
                parts.add(feature);
            } else if (!OTHERWISE_SAID.contains(word) && !OPERATIONS.containsKey(word) && !PLAIN.contains(word)) {
                parts.add(word);
            }
        }
        return List.copyOf(parts);
    }
}
