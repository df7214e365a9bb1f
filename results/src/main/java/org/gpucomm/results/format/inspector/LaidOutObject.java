package org.gpucomm.results.format.inspector;

import org.gpucomm.results.format.Line;

/** A JSON object on several lines; the first is only its brace, without blanks in front. */
final class LaidOutObject {

    private static final int MOST_CHARACTERS = 1 << 20;

    private final StringBuilder text = new StringBuilder();
    private long first;
    private int depth;

    static boolean begins(String line) {
        return !line.isEmpty() && line.charAt(0) == '{' && line.strip().equals("{");
    }

    boolean isOpen() {
        return depth > 0;
    }

    /** Takes the next line; one with which another object begins ends the open one. */
    void add(Line line) {
        if (!isOpen() || begins(line.text()) || text.length() > MOST_CHARACTERS) {
            text.setLength(0);
            first = line.number();
            depth = 0;
        }
        text.append(line.text()).append('\n');
        depth = Math.max(0, depth + deeper(line.text()));
    }

    /** Returns the whole text, once the object has ended. */
    String text() {
        return text.toString();
    }

    /** Returns the problem of an object without an end. */
    String brokenOff() {
        return "the JSON object that begins in line " + first + " has no end: the file is cut, or lines are missing";
    }

    /** Returns the number of braces and brackets opened minus those closed, outside of texts. */
    private static int deeper(String line) {
        int deeper = 0;
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                quoted = !quoted;
            } else if (c == '\\') {
                i++;
            } else if (!quoted) {
                deeper += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
            }
        }
        return deeper;
    }
}
