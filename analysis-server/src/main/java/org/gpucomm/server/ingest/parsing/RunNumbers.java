package org.gpucomm.server.ingest.parsing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.gpucomm.results.Measurement;

/**
 * Numbers of the benchmarks of a file. That is the section's, but for a canonical CSV that was made from several files: there section 1
 * occurs once for each of them, and later ones get the next free number. The same file always gives the same numbers.
 */
final class RunNumbers {

    /** More benchmarks in one file than anybody measures; a bound for memory. */
    static final int MAX_RUNS = 20_000;

    private final Map<RunInSource, Integer> numbers = new HashMap<>();
    private final Set<Integer> taken = new HashSet<>();
    private int highest;

    /** @throws RefusedFile when there are more than {@value #MAX_RUNS} */
    int of(Measurement measurement) throws RefusedFile {
        var section = new RunInSource(measurement.source(), measurement.section());
        var known = numbers.get(section);
        if (known != null) {
            return known;
        }
        if (numbers.size() == MAX_RUNS) {
            throw new RefusedFile("the file has more than " + MAX_RUNS + " benchmark sections; split it");
        }
        int number = taken.contains(section.number()) ? highest + 1 : section.number();
        numbers.put(section, number);
        taken.add(number);
        highest = Math.max(highest, number);
        return number;
    }

    private record RunInSource(String source, int number) {}
}
