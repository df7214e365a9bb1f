package org.gpucomm.results.format;

import java.io.IOException;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

import org.gpucomm.results.format.unwrap.BrokenLines;

/**
 * Whether the lines of a log were broken by a terminal. The beginning of the log is read as it is and put together again: where rows
 * that were put together say more, nothing is contradicted and there are no more problems, that is how it was. Where neither reading is
 * shown to be the right one, rows that they read differently are doubtful.
 *
 * @param width    at which lines were broken; 0 if they were not
 * @param apart    numbers of lines of that width which end there all the same
 * @param doubtful numbers of lines that may have been broken, or that another broken line gives another meaning
 */
record TerminalBreaks(int width, Set<Long> apart, Set<Long> doubtful) {

    static final TerminalBreaks NONE = new TerminalBreaks(0, Set.of(), Set.of());
    /** One line that was broken shows nothing: what stands below it may be another's. */
    private static final int FEWEST = 2;
    /** Ways to read the beginning of a log that are tried at most. */
    private static final int MOST_TRIALS = 60;

    static TerminalBreaks of(List<String> head, Trial trial) throws IOException {
        int candidates = BrokenLines.candidates(head);
        if (candidates == 0) {
            return NONE;
        }
        int width = BrokenLines.width(head);
        var asItIs = trial.reading(BrokenLines.joined(head, 0, Set.of()));
        var apart = new HashSet<Long>();
        var together = trial.reading(BrokenLines.joined(head, width, apart));
        var joined = candidates < FEWEST
                ? together
                : withEndsOfLines(head, width, apart, asItIs, together, trial);
        if (candidates >= FEWEST && isHowItWas(asItIs, joined, head, width)) {
            return new TerminalBreaks(width, Set.copyOf(apart), Set.of());
        }
        var doubtful = asItIs.rows().keySet().stream()
                .filter(row -> asItIs.problems().contains(row + 1) && mayBeCut(head, (int) (row - 1), width))
                .collect(Collectors.toCollection(HashSet::new));
        doubtful.addAll(doubts(asItIs, joined));
        return new TerminalBreaks(0, Set.of(), doubtful);
    }

    boolean isNone() {
        return width == 0 && doubtful.isEmpty();
    }

    private static boolean isHowItWas(TrialReading asItIs, TrialReading joined, List<String> head, int width) {
        var pieces = pieces(joined, width);
        boolean fewer = joined.problems().size() < asItIs.problems().size() && joined.values() >= asItIs.values()
                && pieces.stream().anyMatch(joined.rows()::containsKey);
        boolean better = fewer || saysMore(asItIs, joined, width);
        boolean ownRows = joined.rows().keySet().stream()
                .allMatch(row -> pieces.contains(row) || asItIs.rows().containsKey(row));
        return better && ownRows && joined.problems().size() <= asItIs.problems().size()
                && joined.saysAllOf(asItIs, pieces) && !hasSwallowed(asItIs, joined, head);
    }

    /** Lines that are just as wide as the terminal end there where more is said so; adds their numbers. */
    private static TrialReading withEndsOfLines(List<String> head, int width, Set<Long> apart, TrialReading asItIs,
            TrialReading joined, Trial trial) throws IOException {
        var ends = LineEnds.of(head, asItIs, joined);
        var best = better(head, width, apart, joined, trial, ends.even());
        boolean promising = !asItIs.problems().isEmpty() || best.values() > asItIs.values()
                || BrokenLines.beforeShorter(head) > 0 || saysMore(asItIs, best, width);
        return promising ? better(head, width, apart, best, trial, ends.single()) : best;
    }

    private static TrialReading better(List<String> head, int width, Set<Long> apart, TrialReading joined, Trial trial,
            List<Set<Long>> ends) throws IOException {
        var best = joined;
        for (var each : ends.subList(0, Math.min(ends.size(), MOST_TRIALS))) {
            if (!Collections.disjoint(apart, each)) {
                continue; // of these lines it is known how they end
            }
            var more = new HashSet<>(apart);
            more.addAll(each);
            var tried = trial.reading(BrokenLines.joined(head, width, more));
            if (tried.saysMoreThan(best)) {
                best = tried;
                apart.addAll(each);
            }
        }
        return best;
    }

    /** Whether a row that was put together says more than any row of its pieces. */
    private static boolean saysMore(TrialReading asItIs, TrialReading joined, int width) {
        var pieces = pieces(joined, width);
        return pieces.stream().anyMatch(piece -> joined.valuesOf(piece) > asItIs.mostValuesUpTo(piece, pieces));
    }

    /** Numbers of lines that the two readings read as different rows, or only one as a row while the other is silent. */
    private static Set<Long> doubts(TrialReading asItIs, TrialReading joined) {
        var doubts = new HashSet<Long>();
        // what reads less has lost lines that describe rows, and cannot make rows doubtful that it left alone
        boolean less = joined.values() < asItIs.values();
        for (var line : joined.wholes()) {
            var pieces = line.pieces().boxed().toList();
            var together = joined.rows().get(line.last());
            if (together == null || less && pieces.size() == 1) {
                continue;
            }
            var alone = pieces.stream().filter(asItIs.rows()::containsKey).toList();
            if (alone.isEmpty() && pieces.stream().noneMatch(asItIs.problems()::contains)) {
                doubts.add(line.last());
            }
            // several documents may be as well on one line as each on its own
            var allAlone = alone.stream().flatMap(piece -> asItIs.rows().get(piece).stream()).toList();
            if (!TrialReading.isAsGood(allAlone, together)
                    && alone.stream().noneMatch(piece -> TrialReading.isAsGood(asItIs.rows().get(piece), together))) {
                doubts.addAll(alone);
            }
        }
        return doubts;
    }

    /** Numbers of lines that are pieces of longer ones. */
    private static Set<Long> pieces(TrialReading joined, int width) {
        return joined.wholes().stream().filter(line -> line.text().length() > width)
                .flatMap(line -> line.pieces().boxed()).collect(Collectors.toSet());
    }

    /**
     * Whether numbers that are read or reported as they are stand within a line put together that is neither row nor problem, or
     * that says no more than the row which one of its pieces is.
     */
    private static boolean hasSwallowed(TrialReading asItIs, TrialReading joined, List<String> head) {
        for (var line : joined.wholes()) {
            long last = line.last();
            var numbers = line.pieces()
                    .filter(piece -> asItIs.problems().contains(piece) || asItIs.rows().containsKey(piece))
                    .filter(piece -> UnusedTable.numbers(head.get((int) (piece - 1))) > 1).boxed().toList();
            boolean silent = !joined.rows().containsKey(last) && !joined.problems().contains(last);
            boolean noMore = numbers.size() > 1 && joined.rows().containsKey(last)
                    && numbers.stream().anyMatch(piece -> asItIs.valuesOf(piece) >= joined.valuesOf(last));
            if (silent && !numbers.isEmpty() || noMore) {
                return true;
            }
        }
        return false;
    }

    /** Whether the line is as wide as the terminal, alone in this, and its last number could go on with the next line. */
    private static boolean mayBeCut(List<String> head, int at, int width) {
        boolean alone = head.get(at).length() == width && (at == 0 || head.get(at - 1).length() != width);
        return alone && at + 1 < head.size() && !head.get(at + 1).isEmpty()
                && isOfNumber(head.get(at).charAt(width - 1)) && isOfNumber(head.get(at + 1).charAt(0));
    }

    private static boolean isOfNumber(char c) {
        return c >= '0' && c <= '9' || c == '.';
    }

    /** Reader of a text as the beginning of a log. */
    @FunctionalInterface
    interface Trial {

        /** Nothing if it cannot be read. */
        List<Entry> read(String text) throws IOException;

        default TrialReading reading(List<Line> lines) throws IOException {
            return TrialReading.of(lines,
                    read(lines.stream().map(line -> line.text() + "\n").collect(Collectors.joining())));
        }
    }
}
