package org.gpucomm.results;

import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The hardware of a run; null if unknown.
 *
 * @param instanceType instance type, for example {@code p5.48xlarge}
 * @param gpu          GPU model
 * @param nodes        number of hosts, at least 1
 * @param ranks        number of GPUs or processes, at least 1
 */
public record Platform(@Nullable String instanceType, @Nullable String gpu, @Nullable Integer nodes,
        @Nullable Integer ranks) {

    public static final Platform UNKNOWN = new Platform(null, null, null, null);

    public Platform {
        requirePositive("nodes", nodes);
        requirePositive("ranks", ranks);
    }

    /**
     * Returns the platform of a run whose log names these GPU models and hosts. Several models count as unknown, and so do no hosts and 0
     * ranks.
     */
    public static Platform of(Set<String> gpus, Set<String> hosts, int ranks) {
        return new Platform(null, gpus.size() == 1 ? gpus.iterator().next() : null,
                hosts.isEmpty() ? null : (Integer) hosts.size(), ranks == 0 ? null : (Integer) ranks);
    }

    private static void requirePositive(String name, @Nullable Integer value) {
        if (value != null && value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, was " + value);
        }
    }
}
