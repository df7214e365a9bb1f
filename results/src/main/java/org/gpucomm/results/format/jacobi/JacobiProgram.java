package org.gpucomm.results.format.jacobi;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

import org.gpucomm.results.format.Cells;
import org.jspecify.annotations.Nullable;

/**
 * One of the programs, by the name of its directory and in its CSV: {@code nccl_overlap}.
 *
 * @param library library for communication: {@code cuda} means CUDA's own copies and mappings; null if unknown
 * @param variant method, as in the study's tables; null for the plain program of its library
 */
record JacobiProgram(@Nullable String library, @Nullable String variant) {

    static final JacobiProgram UNKNOWN = new JacobiProgram(null, null);

    private static final Map<String, JacobiProgram> BY_NAME = Map.ofEntries(
            Map.entry("single_gpu", new JacobiProgram("cuda", "single-gpu")),
            Map.entry("mpi", new JacobiProgram("mpi", null)),
            Map.entry("mpi_overlap", new JacobiProgram("mpi", "overlap")),
            Map.entry("nccl", new JacobiProgram("nccl", null)),
            Map.entry("nccl_overlap", new JacobiProgram("nccl", "overlap")),
            // overlaps like nccl_overlap, and captures the work in a graph
            Map.entry("nccl_graphs", new JacobiProgram("nccl", "overlap+graph")),
            Map.entry("nvshmem", new JacobiProgram("nvshmem", null)),
            Map.entry("multi_node_p2p", new JacobiProgram("cuda", "multi-node+p2p")),
            Map.entry("multi_threaded_copy", new JacobiProgram("cuda", "multi-threaded+copy")),
            Map.entry("multi_threaded_copy_overlap", new JacobiProgram("cuda", "multi-threaded+copy+overlap")),
            Map.entry("multi_threaded_p2p", new JacobiProgram("cuda", "multi-threaded+p2p")),
            Map.entry("multi_threaded_p2p_opt", new JacobiProgram("cuda", "multi-threaded+p2p+opt")),
            Map.entry("multi_threaded_um", new JacobiProgram("cuda", "multi-threaded+um")),
            Map.entry("single_threaded_copy", new JacobiProgram("cuda", "single-threaded+copy")));

    /** Options of the programs that change the communication, with their names in the study's tables. */
    private static final Map<String, String> FEATURES = new TreeMap<>(Map.of("use_block_comm", "block", "norm_overlap",
            "overlap", "neighborhood_sync", "sync", "user_buffer_reg", "buffer"));
    private static final Pattern NAME = Pattern.compile("[a-z0-9_]+(?:-[a-z0-9_]+)*");

    /** Returns the program with a name, to which the CSV may add options after hyphens; empty if unknown. */
    static Optional<JacobiProgram> named(String name) {
        if (name.length() > 120 || !NAME.matcher(name).matches()) {
            return Optional.empty();
        }
        var parts = List.of(name.split("-"));
        var program = BY_NAME.get(parts.getFirst());
        return program == null ? Optional.empty() : program.with(parts.subList(1, parts.size()));
    }

    /**
     * Returns the program started by a command line: its name is the directory of the executable {@code jacobi}, the directory changed to
     * before, or a following word.
     */
    static Optional<JacobiProgram> in(String command) {
        var words = Cells.of(command.replace('"', ' ').replace('\'', ' ').replace(';', ' '));
        for (int i = 0; i < words.size(); i++) {
            if (words.get(i).equals("jacobi") || words.get(i).endsWith("/jacobi")) {
                var options = options(words.subList(i + 1, words.size()));
                return directory(words.get(i)).or(() -> firstName(words))
                        .flatMap(program -> program.with(options));
            }
        }
        return Optional.empty();
    }

    private static Optional<JacobiProgram> directory(String path) {
        var parts = path.split("/");
        return parts.length < 2 ? Optional.empty() : Optional.ofNullable(BY_NAME.get(parts[parts.length - 2]));
    }

    /** Returns the program of the first word that is its name or the path of its directory: {@code cd /opt/models/nccl_overlap}. */
    private static Optional<JacobiProgram> firstName(List<String> words) {
        for (var word : words) {
            if (word.startsWith("-") || word.contains("=")) {
                continue;
            }
            var program = BY_NAME.get(word.substring(word.lastIndexOf('/') + 1));
            if (program != null) {
                return Optional.of(program);
            }
        }
        return Optional.empty();
    }

    private static List<String> options(List<String> words) {
        return words.stream().filter(word -> word.startsWith("-") && FEATURES.containsKey(word.substring(1)))
                .map(word -> word.substring(1)).toList();
    }

    /** Returns the program with options; empty if an option is unknown, because its effect is then unknown too. */
    private Optional<JacobiProgram> with(List<String> options) {
        var parts = new ArrayList<String>(variant == null ? List.of() : List.of(variant));
        for (var option : options) {
            var feature = FEATURES.get(option);
            if (feature == null) {
                return Optional.empty();
            }
            parts.add(feature);
        }
        return Optional.of(new JacobiProgram(library, parts.isEmpty() ? null : String.join("+", parts)));
    }
}
