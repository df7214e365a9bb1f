package org.gpucomm.results.format;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import org.gpucomm.results.Measurement;

/**
 * Reading of one line: rows, a note, or a problem. A parser gives exactly one entry per line, so that
 * {@code lines = row lines + notes + problems} holds for every file. If two writers wrote on one line, the line counts as a row if one part
 * is a row, otherwise as a problem if one part is a problem, otherwise as a note; the other part becomes an entry of line 0. An entry that
 * a later line completes also has line 0.
 */
public sealed interface Entry {

    /** Returns the 1-based number of the line in its log; 0 for an entry about the whole log, or for the second part of a line. */
    long line();

    /** A line with results: one measurement per block of columns (out-of-place and in-place are two blocks). */
    record Row(long line, List<Measurement> measurements) implements Entry {

        public Row {
            if (measurements.isEmpty()) {
                throw new IllegalArgumentException("a row has at least one measurement");
            }
            measurements = List.copyOf(measurements);
        }
    }

    /** Returns the row of these measurements; a problem with the message as its reason if they throw IllegalArgumentException. */
    static Entry rowOrProblem(Line line, Supplier<List<Measurement>> measurements) {
        try {
            return new Row(line.number(), measurements.get());
        } catch (IllegalArgumentException e) {
            return Problem.of(line, String.valueOf(e.getMessage()));
        }
    }

    /**
     * A line that was understood and is not a result: a header, a comment, an empty line.
     *
     * @param section benchmark section of the line; 0 before the first
     * @param facts   facts about the section's software and hardware
     */
    record Note(long line, int section, List<Fact> facts) implements Entry {

        public Note {
            facts = List.copyOf(facts);
        }

        public static Note of(long line, int section) {
            return new Note(line, section, List.of());
        }

        /** Returns the detail of a flag of this note; empty if the note does not have the flag. */
        public Optional<String> flag(Flag flag) {
            return said(Fact.FLAG + flag.id());
        }

        /** Returns the reported failure of the run; empty if the line reports none. */
        public Optional<String> failure() {
            return said(Fact.FAILURE);
        }

        /** Uses no stream, because the method runs for every line of a log, and most lines have no facts. */
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
     * @param reason why the line could not be used, for the owner of the file
     * @param text   text of the line, cut to {@value #MAX_TEXT} characters, with control characters replaced
     */
    record Problem(long line, String reason, String text) implements Entry {

        private static final int MAX_TEXT = 500;

        public Problem {
            var shown = text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) + "…" : text;
            text = shown.replaceAll("\\p{Cntrl}", " ");
        }

        /** Returns a problem that quotes the whole line. */
        public static Problem of(Line line, String reason) {
            return new Problem(line.number(), reason, line.text());
        }
    }

    /** One fact about a section: {@code nccl_version} = {@code 2.28.3}. */
    record Fact(String name, String value) {

        private static final String FLAG = "flag:";
        /** The title of a section: the words of the banner above it. */
        public static final String TITLE = "title";
        /** The text of a line that reports a failure. */
        public static final String FAILURE = "failure";
        /** The ranks and hosts of a run that ended before its first row. */
        public static final String STARTED = "started";
        /** The network interface over which a rank found the others. */
        public static final String BOOTSTRAP = "bootstrap";
        /** Range of the bandwidths in a run's progress reports, if they differ by a factor. */
        public static final String SWING = "bandwidth_swing";

        /** Two devices that do not access one another's memory directly: {@code 1-2}. */
        public static final String NO_ACCESS = "no_peer_access";

        /** Ranges of the ratios in a table without times and bandwidths. */
        public static final String RATIOS = "ratios";

        /** Returns a fact that flags the run as a whole. @param detail explanation for the owner of the file */
        public static Fact flag(Flag flag, String detail) {
            return new Fact(FLAG + flag.id(), detail);
        }

        public boolean isFlag() {
            return name.startsWith(FLAG);
        }
    }
}
