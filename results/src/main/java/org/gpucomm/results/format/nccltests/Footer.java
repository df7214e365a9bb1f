package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Decimal;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.results.format.Flag;
import org.gpucomm.results.format.Log;
import org.jspecify.annotations.Nullable;

/** Lines below a table, and their consequences for the run if they are present or missing. */
final class Footer {

    private static final String REMOVED = "the footer has XXX in place of the average";
    private static final Pattern PLACEHOLDER = Pattern.compile("X+(\\.X+)?");

    private static final String NOT_CONNECTED = "several programs ran, each by itself with one rank: nccl-tests was built or "
            + "started without MPI";
    private static final String APART = "each host ran a program of its own: nccl-tests was built or started without MPI, "
            + "so that nothing went between the hosts";
    private static final String MIXED_OUTPUT = "ranks are listed twice: several programs of several ranks wrote at once";

    private final Log log;
    private final Section section;
    private boolean complete;
    /** Whether the last line of the table was read with a placeholder for its number. */
    private boolean withoutNumber;

    Footer(Log log, Section section) {
        this.log = log;
        this.section = section;
    }

    /** Returns whether the last line of the table was read. */
    boolean isComplete() {
        return complete;
    }

    /**
     * Returns whether rows may still follow: if several programs with one rank each wrote at once, one may have ended before the others.
     */
    boolean mayGoOn() {
        var ranks = section.platform().ranks();
        return section.devices().isRepeated()
                || (ranks == null ? section.average().isZero() : ranks == 1 && !section.average().hasBandwidth());
    }

    /** Reads a line such as {@code Out of bounds values : 2 FAILED}. */
    List<Fact> outOfBounds(LineWords words) {
        var value = value(words);
        if (value.endsWith("FAILED")) {
            section.flag(Flag.OUT_OF_BOUNDS, "values out of bounds: " + value);
        }
        return List.of(new Fact("out_of_bounds", value));
    }

    /**
     * Reads {@code Avg bus bandwidth : 16.3771}, followed by a verdict with NCCL_TESTS_MIN_BW. Documents sometimes have XXX in place of the
     * number: the table is complete, but its numbers were removed.
     */
    List<Fact> average(LineWords words, @Nullable RowReader rows, String parameters) {
        var value = value(words);
        var number = Decimal.parse(value.contains(" ") ? value.substring(0, value.indexOf(' ')) : value);
        if (number.isEmpty()) {
            withoutNumber |= PLACEHOLDER.matcher(value).matches();
            return List.of();
        }
        var facts = new ArrayList<Fact>();
        facts.add(new Fact("avg_busbw", number.get().text()));
        if (value.endsWith("FAILED")) {
            section.flag(Flag.BELOW_MINIMUM, "the average is below NCCL_TESTS_MIN_BW: " + value);
        }
        if (complete) {
            if (ranAlone()) {
                section.flag(Flag.NOT_CONNECTED, NOT_CONNECTED);
            }
        } else if (section.isWhole()) {
            section.average().differenceFrom(number.get().doubleValue())
                    .ifPresent(difference -> facts.add(new Fact("avg_busbw_differs", difference)));
        }
        if (rows != null && rows.firstStamp() != null && rows.lastStamp() != null) {
            facts.add(new Fact("first_row_at", rows.firstStamp()));
            facts.add(new Fact("last_row_at", rows.lastStamp()));
        }
        complete = true;
        tellCopies(parameters);
        facts.addAll(section.takeOperation());
        facts.addAll(flags());
        section.close();
        return facts;
    }

    /** Returns the flags at the end of the log. @param failure failure in words of the log; null if there was none */
    List<Fact> flagsAtEnd(boolean begun, @Nullable String failure, String parameters) {
        tellCopies(parameters);
        if (begun && !complete) {
            section.flag(Flag.INCOMPLETE, withoutNumber ? REMOVED : "the table has no footer");
        }
        if (begun && withoutNumber) {
            section.flag(Flag.NUMBERS_REMOVED, REMOVED);
        }
        if (failure != null) {
            section.flag(Flag.ABORTED, failure);
        }
        var facts = new ArrayList<>(complete ? section.takeFlags() : flags());
        facts.addAll(section.takeOperation());
        if (begun && !complete && !section.average().isZero() && !section.average().hasBandwidth()) {
            started().ifPresent(words -> facts.add(new Fact(Fact.STARTED, words)));
        }
        return facts;
    }

    /** Returns {@code 4 ranks on 2 hosts}; empty if the ranks are not known. */
    private Optional<String> started() {
        var platform = section.platform();
        if (platform.ranks() == null || platform.nodes() == null || section.devices().isRepeated()) {
            return Optional.empty();
        }
        return Optional.of((platform.ranks() == 1 ? "1 rank" : platform.ranks() + " ranks") + " on "
                + (platform.nodes() == 1 ? "1 host" : platform.nodes() + " hosts"));
    }

    private List<Fact> flags() {
        section.judgeNetwork();
        if (section.devices().isRepeated()) {
            boolean isAlone = ranAlone();
            boolean isApart = section.devices().areApart();
            section.flag(isAlone || isApart ? Flag.NOT_CONNECTED : Flag.MIXED_OUTPUT,
                    isAlone ? NOT_CONNECTED : isApart ? APART : MIXED_OUTPUT);
        }
        return section.takeFlags();
    }

    /** Returns whether each program had one rank: none lists another, and the library reports no other. */
    private boolean ranAlone() {
        var ranks = section.platform().ranks();
        var ofLibrary = log.fact("ranks");
        return (section.devices().areAlone() || section.average().isZero()) && (ranks == null || ranks == 1)
                && ofLibrary.filter(count -> !count.equals("1")).isEmpty();
    }

    static Fact notConnected() {
        return Fact.flag(Flag.NOT_CONNECTED, NOT_CONNECTED);
    }

    private void tellCopies(String parameters) {
        if (!parameters.isEmpty()) {
            var ranks = section.platform().ranks();
            log.shared(DuplicateRuns.class, DuplicateRuns::new).ends(parameters, section.number(),
                    section.average().isZero() && (ranks == null || ranks == 1), section.devices().hosts());
        }
    }

    private static String value(LineWords words) {
        int colon = words.line().indexOf(':');
        return colon < 0 ? "" : words.line().substring(colon + 1).strip();
    }
}
