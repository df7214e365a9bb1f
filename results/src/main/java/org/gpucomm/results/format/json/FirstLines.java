package org.gpucomm.results.format.json;

import java.util.List;

/** Tests of the first lines of a file. */
final class FirstLines {

    private FirstLines() {}

    /** Returns whether the first line that is not blank begins with an opening brace. */
    static boolean isObject(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst()
                .filter(line -> line.stripLeading().startsWith("{")).isPresent();
    }

    static boolean contains(List<String> head, String text) {
        return head.stream().anyMatch(line -> line.contains(text));
    }
}
