package org.gpucomm.runner.nvlink;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Pair of ranks: one writes to, or reads from, the memory of the other.
 *
 * @param one   rank whose GPU transfers the data
 * @param other rank whose memory is written or read
 */
record Pair(int one, int other) {

    /** Parses the option --pairs: {@code first}, {@code all}, or pairs such as {@code 0-1,2-3}. */
    static List<Pair> of(String text, int ranks) {
        return switch (text) {
            case "first" -> List.of(new Pair(0, 1));
            case "all" -> all(ranks);
            default -> Arrays.stream(text.split(",")).map(each -> named(each.strip(), ranks)).toList();
        };
    }

    /** Returns whether the text is a valid option, for any number of ranks. */
    static boolean isOption(String text) {
        return text.matches("first|all|\\d{1,6}-\\d{1,6}(,\\s*\\d{1,6}-\\d{1,6})*");
    }

    boolean has(int rank) {
        return rank == one || rank == other;
    }

    /** Returns the other rank of the pair. */
    int peer(int rank) {
        return rank == one ? other : one;
    }

    @Override
    public String toString() {
        return one + "-" + other;
    }

    private static List<Pair> all(int ranks) {
        var pairs = new ArrayList<Pair>();
        for (int one = 0; one < ranks; one++) {
            for (int other = 0; other < ranks; other++) {
                if (one != other) {
                    pairs.add(new Pair(one, other));
                }
            }
        }
        return pairs;
    }

    private static Pair named(String text, int ranks) {
        var ends = text.split("-");
        var pair = new Pair(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]));
        if (pair.one == pair.other || Math.max(pair.one, pair.other) >= ranks) {
            throw new IllegalArgumentException("--pairs " + text + " cannot be: there are ranks 0 to " + (ranks - 1)
                    + ", and a pair has two");
        }
        return pair;
    }
}
