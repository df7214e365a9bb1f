package org.gpucomm.results.format;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;

/** Finder of the operation named in a file name or program name, in any spelling. */
public final class OperationName {

    private static final Map<String, Operation> SPELLINGS = Map.ofEntries(
            Map.entry("allreduce", Operation.ALL_REDUCE), Map.entry("allgather", Operation.ALL_GATHER),
            Map.entry("reducescatter", Operation.REDUCE_SCATTER), Map.entry("alltoall", Operation.ALLTOALL),
            Map.entry("all2all", Operation.ALLTOALL), Map.entry("a2a", Operation.ALLTOALL),
            Map.entry("alltoallv", Operation.ALLTOALLV), Map.entry("broadcast", Operation.BROADCAST),
            Map.entry("reduce", Operation.REDUCE), Map.entry("gather", Operation.GATHER),
            Map.entry("scatter", Operation.SCATTER), Map.entry("sendrecv", Operation.SENDRECV),
            Map.entry("hypercube", Operation.HYPERCUBE), Map.entry("moedispatch", Operation.MOE_DISPATCH),
            Map.entry("moecombine", Operation.MOE_COMBINE), Map.entry("jacobi", Operation.JACOBI));

    private static final Pattern BETWEEN_WORDS = Pattern.compile("[^a-z0-9]+");
    private static final int MOST_WORDS = 3;

    private OperationName() {}

    /** Returns the only operation in {@code name}; empty if it has none or several, as {@code allgather+reduce} does. */
    public static Optional<Operation> only(String name) {
        var words = Arrays.asList(BETWEEN_WORDS.split(name.toLowerCase(Locale.ROOT)));
        var found = new LinkedHashSet<Operation>();
        for (int from = 0; from < words.size(); from++) {
            for (int to = Math.min(words.size(), from + MOST_WORDS); to > from; to--) {
                var operation = SPELLINGS.get(String.join("", words.subList(from, to)));
                if (operation != null) {
                    found.add(operation);
                    from = to - 1;
                }
            }
        }
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    /**
     * Returns the operation in {@code name}, whose words may be joined by any characters: {@code nccl_all_gather.csv},
     * {@code all-reduce-np4.log}, {@code AllToAll}. Longer names win, so that {@code reduce_scatter} is not a reduce.
     */
    public static Optional<Operation> in(String name) {
        var words = BETWEEN_WORDS.split(name.toLowerCase(Locale.ROOT));
        for (int length = MOST_WORDS; length >= 1; length--) {
            for (int from = 0; from + length <= words.length; from++) {
                var operation = SPELLINGS.get(String.join("", Arrays.asList(words).subList(from, from + length)));
                if (operation != null) {
                    return Optional.of(operation);
                }
            }
        }
        return Optional.empty();
    }
}
