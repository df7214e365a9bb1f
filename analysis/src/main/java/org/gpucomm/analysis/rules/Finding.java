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
 * @param isOpen     whether repetitions of its rows would settle it
 * @param cause      what a run under other settings may explain; null where nothing is to be explained
 */
public record Finding(String rule, Severity severity, Confidence confidence, Consequence consequence, String sentence,
        List<Quantity> numbers, List<RowRef> rows, @Nullable String next, List<Mark> marks, @Nullable Reach reach,
        boolean isOpen, @Nullable Cause cause) {

    public Finding {
        numbers = List.copyOf(numbers);
        rows = rows.stream().distinct().sorted().toList();
        marks = List.copyOf(marks);
    }

    /** Returns a finding with the usual consequence of its severity, open if it is ambiguous. */
    public static Finding of(String rule, Severity severity, Confidence confidence, String sentence,
            List<Quantity> numbers, List<RowRef> rows) {
        var consequence = switch (severity) {
            case WRONG -> Consequence.WRONG;
            case WARNING -> Consequence.DOUBT;
            case NOTICE -> Consequence.NOTE;
        };
        return new Finding(rule, severity, confidence, consequence, sentence, numbers, rows, null, List.of(), null,
                confidence == Confidence.AMBIGUOUS, null);
    }

    /** Returns the same with a command that answers what is open. */
    public Finding withNext(String command) {
        return new Finding(rule, severity, confidence, consequence, sentence, numbers, rows, command, marks, reach,
                true, cause);
    }

    Finding withMarks(List<Mark> places) {
        return new Finding(rule, severity, confidence, consequence, sentence, numbers, rows, next, places, reach,
                isOpen, cause);
    }

    /** Returns the same, with sizes that an answer takes besides those of its rows, doubling. */
    Finding withReach(long from, long to) {
        return new Finding(rule, severity, confidence, consequence, sentence, numbers, rows, next, marks,
                new Reach(from, to), isOpen, cause);
    }

    Finding withSentence(String words) {
        return new Finding(rule, severity, confidence, consequence, words, numbers, rows, next, marks, reach, isOpen,
                cause);
    }

    Finding withConsequence(Consequence of) {
        return new Finding(rule, severity, confidence, of, sentence, numbers, rows, next, marks, reach, isOpen, cause);
    }

    /** @param open whether repetitions would settle it */
    Finding withOpen(boolean open) {
        return new Finding(rule, severity, confidence, consequence, sentence, numbers, rows, next, marks, reach, open,
                cause);
    }

    /** Returns the same with something to explain. @param factor how many times as long it takes as it should */
    public Finding withCause(Cause.Kind kind, double factor) {
        return new Finding(rule, severity, confidence, consequence, sentence, numbers, rows, next, marks, reach,
                isOpen, new Cause(kind, factor));
    }

    /** @param factor how many times as long it takes as it should */
    public record Cause(Kind kind, double factor) {

        /** Settings that a run under others would separate. */
        public enum Kind {
            /** Protocol that NCCL chose for some sizes. */
            PROTOCOL,
            /** Network or links that NCCL used. */
            NETWORK,
            /** Network of one of two runs that neither log names. */
            UNNAMED_NETWORK
        }
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
        CERTAIN("high confidence"),
        /** The finding follows with the rule's assumptions. */
        LIKELY("medium confidence"),
        /** The rows allow other explanations. */
        AMBIGUOUS("low confidence");

        private final String words;

        Confidence(String words) {
            this.words = words;
        }

        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns what people read. */
        public String words() {
            return words;
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
