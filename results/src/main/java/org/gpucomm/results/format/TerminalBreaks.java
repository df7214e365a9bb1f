package org.gpucomm.results.format;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.gpucomm.results.format.unwrap.BrokenLines;

/**
 * Line breaks that a terminal put into a log. The beginning of the log is read twice, as it is and with lines joined. The joined reading
 * wins if its rows say more, contradict nothing and cause no more problems. If neither reading is clearly right, rows that they read
 * differently are doubtful.
 *
 * @param width    width in characters at which lines were broken; 0 if they were not
 * @param apart    numbers of lines of that width that were not broken
 * @param doubtful numbers of lines that may have been broken, or whose meaning depends on another broken line
 */
record TerminalBreaks(int width, Set<Long> apart, Set<Long> doubtful) {

    static final TerminalBreaks NONE = new TerminalBreaks(0, Set.of(), Set.of());
    /** A single broken line proves nothing: the line below it may belong to something else. */
    private static final int FEWEST = 2;
    /** Limit for the readings of the beginning of a log that are tried. */
    private static final int MOST_TRIALS = 60;

    static TerminalBreaks of(List<String> head, Trial trial) throws IOException {
        int candidates = BrokenLines.candidates(head);
        if (candidates == 0) {
            return NONE;
        }
        int width = BrokenLines.width(head);
        var asItIs = trial.reading(BrokenLines.joined(head, 0, Set.of()));
        if (isWholeTable(asItIs, head, width)) {
            return NONE;
        }
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

    /**
     * Returns whether no line can be the rest of a broken one, which would not be a row: all lines from the first row on are rows, and of
     * the lines above only the last may be as wide as the terminal.
     */
    private static boolean isWholeTable(TrialReading asItIs, List<String> head, int width) {
        long first = asItIs.rows().keySet().stream().mapToLong(Long::longValue).min().orElse(0);
        return first > 0 && asItIs.problems().isEmpty() && first + asItIs.rows().size() == head.size() + 1
                && head.stream().limit(Math.max(0, first - 2)).noneMatch(line -> line.length() == width);
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

    /** Tries lines that are exactly as wide as the terminal as unbroken; adds the numbers of those for which the reading then says more. */
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
                continue; // how these lines end is already decided
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

    /** Returns whether a joined row says more than any row of its pieces. */
    private static boolean saysMore(TrialReading asItIs, TrialReading joined, int width) {
        var pieces = pieces(joined, width);
        return pieces.stream().anyMatch(piece -> joined.valuesOf(piece) > asItIs.mostValuesUpTo(piece, pieces));
    }

    /** Returns numbers of lines that the readings read as different rows, or that are a row in one and silent in the other. */
    private static Set<Long> doubts(TrialReading asItIs, TrialReading joined) {
        var doubts = new HashSet<Long>();
        // the reading that says less has lost lines that describe rows, and cannot make rows doubtful that it did not join
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
            // several documents can share a line just as well as have one each
            var allAlone = alone.stream().flatMap(piece -> asItIs.rows().get(piece).stream()).toList();
            if (!TrialReading.isAsGood(allAlone, together)
                    && alone.stream().noneMatch(piece -> TrialReading.isAsGood(asItIs.rows().get(piece), together))) {
                doubts.addAll(alone);
            }
        }
        return doubts;
    }

    /** Returns numbers of lines that are pieces of longer ones. */
    private static Set<Long> pieces(TrialReading joined, int width) {
        return joined.wholes().stream().filter(line -> line.text().length() > width)
                .flatMap(line -> line.pieces().boxed()).collect(Collectors.toSet());
    }

    /**
     * Returns whether joining loses numbers: a joined line contains lines that alone are rows or problems, but is itself neither, or says
     * no more than one of its pieces.
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

    /** Returns whether only this line is as wide as the terminal and may be cut in a number that the next line continues. */
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

        /** Returns the entries of the text; empty if it cannot be read. */
        List<Entry> read(String text) throws IOException;

        default TrialReading reading(List<Line> lines) throws IOException {
            return TrialReading.of(lines,
                    read(lines.stream().map(line -> line.text() + "\n").collect(Collectors.joining())));
        }
    }

    /**
     * Lines that are exactly as wide as the terminal that broke others, and may be whole. Only their content distinguishes them from broken
     * lines.
     *
     * @param even   sets of numbers of lines that end here if each row of a table has the same number of pieces
     * @param single numbers of single lines, and sets of lines that all end at this width
     */
    private record LineEnds(List<Set<Long>> even, List<Set<Long>> single) {

        /** Returns numbers of lines in the order in which to try them; the lines of one set are whole or broken together. */
        static LineEnds of(List<String> head, TrialReading asItIs, TrialReading joined) {
            var begins = begins(head, joined);
            var even = new ArrayList<Set<Long>>();
            var single = new ArrayList<Set<Long>>();
            var whole = new ArrayList<Set<Long>>();
            for (var line : joined.wholes()) {
                long first = line.first();
                long last = line.last();
                if (!joined.rows().containsKey(last) && last - first > 1) {
                    even.addAll(even(first, last));
                    whole.add(LongStream.range(first, last).boxed().collect(Collectors.toSet()));
                }
                for (long piece = first; piece < last; piece++) {
                    boolean own = asItIs.says(piece) || asItIs.says(piece + 1)
                            || begins.contains(BrokenLines.begin(head.get((int) piece)));
                    boolean silent = !joined.rows().containsKey(last)
                            || asItIs.rows().containsKey(piece) && joined.valuesOf(last) <= asItIs.valuesOf(piece);
                    if (own && silent) {
                        single.add(Set.of(piece));
                    }
                }
            }
            single.addAll(whole);
            return new LineEnds(even, single);
        }

        /** Returns the line ends for tables whose rows all have the same number of pieces: two each, three each, and so on. */
        private static List<Set<Long>> even(long first, long last) {
            long pieces = last - first + 1;
            return LongStream.range(2, pieces / 2 + 1).filter(of -> pieces % of == 0)
                    .mapToObj(of -> LongStream.range(first, last).filter(piece -> (piece - first + 1) % of == 0).boxed()
                            .collect(Collectors.toSet()))
                    .toList();
        }

        private static Set<String> begins(List<String> head, TrialReading joined) {
            var begins = joined.wholes().stream().map(line -> BrokenLines.begin(head.get((int) line.first() - 1)))
                    .collect(Collectors.toCollection(HashSet::new));
            begins.remove("");
            return begins;
        }
    }
}
