package org.gpucomm.analysis.rules;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;
import org.gpucomm.analysis.evidence.RowRef;
import org.jspecify.annotations.Nullable;

/**
 * One thing that the data says.
 *
 * @param rule       id of the rule that found it; docs/analysis.md describes it under this name
 * @param sentence   for the reader; names sizes, ranks and numbers
 * @param numbers    the quantities of the sentence, at full precision
 * @param rows       the measurements that it stands on
 * @param next       a command whose result would settle what is open; null when nothing is
 * @param marks      where it shows in a chart
 * @param reach      sizes that the next run must go over besides those of the rows; null = those alone
 */
public record Finding(String rule, Severity severity, Confidence confidence, String sentence, List<Quantity> numbers,
        List<RowRef> rows, @Nullable String next, List<Mark> marks, @Nullable Reach reach) {

    /** Name of the quantity of a finding that says that nothing was repeated. */
    public static final String MEASURED_ONCE = "points";

    public Finding {
        numbers = List.copyOf(numbers);
        rows = rows.stream().distinct().sorted().toList();
        marks = List.copyOf(marks);
    }

    public Finding(String rule, Severity severity, Confidence confidence, String sentence, List<Quantity> numbers,
            List<RowRef> rows, @Nullable String next, List<Mark> marks) {
        this(rule, severity, confidence, sentence, numbers, rows, next, marks, null);
    }

    public static Finding of(String rule, Severity severity, Confidence confidence, String sentence,
            List<Quantity> numbers, List<RowRef> rows) {
        return new Finding(rule, severity, confidence, sentence, numbers, rows, null, List.of());
    }

    public Finding withNext(String command) {
        return new Finding(rule, severity, confidence, sentence, numbers, rows, command, marks, reach);
    }

    public Finding withMark(Mark mark) {
        return new Finding(rule, severity, confidence, sentence, numbers, rows, next, List.of(mark), reach);
    }

    /** Returns the same, with sizes that an answer takes besides those of its rows, doubling. */
    public Finding withReach(long from, long to) {
        return new Finding(rule, severity, confidence, sentence, numbers, rows, next, marks, new Reach(from, to));
    }

    /** @param from in bytes */
    public record Reach(long from, long to) {}

    /** The most severe first. */
    public enum Severity {
        /** The numbers cannot be used as they are. */
        WRONG,
        /** Something is far from what it should be, or easily misread. */
        WARNING,
        /** Good to know. */
        NOTICE;

        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Confidence {
        /** The finding follows from the rows by arithmetic. */
        CERTAIN,
        /** The finding follows with the rule's assumptions. */
        LIKELY,
        /** The rows allow other explanations. */
        AMBIGUOUS;

        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param unit {@code GB/s}, {@code µs}, {@code %}, {@code bytes}, {@code ranks}, {@code ×}; "" for a count */
    public record Quantity(String name, double value, String unit) {}

    /**
     * A place in charts of the finding's rows.
     *
     * @param axis {@code size} or {@code gpus} for a range of x, {@code busbw} or {@code algbw} for a horizontal line
     * @param from in the axis's unit: bytes, ranks, GB/s
     * @param to   equal to {@code from} for a line
     */
    public record Mark(String axis, double from, double to, String label) {}
}
