package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.gpucomm.results.format.unwrap.BrokenLines;

/**
 * Widths at which lines may end that are just as wide as the terminal which broke others: only what they say separates them from lines
 * that go on.
 *
 * @param even   of tables all of whose lines are a whole number of pieces
 * @param single one by one, and lines of which each ends there
 */
record LineEnds(List<Set<Long>> even, List<Set<Long>> single) {

    /** Numbers of lines, in the order in which they are to be tried; those of one set hold together or not. */
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

    /** Rows of a table that are all a whole number of pieces: each of two, of three, and so on. */
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
