package org.gpucomm.results.format;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

import org.gpucomm.results.Platform;

/**
 * Ranks, nodes and hosts in the command line that started a program: {@code mpirun -np 16 -N 8}, {@code srun -N2 --ntasks-per-node=4},
 * {@code flux run -N 2 -n 2}.
 */
public final class LauncherOptions {

    private static final Map<String, String> MEANINGS = Map.ofEntries(Map.entry("-n", "ranks"),
            Map.entry("-np", "ranks"), Map.entry("--np", "ranks"), Map.entry("--n", "ranks"),
            Map.entry("--ntasks", "ranks"), Map.entry("--nodes", "nodes"),
            Map.entry("--nnodes", "nodes"), Map.entry("--ntasks-per-node", "per node"),
            Map.entry("--npernode", "per node"), Map.entry("-npernode", "per node"), Map.entry("-ppn", "per node"),
            Map.entry("--tasks-per-node", "per node"));
    private static final int MOST = 10_000_000;
    /** Options of mpirun, Slurm and Flux; a number after the colon of a host is its slots. */
    private static final Set<String> HOSTS = Set.of("-H", "-host", "--host", "-hosts", "--hosts", "-w", "--nodelist",
            "--requires");
    private static final Pattern HOST = Pattern.compile("(?:hosts?:)?([A-Za-z][A-Za-z0-9._-]{0,252})(?::\\d{1,6})?");
    /** Line that a loop over pairs of nodes prints before each run: {@code FLUX-RUN START osu-iter-node-7 node-11}. */
    private static final Pattern STARTED = Pattern.compile("FLUX-RUN START \\S*?-iter-(\\S+) (\\S+)\\s*");

    private LauncherOptions() {}

    /** Returns ranks and nodes as far as the launcher's options give them. @param program benchmark, after which its own options begin */
    public static Platform platform(String command, String program) {
        var words = Cells.of(command);
        var options = new HashMap<String, Integer>();
        // -N is the number of nodes for srun and flux, and of ranks per node for Open MPI.
        boolean nodesByN = words.stream().anyMatch(word -> word.endsWith("srun") || word.endsWith("flux"));
        for (int i = 0; i < words.size() && !words.get(i).contains(program); i++) {
            var word = words.get(i);
            var next = i + 1 < words.size() ? words.get(i + 1) : "";
            option(word, next, nodesByN ? "nodes" : "per node", options);
        }
        var ranks = options.get("ranks");
        var nodes = options.get("nodes");
        var perNode = options.get("per node");
        if (ranks == null && nodes != null && perNode != null) {
            ranks = (int) Math.min(MOST, (long) nodes * perNode);
        }
        if (nodes == null && ranks != null && perNode != null && ranks % perNode == 0) {
            nodes = ranks / perNode;
        }
        return new Platform(null, null, nodes, ranks);
    }

    /** Returns whether the line is a script's announcement of the next run, in place of the command that starts it. */
    public static boolean startsRun(String line) {
        return line.startsWith("FLUX-RUN START ") && STARTED.matcher(line).matches();
    }

    /**
     * Returns the two hosts that a run of two ranks was started on, in the order of the command; empty unless exactly two are named.
     *
     * @param program benchmark, after which its own options begin
     */
    public static List<String> pairOfHosts(String command, String program) {
        var started = STARTED.matcher(command);
        if (started.matches()) {
            return pair(Stream.of(started.group(1), started.group(2)));
        }
        var words = Cells.of(command);
        for (int i = 0; i < words.size() && !words.get(i).contains(program); i++) {
            var word = words.get(i);
            int equals = word.indexOf('=');
            if (HOSTS.contains(equals < 0 ? word : word.substring(0, equals))) {
                var value = equals >= 0 ? word.substring(equals + 1) : i + 1 < words.size() ? words.get(i + 1) : "";
                return pair(Stream.of(value.replace("\"", "").replace("'", "").split(",")));
            }
        }
        return List.of();
    }

    private static List<String> pair(Stream<String> names) {
        var hosts = names.map(HOST::matcher).map(host -> host.matches() ? host.group(1) : "").distinct().toList();
        return hosts.size() == 2 && !hosts.contains("") ? hosts : List.of();
    }

    /** Returns the value of an option of the benchmark itself: {@code -s} in {@code ucx_perftest -t tag_bw -s 65536}. */
    public static Optional<String> value(String command, String option) {
        List<String> words = Cells.of(command);
        int at = words.indexOf(option);
        if (at >= 0) {
            return at + 1 < words.size() ? Optional.of(words.get(at + 1)) : Optional.empty();
        }
        return words.stream().filter(word -> word.startsWith(option + "=")).findFirst()
                .map(word -> word.substring(option.length() + 1));
    }

    private static void option(String word, String next, String meaningOfN, Map<String, Integer> options) {
        int equals = word.indexOf('=');
        var name = equals < 0 ? word : word.substring(0, equals);
        var value = equals < 0 ? next : word.substring(equals + 1);
        if (word.startsWith("-N") && equals < 0) {
            name = "-N";
            value = word.length() > 2 ? word.substring(2) : next;
        } else if (word.matches("-n\\d+")) {
            name = "-n";
            value = word.substring(2);
        }
        var meaning = name.equals("-N") ? meaningOfN : MEANINGS.get(name);
        if (meaning != null && Cells.isWhole(value) && value.length() < 8 && Integer.parseInt(value) > 0) {
            options.put(meaning, Integer.parseInt(value));
        }
    }
}
