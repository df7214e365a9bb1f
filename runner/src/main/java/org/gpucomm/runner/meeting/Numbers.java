package org.gpucomm.runner.meeting;

import java.util.ArrayList;
import java.util.List;

/** Numbers of processes in messages. */
final class Numbers {

    private Numbers() {}

    /** {@code 1, 3-5, 9}; ascending numbers only. */
    static String listed(List<Integer> ascending) {
        var ranges = new ArrayList<String>();
        for (int from = 0; from < ascending.size();) {
            int to = from;
            while (to + 1 < ascending.size() && ascending.get(to + 1) == ascending.get(to) + 1) {
                to++;
            }
            ranges.add(from == to ? "" + ascending.get(from) : ascending.get(from) + "-" + ascending.get(to));
            from = to + 1;
        }
        return String.join(", ", ranges);
    }
}
