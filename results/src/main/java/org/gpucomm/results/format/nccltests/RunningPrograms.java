package org.gpucomm.results.format.nccltests;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/** Operations of the programs of one log that have started and not ended; several if programs write at once. */
final class RunningPrograms {

    private static final String PROGRAM = "_perf";

    private final Set<Operation> running = new HashSet<>();

    /** Records the start of a program. @param after whether the log shows its command, so that the program before has ended */
    void started(String line, boolean after) {
        if (after) {
            running.clear();
        }
        named(line).ifPresent(running::add);
    }

    void ended(@Nullable Operation operation) {
        running.remove(operation);
    }

    Set<Operation> all() {
        return running;
    }

    /** Returns the operation of the last program named in the text: {@code … /opt/all_reduce_perf -b 8}. */
    static Optional<Operation> named(String text) {
        int end = text.lastIndexOf(PROGRAM);
        int from = end;
        while (from > 0 && (Character.isLetterOrDigit(text.charAt(from - 1)) || text.charAt(from - 1) == '_')) {
            from--;
        }
        return end < 0 ? Optional.empty() : OperationName.in(text.substring(from, end));
    }
}
