package org.gpucomm.results.format.json;

import java.util.List;

/** First lines of a file, and what they say of it. */
final class FirstLines {

    private FirstLines() {}

    /** Returns whether the first that is there is an opening brace. */
    static boolean isObject(List<String> head) {
        return head.stream().filter(line -> !line.isBlank()).findFirst()
                .filter(line -> line.stripLeading().startsWith("{")).isPresent();
    }

    static boolean contains(List<String> head, String text) {
        return head.stream().anyMatch(line -> line.contains(text));
    }
}
