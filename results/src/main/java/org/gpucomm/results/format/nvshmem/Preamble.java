package org.gpucomm.results.format.nvshmem;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.gpucomm.results.Platform;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.LauncherOptions;
import org.jspecify.annotations.Nullable;

/**
 * Lines that each PE of a run prints before the tables: options, and a line with its number and its GPU. The lines of all writers of a log
 * are gathered here, because only PE 0 prints the tables.
 */
final class Preamble {

    private static final Pattern PE = Pattern
            .compile(
                    "mype: (\\d{1,7}) mype_node: (\\d{1,7}) device name: (.*?) bus id: \\w+(?: n_pes: (\\d{1,7}))?\\s*");
    private static final Pattern PE_TAG = Pattern.compile("^\\[PE \\d{1,7}\\] ");
    private static final Pattern OPTION = Pattern
            .compile("(?<![a-z])([a-z][a-z _]{0,60}?)\\s?:\\s?([\\w.]+)(?:,\\s+|\\s+(?=stride:)|\\s*$)");

    private final Map<Integer, Integer> nodeRankOfPe = new TreeMap<>();
    private final Map<String, String> options = new TreeMap<>();
    private final List<String> gpus = new ArrayList<>();
    private @Nullable Integer pes;

    static boolean isOne(String line) {
        return isPe(line) || isOptions(line);
    }

    static boolean isPe(String line) {
        return line.startsWith("mype: ") && PE.matcher(line).matches();
    }

    /** Returns whether the line lists the options of a PE, after its number in later versions. */
    static boolean isOptions(String line) {
        if (!line.startsWith("[PE ") && !line.startsWith("Runtime") && !line.startsWith("min_size")
                && !line.startsWith("Note: Above")) {
            return false;
        }
        var text = PE_TAG.matcher(line).replaceFirst("");
        return text.startsWith("Runtime options after parsing command line arguments")
                || text.startsWith("min_size: ") && text.contains("max_size: ")
                || text.startsWith("Note: Above is full list of options");
    }

    /** Returns whether this PE has already printed its line: the line then begins another run. */
    boolean has(String peLine) {
        var pe = PE.matcher(peLine);
        return pe.matches() && nodeRankOfPe.containsKey(Integer.valueOf(pe.group(1)));
    }

    /** Reads a line and returns its new facts. */
    List<Fact> read(String line) {
        var facts = new ArrayList<Fact>();
        var pe = PE.matcher(line);
        if (pe.matches()) {
            nodeRankOfPe.put(Integer.valueOf(pe.group(1)), Integer.valueOf(pe.group(2)));
            var gpu = pe.group(3).strip();
            if (!gpu.isEmpty() && !gpus.contains(gpu)) {
                gpus.add(gpu);
                facts.add(new Fact("gpu", gpu));
            }
            if (pe.group(4) != null) {
                pes = Integer.valueOf(pe.group(4));
            }
        } else if (line.contains("min_size: ")) {
            var found = OPTION.matcher(PE_TAG.matcher(line).replaceFirst(""));
            while (found.find()) {
                if (!found.group(2).equals(options.put(found.group(1), found.group(2)))) {
                    facts.add(new Fact(found.group(1).replace(' ', '_'), found.group(2)));
                }
            }
        }
        return facts;
    }

    Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    /**
     * Returns the numbers of PEs and nodes, from the lines of the PEs if none is missing, otherwise from the launcher's options. A single
     * line of a PE may be the rest of many in an excerpt.
     */
    Platform platform(String command) {
        var gpu = gpus.size() == 1 ? gpus.getFirst() : null;
        var launched = LauncherOptions.platform(command, "perftest");
        int highest = nodeRankOfPe.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
        var ranks = pes == null ? launched.ranks() : pes;
        boolean all = nodeRankOfPe.size() > 1 && highest == nodeRankOfPe.size() - 1;
        if (all && (ranks == null || ranks <= highest + 1)) {
            return new Platform(null, gpu, nodes(), highest + 1);
        }
        return new Platform(null, gpu, launched.nodes(), ranks != null && ranks > 0 ? ranks : null);
    }

    private @Nullable Integer nodes() {
        long firsts = nodeRankOfPe.values().stream().filter(rank -> rank == 0).count();
        return firsts == 0 ? null : (int) firsts;
    }
}
