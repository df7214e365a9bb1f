package org.gpucomm.results.format.unwrap;

import static org.gpucomm.results.format.unwrap.Scan.at;
import static org.gpucomm.results.format.unwrap.Scan.digits;
import static org.gpucomm.results.format.unwrap.Scan.identifier;
import static org.gpucomm.results.format.unwrap.Scan.word;

/** Scanner of names in prefixes: programs, pods, containers, streams. Methods return the index after a name, or -1; none throws. */
final class PrefixNames {

    private PrefixNames() {}

    /** Scans {@code host program[17]: }. */
    static int program(String text, int from) {
        int host = identifier(text, from);
        int program = at(text, host) != ' ' ? -1 : identifier(text, host + 1);
        int pid = at(text, program) == '[' ? word(text, digits(text, program + 1), "]") : program;
        return at(text, pid) != ':' ? -1 : behindSpace(text, pid + 1);
    }

    /** Scans the name of a stream: with slashes, as in AWS Batch and ECS, or with the id of an instance. */
    static int stream(String text, int from) {
        int i = identifier(text, from);
        boolean parted = at(text, i) == '/' || i > from && hasInstance(text, from, i);
        while (i >= 0 && (Scan.isNamePart(at(text, i)) || at(text, i) == '/')) {
            i++;
        }
        return parted ? behindSpace(text, i) : -1;
    }

    /** Returns whether the name contains the id of an instance, {@code i-0123456789abcdef0}. */
    static boolean hasInstance(String text, int from, int to) {
        int id = text.indexOf("i-0", from, to);
        int i = id + 2;
        while (id >= 0 && i < to && Character.digit(text.charAt(i), 16) >= 0) {
            i++;
        }
        return id >= 0 && i - id > 9;
    }

    static int behindSpace(String text, int from) {
        return at(text, from) == ' ' ? from + 1 : from == text.length() ? from : -1;
    }

    /** Returns the index of a character within the next 300; -1 if there is none. */
    static int find(String text, char wanted, int from) {
        return text.indexOf(wanted, from, Math.min(text.length(), from + 300));
    }

    static int kubernetesName(String text, int from) {
        int end = identifier(text, from);
        for (int i = from; i < end; i++) {
            char c = text.charAt(i);
            if (c >= 'A' && c <= 'Z' || c == '_') {
                return -1;
            }
        }
        return end;
    }

    /** Returns whether the text has no letter, like the first cell of a table with bars. */
    static boolean isNumber(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (Scan.isLetter(text.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    static boolean hasDigit(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (Scan.isDigit(text.charAt(i))) {
                return true;
            }
        }
        return false;
    }
}
