package org.gpucomm.results.format.nvshmem;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Lines of tables that are drawn with {@code +---+} and {@code |}. */
final class Box {

    private Box() {}

    /** {@code +------------------------+----------------------+} */
    static boolean isRuler(String line) {
        var text = line.strip();
        return text.length() > 2 && text.startsWith("+-") && text.chars().allMatch(c -> c == '+' || c == '-');
    }

    /** Returns what stands between the bars; empty if the line does not begin and end with one. */
    static List<String> cells(String line) {
        var text = line.strip();
        if (text.length() < 3 || text.charAt(0) != '|' || text.charAt(text.length() - 1) != '|') {
            return List.of();
        }
        var cells = new ArrayList<String>();
        int from = 1;
        for (int bar = text.indexOf('|', from); bar >= 0; bar = text.indexOf('|', from)) {
            cells.add(text.substring(from, bar).strip());
            from = bar + 1;
        }
        return cells;
    }

    /** Version 1's tables of collectives, which have no title: {@code | size (bytes) | thread (us) | warp (us) | …}. */
    static boolean isScopesHeader(String line) {
        if (!line.startsWith("|")) {
            return false;
        }
        var cells = cells(line.toLowerCase(Locale.ROOT));
        return cells.size() > 1 && cells.getFirst().equals("size (bytes)")
                && cells.stream().skip(1).allMatch(cell -> cell.matches("(thread|warp|block) ?\\(us\\)"));
    }
}
