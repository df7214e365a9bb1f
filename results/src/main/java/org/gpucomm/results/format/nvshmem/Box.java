package org.gpucomm.results.format.nvshmem;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** Lines of tables drawn with {@code +---+} and {@code |}. */
final class Box {

    private Box() {}

    /** Returns whether the line is a ruler: {@code +------------------------+----------------------+}. */
    static boolean isRuler(String line) {
        var text = line.strip();
        return text.length() > 2 && text.startsWith("+-") && text.chars().allMatch(c -> c == '+' || c == '-');
    }

    /** Returns the text between the bars; empty if the line does not begin and end with a bar. */
    static List<String> cells(String line) {
        var text = line.strip();
        if (text.length() < 3 || text.charAt(0) != '|' || text.charAt(text.length() - 1) != '|') {
            return List.of();
        }
        return Stream.of(text.substring(1, text.length() - 1).split("\\|", -1)).map(String::strip).toList();
    }

    /** Returns whether the line is version 1's header of untitled collectives: {@code | size (bytes) | thread (us) | warp (us) | …}. */
    static boolean isScopesHeader(String line) {
        if (!line.startsWith("|")) {
            return false;
        }
        var cells = cells(line.toLowerCase(Locale.ROOT));
        return cells.size() > 1 && cells.getFirst().equals("size (bytes)")
                && cells.stream().skip(1).allMatch(cell -> cell.matches("(thread|warp|block) ?\\(us\\)"));
    }
}
