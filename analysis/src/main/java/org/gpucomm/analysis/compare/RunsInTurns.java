package org.gpucomm.analysis.compare;

import java.util.List;
import java.util.Locale;
import java.util.TreeMap;

import com.fasterxml.jackson.annotation.JsonValue;
import org.gpucomm.analysis.evidence.Processes.Id;
import org.jspecify.annotations.Nullable;

/**
 * Order in which the processes of both sides were measured. In alternation, a drift of the machine makes no difference between the sides.
 */
public enum RunsInTurns {
    /** The sides alternate. */
    IN_TURNS,
    /** One side was measured after the other. */
    ONE_AFTER_THE_OTHER,
    /** The logs do not state the times. */
    NOT_KNOWN,
    /** A side has one process. */
    NO_TURNS;

    @JsonValue
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    static RunsInTurns of(List<ComparedPlace> places) {
        var verdict = NO_TURNS;
        for (var processes : places.stream().filter(place -> place.fewest() > 1).map(ComparedPlace::processes)
                .distinct().toList()) {
            var turns = of(processes.getFirst(), processes.getLast());
            verdict = turns == ONE_AFTER_THE_OTHER || verdict == IN_TURNS || verdict == NO_TURNS ? turns : verdict;
        }
        return verdict;
    }

    /**
     * Largest distance of the sides in time, in standard deviations of their ranks. Sides in random order change about as often as one
     * side has processes, and neither is earlier by more than this.
     */
    private static final double FAR_APART = 1.9;

    private static RunsInTurns of(List<Id> a, List<Id> b) {
        var order = new TreeMap<String, Integer>();
        for (var side : List.of(a, b)) {
            for (var process : side) {
                @Nullable
                String at = process.startedAt();
                if (at == null) {
                    return NOT_KNOWN;
                }
                order.merge(at, side == a ? 1 : 2, (one, other) -> one | other);
            }
        }
        int changes = 0;
        int last = 0;
        int place = 0;
        double ranks = 0;
        for (int sides : order.values()) {
            changes += last != 0 && sides != last ? 1 : 0;
            last = sides;
            place++;
            ranks += sides == 1 ? place : 0;
        }
        boolean oneIsEarlier = order.size() == a.size() + b.size()
                && Math.abs(ranks - a.size() * (place + 1) / 2.0) > FAR_APART
                        * Math.sqrt(a.size() * b.size() * (place + 1) / 12.0);
        return 2 * changes <= Math.min(a.size(), b.size()) || oneIsEarlier ? ONE_AFTER_THE_OTHER : IN_TURNS;
    }
}
