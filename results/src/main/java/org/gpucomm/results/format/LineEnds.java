package org.gpucomm.results.format;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

import org.gpucomm.results.format.unwrap.BrokenLines;

/**
 * Lines that are exactly as wide as the terminal that broke others, and may be whole. Only their content distinguishes them from broken
 * lines.
 *
 * @param even   sets of numbers of lines that end here if each row of a table has the same number of pieces
 * @param single numbers of single lines, and sets of lines that all end at this width
 */
record LineEnds(List<Set<Long>> even, List<Set<Long>> single) {

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
