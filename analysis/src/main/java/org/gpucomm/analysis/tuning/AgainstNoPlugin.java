package org.gpucomm.analysis.tuning;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.nextrun.PlanText;
import org.gpucomm.analysis.tuning.Trials.TriedCase;

/**
 * Plan that compares a tuner file with no plugin, in alternation, at all places in the file and at smaller sizes, for which the file has
 * no lines.
 */
public final class AgainstNoPlugin {

    /** Smallest number of repetitions: those of the trials, whose result must be reproduced. */
    private static final int FEWEST = Decision.FEWEST;

    private AgainstNoPlugin() {}

    /** @param file absolute path, since processes on other nodes read the file */
    public static String plan(TuningResult.Winning winning, Trials trials, String plugin, Path file, String name) {
        record Shape(Operation operation, int nodes, int ranks) {}
        var sizes = new LinkedHashMap<Shape, TreeSet<Long>>();
        for (TriedCase place : trials.places()) {
            sizes.computeIfAbsent(new Shape(place.operation(), place.nodes(), place.ranks()), added -> new TreeSet<>())
                    .add(place.bytes());
        }
        int most = winning.wins().stream().mapToInt(win -> trials.own(win.place()).length).max().orElse(FEWEST);
        var lines = new ArrayList<>(
                List.of("# Does the tuner file win against no plugin? A file that does not is to be deleted.",
                        "name: " + name, "output: " + name + ".jsonl", "repetitions: " + Math.max(FEWEST, most),
                        "benchmarks:"));
        sizes.forEach((shape, of) -> {
            int gpus = shape.ranks() / shape.nodes();
            var start = "  - {operations: " + shape.operation().id()
                    + (shape.nodes() > 1 ? ", nodes: " + shape.nodes() + ", processes: " + gpus : "") + ", gpus: "
                    + gpus
                    + ", sizes: ";
            lines.add(start + PlanText.sizes(of) + "}");
            var below = below(of.first());
            if (!below.isEmpty()) {
                lines.add(start + PlanText.sizes(below) + "} # no line of the file fits these");
            }
        });
        lines.add("settings:");
        lines.add("  no-plugin: {NCCL_TUNER_PLUGIN: ~, NCCL_TUNER_CONFIG_FILE: ~}");
        lines.add("  tuner: {NCCL_TUNER_PLUGIN: " + PlanText.quoted(plugin) + ", NCCL_TUNER_CONFIG_FILE: "
                + PlanText.quoted(file.toString()) + "}");
        return lines.stream().collect(Collectors.joining("\n", "", "\n"));
    }

    /** Returns the smallest message, one of 1 KiB and one just below the measured sizes. */
    private static TreeSet<Long> below(long smallest) {
        return Stream.of(8L, 1024L, smallest / 2).filter(bytes -> bytes >= 8 && bytes < smallest)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
