package org.gpucomm.results.format.unwrap;

import static org.gpucomm.results.format.unwrap.Scan.at;
import static org.gpucomm.results.format.unwrap.Scan.digits;
import static org.gpucomm.results.format.unwrap.Scan.identifier;
import static org.gpucomm.results.format.unwrap.Scan.word;

/** PrefixNames of programs, pods, containers and streams in prefixes. Each method gives the index behind, or -1; none fails. */
final class PrefixNames {

    private PrefixNames() {}

    /** {@code host program[17]: } */
    static int program(String text, int from) {
        int host = identifier(text, from);
        int program = at(text, host) != ' ' ? -1 : identifier(text, host + 1);
        int pid = at(text, program) == '[' ? word(text, digits(text, program + 1), "]") : program;
        return at(text, pid) != ':' ? -1 : behindSpace(text, pid + 1);
    }

    /** A name with slashes in it, as AWS Batch and ECS give, or with an instance's id. */
    static int stream(String text, int from) {
        int i = identifier(text, from);
        boolean parted = at(text, i) == '/' || i > from && hasInstance(text, from, i);
        while (i >= 0 && (Scan.isNamePart(at(text, i)) || at(text, i) == '/')) {
            i++;
        }
        return parted ? behindSpace(text, i) : -1;
    }

    /** {@code i-0123456789abcdef0} */
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

    /** A character that is not far. */
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

    /** A first cell of a table with bars. */
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
