package org.gpucomm.analysis.evidence;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;

import org.gpucomm.analysis.identity.BadParameter;

/** Compact text of whole numbers: {@code 3,7-9,20-40/2} means 3, 7, 8, 9 and every second number from 20 to 40. */
final class Ranges {

    private static final Pattern RANGE = Pattern.compile("([0-9]{1,9})(?:-([0-9]{1,9})(?:/([0-9]{1,6}))?)?");
    private static final int MOST = 100_000;
    private static final int SHORTEST = 3;

    private Ranges() {}

    static String text(SortedSet<Long> numbers) {
        var all = List.copyOf(numbers);
        var parts = new ArrayList<String>();
        int from = 0;
        while (from < all.size()) {
            int to = end(all, from);
            if (to - from + 1 < SHORTEST) {
                parts.add(String.valueOf(all.get(from)));
                from++;
                continue;
            }
            long step = all.get(from + 1) - all.get(from);
            parts.add(all.get(from) + "-" + all.get(to) + (step == 1 ? "" : "/" + step));
            from = to + 1;
        }
        return String.join(",", parts);
    }

    /** Returns the index of the last number that follows in equal steps. */
    private static int end(List<Long> all, int from) {
        int to = from;
        while (to + 1 < all.size()
                && (to == from || all.get(to + 1) - all.get(to) == all.get(from + 1) - all.get(from))) {
            to++;
        }
        return to;
    }

    /** @throws BadParameter with the name of the parameter, if the text is invalid or means too many numbers */
    static SortedSet<Long> parse(String text, String parameter) {
        var numbers = new TreeSet<Long>();
        for (var part : text.split(",")) {
            var range = RANGE.matcher(part);
            if (!range.matches()) {
                throw new BadParameter(
                        parameter + " must be numbers and ranges such as 3,7-9,20-40/2, was '" + text + "'");
            }
            long from = Long.parseLong(range.group(1));
            long to = range.group(2) == null ? from : Long.parseLong(range.group(2));
            long step = range.group(3) == null ? 1 : Math.max(1, Long.parseLong(range.group(3)));
            if ((to - from) / step + numbers.size() > MOST) {
                throw new BadParameter(parameter + " means more than " + MOST + " numbers");
            }
            for (long number = from; number <= to; number += step) {
                numbers.add(number);
            }
        }
        return numbers;
    }
}
