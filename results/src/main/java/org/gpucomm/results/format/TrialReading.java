package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.unwrap.BrokenLines;
import org.jspecify.annotations.Nullable;

/**
 * Reading of the beginning of a log with its lines joined in one way, or not at all.
 *
 * @param lines    lines after joining, each with the number of its last piece
 * @param rows     values of the rows, by line number
 * @param problems line numbers of the problems
 * @param facts    number of facts in each other line, by line number
 */
record TrialReading(List<Line> lines, Map<Long, List<List<@Nullable Object>>> rows, Set<Long> problems,
        Map<Long, Integer> facts) {

    static TrialReading of(List<Line> lines, List<Entry> entries) {
        var reading = new TrialReading(lines, new HashMap<>(), new HashSet<>(), new HashMap<>());
        entries.stream().filter(entry -> entry.line() > 0)
                .forEach(entry -> reading.add(lines.get((int) entry.line() - 1).number(), entry));
        return reading;
    }

    private void add(long number, Entry entry) {
        switch (entry) {
            case Entry.Problem _ -> problems.add(number);
            case Entry.Row row -> rows.merge(number, row.measurements().stream().map(TrialReading::cells).toList(),
                    (before, more) -> Stream.concat(before.stream(), more.stream()).toList());
            case Entry.Note note -> facts.merge(number, note.facts().size(), Integer::sum);
        }
    }

    /** Returns the lines, each with its pieces. */
    List<Whole> wholes() {
        var wholes = new ArrayList<Whole>(lines.size());
        long before = 0;
        for (var line : lines) {
            wholes.add(new Whole(line.text(), before + 1, line.number()));
            before = line.number();
        }
        return wholes;
    }

    /** Returns whether the line alone is a row, a problem or a note with facts. */
    boolean says(long line) {
        return rows.containsKey(line) || problems.contains(line) || facts.getOrDefault(line, 0) > 0;
    }

    long values() {
        return rows.keySet().stream().mapToLong(this::valuesOf).sum();
    }

    private long factCount() {
        return facts.values().stream().mapToLong(Integer::longValue).sum();
    }

    /** Returns the number of values in the row of this line; 0 if it is not a row. */
    long valuesOf(long line) {
        return rows.getOrDefault(line, List.of()).stream().flatMap(List::stream).filter(Objects::nonNull)
                .mapToLong(value -> value instanceof Settings settings ? settings.values().size() : 1).sum();
    }

    /** Returns the largest number of values in the row of any piece up to this one. */
    long mostValuesUpTo(long piece, Set<Long> pieces) {
        return LongStream.iterate(piece, pieces::contains, number -> number - 1).limit(BrokenLines.MOST_PIECES)
                .map(this::valuesOf).max().orElse(0);
    }

    /** Returns whether this reading says more than the other, with no more problems. */
    boolean saysMoreThan(TrialReading other) {
        long more = values() - other.values();
        return problems.size() <= other.problems.size() && more >= 0
                && (more > 0 || problems.size() < other.problems.size() || factCount() > other.factCount());
    }

    /** Returns whether every row of the other reading outside the pieces has the same values here, and perhaps more. */
    boolean saysAllOf(TrialReading other, Set<Long> pieces) {
        return other.rows.entrySet().stream().filter(row -> !pieces.contains(row.getKey()))
                .allMatch(row -> isPartOf(row.getValue(), rows.getOrDefault(row.getKey(), List.of())));
    }

    /** Returns whether every value of one row is in another, which may have more. */
    static boolean isPartOf(List<List<@Nullable Object>> row, List<List<@Nullable Object>> other) {
        return isIn(row, other, TrialReading::isSame);
    }

    /** Returns whether a row says at least as much as another; an amount given by surrounding lines may be larger. */
    static boolean isAsGood(List<List<@Nullable Object>> row, List<List<@Nullable Object>> other) {
        return isIn(other, row, (value, here) -> isSame(value, here)
                || value instanceof ContextValue one && here instanceof ContextValue more
                        && more.amount() >= one.amount());
    }

    private static boolean isIn(List<List<@Nullable Object>> few, List<List<@Nullable Object>> many,
            BiPredicate<Object, @Nullable Object> same) {
        return few.size() <= many.size() && IntStream.range(0, few.size()).allMatch(i -> IntStream
                .range(0, few.get(i).size()).allMatch(at -> {
                    var value = few.get(i).get(at);
                    return value == null || same.test(value, many.get(i).get(at));
                }));
    }

    private static boolean isSame(Object value, @Nullable Object there) {
        return value.equals(there) || Settings.isPartOf(value, there);
    }

    private static List<@Nullable Object> cells(Measurement m) {
        var work = m.workload();
        var out = m.outcome();
        // the operation "transfer" carries no information
        var operation = work.operation() == Operation.TRANSFER ? null : work.operation();
        return Arrays.asList(operation, ContextValue.of(work.variant()), work.messageSize(), work.datatype(),
                work.redop(),
                work.placement(), work.iterations(), out.time(), out.timeMin(), out.timeP50(), out.timeP99(),
                out.timeMax(), out.algbw(), out.busbw(), out.wrong(), out.baseline(), out.speedup(), out.efficiency(),
                ContextValue.of(m.platform().ranks()), ContextValue.of(m.platform().nodes()), m.platform().gpu(),
                m.stack().toolVersion(), m.stack().libraryVersion(), Settings.of(m));
    }

    /**
     * A line after joining.
     *
     * @param first number of its first piece
     * @param last  number of its last piece, which is also that of the line
     */
    record Whole(String text, long first, long last) {

        LongStream pieces() {
            return LongStream.rangeClosed(first, last);
        }
    }

    /**
     * Value that lines around a row give for it; a smaller amount says less.
     *
     * @param amount number of ranks, nodes, or parts of a variant
     */
    private record ContextValue(Object value, long amount) {

        static @Nullable ContextValue of(@Nullable Integer count) {
            return count == null ? null : new ContextValue(count, count);
        }

        static @Nullable ContextValue of(@Nullable String variant) {
            return variant == null ? null : new ContextValue(variant, variant.chars().filter(c -> c == '+').count());
        }
    }

    /** Settings of a row, each of which counts as a value. */
    private record Settings(Map<String, String> values) {

        static @Nullable Settings of(Measurement m) {
            return m.settings().isEmpty() ? null : new Settings(m.settings().values());
        }

        /** Returns whether both are settings and the second contains all of the first. */
        static boolean isPartOf(Object some, @Nullable Object others) {
            return some instanceof Settings few && others instanceof Settings many
                    && many.values().entrySet().containsAll(few.values().entrySet());
        }
    }
}
