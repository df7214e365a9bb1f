package org.gpucomm.results.anonymize;

import java.util.HashMap;
import java.util.Map;

/** Replacement of host names: each host becomes {@code host-1}, {@code host-2}, …, wherever its name occurs. */
final class Pseudonyms {

    /** Limit for memory; no log names more hosts. */
    private static final int MAX_NAMES = 100_000;
    /** Limit for the parts of a name, which are separated by dots and dashes. */
    private static final int MAX_PARTS = 12;

    private final Map<String, String> byName = new HashMap<>();
    private int hosts;

    /** Learns the names in a line. */
    void learn(String line) {
        for (var name : HostNames.in(line)) {
            if (byName.size() < MAX_NAMES) {
                var first = shortened(name);
                var pseudonym = byName.computeIfAbsent(first, each -> "host-" + ++hosts);
                byName.put(name, pseudonym);
            }
        }
    }

    /** Returns the line with every known name replaced unless a letter or digit follows. */
    String replaced(String line) {
        if (byName.isEmpty()) {
            return line;
        }
        var out = new StringBuilder(line.length());
        int at = 0;
        while (at < line.length()) {
            if (!isWord(line.charAt(at)) || at > 0 && isWord(line.charAt(at - 1))) {
                out.append(line.charAt(at++));
                continue;
            }
            int end = longestName(line, at);
            if (end > at) {
                out.append(byName.get(line.substring(at, end)));
                at = end;
            } else {
                out.append(line.charAt(at++));
            }
        }
        return out.toString();
    }

    /** Returns the end of the longest known name that begins at {@code from}; {@code from} if there is none. */
    private int longestName(String line, int from) {
        int longest = from;
        int parts = 0;
        for (int end = from; end < line.length() && parts < MAX_PARTS; end++) {
            char c = line.charAt(end);
            if (!isWord(c) && c != '.' && c != '-' && c != '_') {
                break;
            }
            boolean partEnds = isWord(c) && (end + 1 == line.length() || !isWord(line.charAt(end + 1)));
            if (partEnds) {
                parts++;
                longest = byName.containsKey(line.substring(from, end + 1)) ? end + 1 : longest;
            }
        }
        return longest;
    }

    /** Returns the name without its domain, {@code node-1} for {@code node-1.cluster.local}; an address stays as it is. */
    private static String shortened(String name) {
        int dot = name.indexOf('.');
        return dot <= 0 || name.substring(0, dot).chars().allMatch(Character::isDigit) ? name : name.substring(0, dot);
    }

    private static boolean isWord(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80;
    }
}
