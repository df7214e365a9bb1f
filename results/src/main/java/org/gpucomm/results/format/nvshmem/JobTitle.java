package org.gpucomm.results.format.nvshmem;

import java.util.List;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/**
 * The line above a table with the name of what the table measures.
 *
 * @param label type, operation and scope in the title: {@code 32-bit-thread}
 */
record JobTitle(Job job, String label) {

    /** Titles of version 1: {@code Put with block}. */
    private static final Pattern WORDS = Pattern.compile("(Put|Get|P|G) with (thread|warp|block)\\s*");
    /** Titles of tables with a column per pair of PEs: {@code shmem_put_bw_uni (GB/s)}. */
    private static final Pattern OF_PAIRS = Pattern.compile("([a-z]\\w+) \\(GB/s\\)\\s*");

    /** Returns the title in a line; null if the line is not a title. */
    static @Nullable JobTitle of(String line) {
        if (line.isEmpty() || line.length() > 120) {
            return null;
        }
        char first = line.charAt(0);
        if (first == '#') {
            return named(line.substring(1).strip(), "");
        }
        if (first == '|') {
            var cells = Box.cells(line);
            return cells.size() == 2 ? named(cells.get(0), cells.get(1)) : null;
        }
        var words = first == 'P' || first == 'G' ? WORDS.matcher(line) : null;
        if (words != null && words.matches()) {
            boolean get = words.group(1).startsWith("G");
            var name = words.group(1) + " with " + words.group(2);
            var single = words.group(1).length() == 1
                    ? List.of("device", get ? "g" : "p")
                    : List.of("device");
            return new JobTitle(new Job(name, get ? Operation.GET : Operation.PUT, single, false), words.group(2));
        }
        if (line.indexOf('_') <= 0) {
            return null;
        }
        if (line.indexOf("(GB/s)") > 0) {
            var pairs = OF_PAIRS.matcher(line);
            return pairs.matches() ? named(pairs.group(1), "") : null;
        }
        return line.stripTrailing().indexOf(' ') < 0 ? named(line.strip(), "") : null;
    }

    private static @Nullable JobTitle named(String name, String label) {
        var job = Job.of(name);
        return job == null ? null : new JobTitle(job, label);
    }
}
