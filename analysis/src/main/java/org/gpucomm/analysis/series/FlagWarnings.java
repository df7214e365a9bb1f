package org.gpucomm.analysis.series;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;

import org.gpucomm.results.format.Flag;

/** Warnings about curves of flagged runs. */
public final class FlagWarnings {

    private FlagWarnings() {}

    /** Returns sentences such as {@code 1 run is incomplete: the end of its table is missing}. @param ofRuns flags of each flagged run */
    public static List<String> sentences(Collection<List<RunFlag>> ofRuns) {
        var sentences = new ArrayList<String>();
        for (var flag : Flag.values()) {
            long runs = ofRuns.stream().filter(flags -> flags.stream().anyMatch(each -> each.id().equals(flag.id())))
                    .count();
            if (runs > 0) {
                sentences.add(sentence(flag, runs));
            }
        }
        return sentences;
    }

    /**
     * Returns each flag of a curve once: {@code incomplete} for one run, {@code 2 of 5 runs: incomplete} for several.
     *
     * @param flagged flags of each flagged run
     */
    public static List<String> ofCurve(int runs, Collection<List<RunFlag>> flagged) {
        var counts = new LinkedHashMap<String, Integer>();
        flagged.forEach(flags -> flags.forEach(flag -> counts.merge(flag.title(), 1, Integer::sum)));
        return counts.entrySet().stream().map(
                flag -> runs == 1 ? flag.getKey() : flag.getValue() + " of " + runs + " runs: " + flag.getKey())
                .toList();
    }

    /** Returns the ids of all flags, for a message. */
    public static String known() {
        return String.join(", ", Arrays.stream(Flag.values()).map(Flag::id).toList());
    }

    private static String sentence(Flag flag, long runs) {
        boolean one = runs == 1;
        return (one ? "1 run " : runs + " runs ") + switch (flag) {
            case INCOMPLETE -> one
                    ? "is incomplete: the end of its table is missing"
                    : "are incomplete: the ends of their tables are missing";
            case ABORTED -> (one ? "was" : "were") + " aborted: the program reported a failure";
            case WRONG_DATA -> (one ? "has" : "have") + " measurements with wrong data";
            case OUT_OF_BOUNDS -> "failed the tool's own check of the data";
            case BELOW_MINIMUM -> (one ? "is" : "are") + " below the minimum that the tool was given";
            case SOCKET_FALLBACK -> "went over TCP sockets instead of a faster network";
            case NOT_CONNECTED -> (one ? "is" : "are")
                    + " of copies of the program that did not know one another: one rank each";
            case MIXED_OUTPUT -> (one ? "is" : "are") + " mixed with another program's: both wrote at once";
            case HEADER_INFERRED ->
                (one ? "has" : "have") + " no header in the log: what the columns are follows from the rows";
            case NUMBERS_REMOVED -> (one ? "has" : "have") + " something like XXX in place of numbers";
        };
    }
}
