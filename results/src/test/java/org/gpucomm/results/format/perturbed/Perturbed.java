package org.gpucomm.results.format.perturbed;

import java.util.List;

/**
 * A sample after somebody's hands.
 *
 * @param what    that was done to it, for a message
 * @param lines   as they are now
 * @param origins of each line, the index of the line of the sample that it was or is a piece of; -1 for what was added
 * @param header  index of the header that was changed, as it is now; -1 if none was
 * @param lost    texts of the cells of the column that is gone; those a row may lack
 * @param renamed what a column is called now; empty if none is called otherwise. A value may be stored under that name
 * @param added   what the column is called that was not there before; empty if there is none. Rows may have it as a setting
 */
record Perturbed(String what, List<String> lines, List<Integer> origins, int header, List<String> lost,
        String renamed, String added) {

    Perturbed {
        lines = List.copyOf(lines);
        origins = List.copyOf(origins);
        lost = List.copyOf(lost);
    }

    Perturbed(String what, List<String> lines, List<Integer> origins, int header, List<String> lost) {
        this(what, lines, origins, header, lost, "", "");
    }

    /** What was done to it, in one word. */
    String way() {
        var words = what.split(" ");
        for (var way : List.of("added", "dropped", "renamed", "wrapped", "glued", "between", "elided", "joined")) {
            if (List.of(words).contains(way)) {
                return way;
            }
        }
        throw new IllegalStateException(what);
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }
}
