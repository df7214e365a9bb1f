package org.gpucomm.server.ingest.parsing;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.gpucomm.results.Measurement;

/** Numbers of the runs in a file: the section, or the next free number if a CSV of several files repeats a section. */
final class RunNumbers {

    /** Maximum number of runs in a file, beyond realistic files; bounds the memory. */
    static final int MAX_RUNS = 20_000;

    private final Map<RunInSource, Integer> numbers = new HashMap<>();
    private final Set<Integer> taken = new HashSet<>();
    private int highest;

    /** @throws RefusedFile if there are more than {@value #MAX_RUNS} */
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
