package org.gpucomm.results.format.perturbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import org.gpucomm.results.format.UnreadableFile;

/**
 * Reads perturbed samples by the million: what is read must be exact, or said to be a problem. The Maven profile {@code fuzz}
 * runs it with the number of inputs and the first seed.
 */
public final class PerturbedFuzz {

    private static final int MOST_FAULTS = 400;

    /** What is not held yet: of lines that a terminal broke a loss may be silent in these. */
    private static final Set<String> OPEN = Set.of("csv wrapped", "deepep wrapped", "fabtests wrapped",
            "gloo-benchmark wrapped", "mscclpp-test wrapped", "nccl-inspector-prometheus wrapped",
            "nccl-tests wrapped", "nixlbench wrapped", "nvbandwidth wrapped", "nvshmem-perftest wrapped",
            "osu wrapped", "rccl-tests-csv wrapped", "transferbench wrapped", "ucx-perftest wrapped");

    private PerturbedFuzz() {}

    public static void main(String[] arguments) throws IOException, UnreadableFile {
        long count = Long.parseLong(arguments[1]);
        long seed = Long.parseLong(arguments[2]);
        long begun = System.nanoTime();
        var faults = run(samples(Path.of(arguments[0])), seed, count);
        System.out.printf("%d perturbed samples in %d s from seed %d, %d kinds of faults%n", count,
                (System.nanoTime() - begun) / 1_000_000_000, seed, faults.size());
        faults.forEach((kind, what) -> System.out.println(kind + "\n    " + what));
        if (!faults.isEmpty()) {
            System.exit(1);
        }
    }

    /** Samples of formats that have rows in lines. */
    static List<Sample> samples(Path folder) throws IOException, UnreadableFile {
        var samples = new ArrayList<Sample>();
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(Files::isRegularFile).sorted().toList()) {
                if (!file.getParent().getFileName().toString().contains("json")) {
                    var sample = Sample.of(file);
                    if (sample.hasRows()) {
                        samples.add(sample);
                    }
                }
            }
        }
        return samples;
    }

    static boolean isOpen(Sample sample, Perturbed perturbed) {
        return OPEN.contains(sample.format() + " " + perturbed.way()) || OPEN.contains(sample + " " + perturbed.way());
    }

    /** Faults by format and what was done, of which the first is told. */
    static Map<String, String> run(List<Sample> samples, long seed, long count) throws IOException {
        var faults = new LinkedHashMap<String, String>();
        for (long n = seed; n < seed + count && faults.size() < MOST_FAULTS; n++) {
            var random = new Random(n);
            random.nextInt();
            var sample = samples.get(random.nextInt(samples.size()));
            var perturbed = sample.hands().any(random);
            if (isOpen(sample, perturbed)) {
                continue;
            }
            var found = sample.faults(perturbed, sample.encoded(perturbed, random));
            if (!found.isEmpty()) {
                faults.putIfAbsent(sample.format() + " " + perturbed.way(),
                        "seed " + n + ", " + sample + ", " + perturbed.what() + ": " + found.getFirst());
            }
        }
        return faults;
    }
}
