package org.gpucomm.results.format.perturbed;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.gpucomm.results.format.UnreadableFile;

/**
 * Reads perturbed samples by the million: what is read must be exact, or said to be a problem. The Maven profile {@code fuzz}
 * runs it with the number of inputs and the first seed.
 */
public final class PerturbedFuzz {

    private static final int MOST_FAULTS = 400;
    private static final int TOLD_EVERY = 20_000;

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

    /** Faults of a sample that a terminal of this width broke. */
    static List<String> wrapped(Sample sample, int width) throws IOException {
        var perturbed = sample.hands().wrapped(width);
        return sample.faults(perturbed, perturbed.text().getBytes(StandardCharsets.UTF_8)).stream()
                .map(fault -> sample + " at " + width + ": " + fault).toList();
    }

    /** Faults by format and by what was done; the first of each is printed. */
    static Map<String, String> run(List<Sample> samples, long seed, long count) throws IOException {
        var faults = new LinkedHashMap<String, String>();
        for (long n = seed; n < seed + count && faults.size() < MOST_FAULTS; n++) {
            if (n > seed && (n - seed) % TOLD_EVERY == 0) {
                System.out.printf("%d of %d, %d kinds of faults%n", n - seed, count, faults.size());
            }
            var random = new Random(n);
            random.nextInt();
            var sample = samples.get(random.nextInt(samples.size()));
            var perturbed = sample.hands().any(random);
            var found = sample.faults(perturbed, sample.encoded(perturbed, random));
            if (!found.isEmpty()) {
                var what = "seed " + n + ", " + sample + ", " + perturbed.what() + ": " + found.getFirst();
                if (faults.putIfAbsent(sample.format() + " " + perturbed.way(), what) == null) {
                    System.out.println(what);
                }
            }
        }
        return faults;
    }
}
