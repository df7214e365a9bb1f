package org.gpucomm.results.format.nccltests;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.NcclVersion;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/** Banners of one log; a line that is the same in every run is parsed once. */
final class Banners {

    private static final String PROGRAM = "_perf";

    private final LatestResult<String, Optional<Operation>> programs = new LatestResult<>(Banners::program);
    private final Set<Operation> running = new HashSet<>();
    private final LatestResult<String, Optional<String>> versions = new LatestResult<>(NcclVersion::ofCode);
    private final LatestResult<String, List<Fact>> parameters = new LatestResult<>(
            line -> List.copyOf(Parameters.of(LineWords.of(line))));
    private final LatestResult<Header, TableLayout> layouts = new LatestResult<>(
            header -> TableLayout.of(LineWords.of(header.names), header.placements));

    /** Records the start of a program. @param after whether the log shows its command, so that the program before has ended */
    void started(String line, boolean after) {
        if (after) {
            running.clear();
        }
        operation(line).ifPresent(running::add);
    }

    void ended(@Nullable Operation operation) {
        running.remove(operation);
    }

    /** Returns the operations of programs that have started and not ended; several if programs write at once. */
    Set<Operation> running() {
        return running;
    }

    /** Returns the operation of the last program named in the text: {@code … /opt/all_reduce_perf -b 8}. */
    Optional<Operation> operation(String text) {
        return programs.of(text);
    }

    /** Returns the version of a code: {@code 2.29.7} for {@code 22907}. */
    Optional<String> version(String code) {
        return versions.of(code);
    }

    /** See {@link Parameters#of}. */
    List<Fact> parameters(LineWords words) {
        return parameters.of(words.line());
    }

    /** See {@link TableLayout#of}. */
    TableLayout layout(LineWords names, String placements) {
        return layouts.of(new Header(names.line(), placements));
    }

    private static Optional<Operation> program(String text) {
        int end = text.lastIndexOf(PROGRAM);
        int from = end;
        while (from > 0 && (Character.isLetterOrDigit(text.charAt(from - 1)) || text.charAt(from - 1) == '_')) {
            from--;
        }
        return end < 0 ? Optional.empty() : OperationName.in(text.substring(from, end));
    }

    /** The lines of a table's header: the column names and, above them, the placements. */
    private record Header(String names, String placements) {}
}
