package org.gpucomm.analysis.rules;

import java.util.List;
import java.util.Locale;

import com.fasterxml.jackson.annotation.JsonValue;
import org.gpucomm.analysis.evidence.RowRef;
import org.jspecify.annotations.Nullable;

/**
 * Result of a rule.
 *
 * @param rule     id of the rule, described under this name in docs/analysis.md
 * @param sentence text for the reader, with sizes, ranks and numbers
 * @param numbers  quantities of the sentence at full precision
 * @param rows     measurements behind the finding
 * @param next     command whose result would settle an open question; null if there is none
 * @param marks    places in charts
 * @param reach    sizes that the next run must cover besides those of the rows; null if there are none
 * @param isOpen   whether repetitions of the rows would settle the finding
 * @param cause    effect that a run under other settings may explain; null if there is none
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

    /** Returns the finding with a command that answers the open question. */
    public Finding withNext(String command) {
        return new Finding(rule, severity, confidence, consequence, sentence, numbers, rows, command, marks, reach,
                true, cause);
    }

    Finding withMarks(List<Mark> places) {
        return new Finding(rule, severity, confidence, consequence, sentence, numbers, rows, next, places, reach,
                isOpen, cause);
    }

    /** Returns the finding with further sizes, doubling, that the next run must cover. */
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

    /** @param open whether repetitions would settle the finding */
    Finding withOpen(boolean open) {
        return new Finding(rule, severity, confidence, consequence, sentence, numbers, rows, next, marks, reach, open,
                cause);
    }

    /** Returns the finding with an effect to explain. @param factor ratio of the measured to the expected time */
    public Finding withCause(Cause.Kind kind, double factor) {
        return new Finding(rule, severity, confidence, consequence, sentence, numbers, rows, next, marks, reach,
                isOpen, new Cause(kind, factor));
    }

    /** @param factor ratio of the measured to the expected time */
    public record Cause(Kind kind, double factor) {

        /** Kind of cause, which a run under other settings may confirm. */
        public enum Kind {
            /** Protocol that NCCL chose for some sizes. */
            PROTOCOL,
            /** Network or links that NCCL used. */
            NETWORK,
            /** Network that may differ between two runs and that neither log names. */
            UNNAMED_NETWORK
        }
    }

    /** Range of message sizes in bytes. */
    public record Reach(long from, long to) {}

    /** Severity of a finding, the most severe first. */
    public enum Severity {
        /** The numbers cannot be used as they are. */
        WRONG,
        /** A value is far from the expected one, or easily misread. */
        WARNING,
        /** Useful information. */
        NOTICE;

        @JsonValue
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public enum Confidence {
        /** The finding follows from the rows by arithmetic. */
        CERTAIN("high confidence"),
        /** The finding depends on the rule's assumptions. */
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

        /** Returns the text for readers. */
        public String words() {
            return words;
        }
    }

    /** @param unit {@code GB/s}, {@code µs}, {@code %}, {@code bytes}, {@code ranks}, {@code ×}; empty for a count */
    public record Quantity(String name, double value, String unit) {}

    /**
     * Place in charts of the finding's rows.
     *
     * @param axis {@code size} or {@code gpus} for a range of x, {@code busbw} or {@code algbw} for a horizontal line
     * @param from lower end in the unit of the axis: bytes, ranks, GB/s
     * @param to   upper end; equal to {@code from} for a line
     */
    public record Mark(String axis, double from, double to, String label) {}
}
