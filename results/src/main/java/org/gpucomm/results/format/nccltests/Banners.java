package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

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

    /** Cache of the latest text and its result: the runs of one log have equal banners, and a log may have thousands of runs. */
    private static final class LatestResult<K, V> {

        private final Function<K, V> reader;
        private @Nullable K text;
        private @Nullable V value;

        /** @param reader function with equal results for equal texts; results must not change later */
        LatestResult(Function<K, V> reader) {
            this.reader = reader;
        }

        V of(K asked) {
            var known = value;
            if (known == null || !asked.equals(text)) {
                known = reader.apply(asked);
                text = asked;
                value = known;
            }
            return known;
        }
    }

    /** Parser of the line {@code # nThread 1 nGpus 1 minBytes 8 maxBytes 1073741824 step: 2(factor) warmup iters: 5 iters: 20 …}. */
    static final class Parameters {

        private Parameters() {}

        /**
         * Returns names and values; {@code warmup iters} and {@code agg iters} become {@code warmup_iters} and {@code agg_iters}. A word is a
         * value if it follows a colon or begins with a digit.
         */
        static List<Fact> of(LineWords words) {
            var facts = new ArrayList<Fact>();
            var name = new StringBuilder();
            boolean named = false;
            for (int i = 0; i < words.count(); i++) {
                var word = withoutComma(words.get(i));
                int colon = word.indexOf(':');
                if (!name.isEmpty() && (named || Character.isDigit(word.charAt(0)))) {
                    add(facts, name, word);
                    named = false;
                } else if (colon > 0 && colon < word.length() - 1) {
                    add(facts, name.append(name.isEmpty() ? "" : "_").append(word, 0, colon),
                            word.substring(colon + 1));
                } else {
                    named = colon > 0;
                    name.append(name.isEmpty() ? "" : "_").append(named ? word.substring(0, colon) : word);
                }
            }
            return facts;
        }

        private static void add(List<Fact> facts, StringBuilder name, String value) {
            var fact = new Fact(snake(name), value);
            name.setLength(0);
            boolean count = LineWords.isWhole(value) && !value.startsWith("-") && value.length() < 19;
            if (!fact.name().equals("iters") || count) {
                facts.add(fact);
            }
        }

        private static String snake(StringBuilder name) {
            return name.toString().equals("warmupIters") ? "warmup_iters" : name.toString();
        }

        private static String withoutComma(String word) {
            return word.length() > 1 && word.endsWith(",") ? word.substring(0, word.length() - 1) : word;
        }
    }
}
