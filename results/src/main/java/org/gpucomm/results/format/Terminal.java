package org.gpucomm.results.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.wrapping.BrokenLines;
import org.jspecify.annotations.Nullable;

/**
 * Whether the lines of a log were broken by a terminal. The beginning of the log is read as it is and put together again: where
 * rows that were put together say more, nothing is contradicted and there are no more problems, that is how it was.
 *
 * @param width at which lines were broken; 0 if they were not
 * @param cut   numbers of lines that may have been broken within their last number, which nothing shows for sure
 */
record Terminal(int width, Set<Long> cut) {

    static final Terminal NONE = new Terminal(0, Set.of());
    /** One line that was broken shows nothing: what stands below it may be another's. */
    private static final int FEWEST = 2;

    static Terminal of(List<String> head, Trial trial) throws IOException {
        int candidates = BrokenLines.candidates(head);
        if (candidates == 0) {
            return NONE;
        }
        int width = BrokenLines.width(head);
        var numbers = new ArrayList<Long>();
        head.forEach(line -> numbers.add(numbers.size() + 1L));
        var asItIs = Tally.of(trial.read(String.join("\n", head) + "\n"), numbers);
        var lines = BrokenLines.joined(head, width);
        var joined = Tally.of(
                trial.read(lines.stream().map(line -> line.text() + "\n").collect(Collectors.joining())),
                lines.stream().map(Line::number).toList());
        var pieces = pieces(lines, width);
        boolean fewer = joined.problems.size() < asItIs.problems.size() && joined.values() >= asItIs.values()
                && pieces.stream().anyMatch(joined.rows::containsKey);
        boolean better = candidates >= FEWEST && (fewer || pieces.stream()
                .anyMatch(piece -> joined.valuesOf(piece) > asItIs.mostValuesUpTo(piece, pieces)));
        boolean ownRows = joined.rows.keySet().stream()
                .allMatch(row -> pieces.contains(row) || asItIs.rows.containsKey(row));
        if (better && ownRows && joined.problems.size() <= asItIs.problems.size() && joined.saysAllOf(asItIs, pieces)
                && !joined.hasSwallowed(asItIs, pieces, head)) {
            return new Terminal(width, Set.of());
        }
        return new Terminal(0, asItIs.rows.keySet().stream()
                .filter(row -> asItIs.problems.contains(row + 1) && mayBeCut(head, (int) (row - 1), width))
                .collect(Collectors.toSet()));
    }

    boolean isNone() {
        return width == 0 && cut.isEmpty();
    }

    /** Returns the numbers of lines that are pieces of longer ones. */
    private static Set<Long> pieces(List<Line> lines, int width) {
        var pieces = new HashSet<Long>();
        long before = 0;
        for (var line : lines) {
            for (long number = before + 1; line.text().length() > width && number <= line.number(); number++) {
                pieces.add(number);
            }
            before = line.number();
        }
        return pieces;
    }

    /** Returns whether the line is as wide as the terminal, alone in this, and its last number could go on with the next line. */
    private static boolean mayBeCut(List<String> head, int at, int width) {
        boolean alone = head.get(at).length() == width && (at == 0 || head.get(at - 1).length() != width);
        return alone && at + 1 < head.size() && !head.get(at + 1).isEmpty()
                && isOfNumber(head.get(at).charAt(width - 1))
                && isOfNumber(head.get(at + 1).charAt(0));
    }

    private static boolean isOfNumber(char c) {
        return c >= '0' && c <= '9' || c == '.';
    }

    /** Reads a text as the beginning of a log is read. */
    @FunctionalInterface
    interface Trial {

        /** Nothing if it cannot be read. */
        List<Entry> read(String text) throws IOException;
    }

    /**
     * What was read.
     *
     * @param rows     what the rows say, by the numbers of their lines
     * @param problems numbers of lines
     */
    private record Tally(Map<Long, List<List<@Nullable Object>>> rows, Set<Long> problems) {

        static Tally of(List<Entry> entries, List<Long> numbers) {
            var rows = new HashMap<Long, List<List<@Nullable Object>>>();
            var problems = new HashSet<Long>();
            for (var entry : entries) {
                if (entry.line() > 0 && entry instanceof Entry.Problem) {
                    problems.add(numbers.get((int) entry.line() - 1));
                }
                if (entry.line() > 0 && entry instanceof Entry.Row row) {
                    rows.put(numbers.get((int) entry.line() - 1),
                            row.measurements().stream().map(Tally::said).toList());
                }
            }
            return new Tally(rows, problems);
        }

        long values() {
            return rows.keySet().stream().mapToLong(this::valuesOf).sum();
        }

        /** Returns how much the row of this line says; 0 if it is none. */
        long valuesOf(long line) {
            return rows.getOrDefault(line, List.of()).stream().flatMap(List::stream).filter(Objects::nonNull).count();
        }

        /** The most that a row of the pieces up to this one says. */
        long mostValuesUpTo(long piece, Set<Long> pieces) {
            return LongStream.iterate(piece, pieces::contains, number -> number - 1).limit(BrokenLines.MOST_PIECES)
                    .map(this::valuesOf).max().orElse(0);
        }

        /** Returns whether every row that is whole in the other reading says the same here, and perhaps more. */
        boolean saysAllOf(Tally other, Set<Long> pieces) {
            return other.rows.entrySet().stream().filter(row -> !pieces.contains(row.getKey())).allMatch(row -> {
                var here = rows.getOrDefault(row.getKey(), List.of());
                var there = row.getValue();
                if (here.size() < there.size()) {
                    return false;
                }
                for (int i = 0; i < there.size(); i++) {
                    for (int at = 0; at < there.get(i).size(); at++) {
                        var value = there.get(i).get(at);
                        if (value != null && !value.equals(here.get(i).get(at))) {
                            return false;
                        }
                    }
                }
                return true;
            });
        }

        /** Returns whether numbers that the other reading reads or reports are within a line here that is neither. */
        boolean hasSwallowed(Tally other, Set<Long> pieces, List<String> head) {
            return pieces.stream().anyMatch(piece -> (other.problems.contains(piece) || other.rows.containsKey(piece))
                    && !isSaid(piece, pieces)
                    && UnusedTable.numbers(head.get((int) (piece - 1))) > 1);
        }

        /** Returns whether the line that this is a piece of is a row or a problem: its number is that of its last piece. */
        private boolean isSaid(long piece, Set<Long> pieces) {
            long last = piece;
            while (pieces.contains(last + 1) && !rows.containsKey(last) && !problems.contains(last)) {
                last++;
            }
            return rows.containsKey(last) || problems.contains(last);
        }

        private static List<@Nullable Object> said(Measurement m) {
            var work = m.workload();
            var out = m.outcome();
            // that something was transferred says nothing
            var operation = work.operation() == Operation.TRANSFER ? null : work.operation();
            return Arrays.asList(operation, work.variant(), work.messageSize(), work.datatype(), work.redop(),
                    work.placement(), work.iterations(), out.time(), out.timeMin(), out.timeP50(), out.timeP99(),
                    out.timeMax(), out.algbw(), out.busbw(), out.wrong(), out.baseline(), out.speedup(),
                    out.efficiency(),
                    m.platform().ranks(), m.platform().nodes(), m.platform().gpu(), m.stack().toolVersion(),
                    m.stack().libraryVersion());
        }
    }
}
