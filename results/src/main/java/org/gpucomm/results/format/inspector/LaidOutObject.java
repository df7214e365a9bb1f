package org.gpucomm.results.format.inspector;

import org.gpucomm.results.format.Line;

/** A JSON object on several lines, of which the first has its brace alone and no blank before it. */
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

    /** Takes the next line of it; one with which another begins ends what was open. */
    void add(Line line) {
        if (!isOpen() || begins(line.text()) || text.length() > MOST_CHARACTERS) {
            text.setLength(0);
            first = line.number();
            depth = 0;
        }
        text.append(line.text()).append('\n');
        depth = Math.max(0, depth + deeper(line.text()));
    }

    /** All of it, once it has ended. */
    String text() {
        return text.toString();
    }

    /** What to say of one that has no end. */
    String brokenOff() {
        return "the JSON object that begins in line " + first + " has no end: the file is cut, or lines are missing";
    }

    /** How many more braces and brackets are opened than closed, outside of texts. */
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
