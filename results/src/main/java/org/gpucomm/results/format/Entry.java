package org.gpucomm.results.format;

import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Measurement;

/**
 * Reading of one line: rows, a note, or a problem. A parser gives exactly one entry a line, so that {@code lines = row lines + notes +
 * problems} holds for every file. A line on which two writers wrote counts as the row if one part is a row, else as the problem, else
 * as the note; what the other part says besides is an entry of line 0, as is what one line completes of another.
 */
public sealed interface Entry {

    /** 1-based number of the line in its log; 0 for what is said of the log as a whole, or besides. */
    long line();

    /** A line with results: one measurement for each block of columns (out-of-place and in-place are two). */
    record Row(long line, List<Measurement> measurements) implements Entry {

        public Row {
            if (measurements.isEmpty()) {
                throw new IllegalArgumentException("a row has at least one measurement");
            }
            measurements = List.copyOf(measurements);
        }
    }

    /**
     * A line that was understood and is no result: a header, a comment, an empty line.
     *
     * @param section the benchmark section that it belongs to, 0 before the first
     * @param facts   what it says about that section's software and hardware
     */
    record Note(long line, int section, List<Fact> facts) implements Entry {

        public Note {
            facts = List.copyOf(facts);
        }

        public static Note of(long line, int section) {
            return new Note(line, section, List.of());
        }

        /** Returns what a flag of this note says; empty if it has none such. */
        public Optional<String> flag(Flag flag) {
            return said(Fact.FLAG + flag.id());
        }

        /** Returns what the line says of a failure of the run; empty if it reports none. */
        public Optional<String> failure() {
            return said(Fact.FAILURE);
        }

        /** Without a stream: this is asked of every line of a log, most of which say nothing. */
        private Optional<String> said(String name) {
            for (var fact : facts) {
                if (fact.name().equals(name)) {
                    return Optional.of(fact.value());
                }
            }
            return Optional.empty();
        }
    }

    /**
     * A line that could not be used.
     *
     * @param reason what is wrong with it, for the person who owns the file
     * @param text   the line, cut to {@value #MAX_TEXT} characters, control characters replaced
     */
    record Problem(long line, String reason, String text) implements Entry {

        private static final int MAX_TEXT = 500;

        public Problem {
            var shown = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
            text = shown.replaceAll("\\p{Cntrl}", " ");
        }

        /** Returns what to say of a whole line. */
        public static Problem of(Line line, String reason) {
            return new Problem(line.number(), reason, line.text());
        }
    }

    /** One thing known about a section: {@code nccl_version} = {@code 2.28.3}. */
    record Fact(String name, String value) {

        private static final String FLAG = "flag:";
        /** The title of a section: the words of the banner above it. */
        public static final String TITLE = "title";
        /** The text of a line that reports a failure. */
        public static final String FAILURE = "failure";

        /** Something is wrong with the run as a whole. @param detail in words, for the person who owns the file */
        public static Fact flag(Flag flag, String detail) {
            return new Fact(FLAG + flag.id(), detail);
        }

        public boolean isFlag() {
            return name.startsWith(FLAG);
        }
    }
}
