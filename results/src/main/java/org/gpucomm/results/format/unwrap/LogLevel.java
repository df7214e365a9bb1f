package org.gpucomm.results.format.unwrap;

import static org.gpucomm.results.format.unwrap.Scan.at;
import static org.gpucomm.results.format.unwrap.Scan.spaces;

import java.util.Set;

/**
 * Marks of logging frameworks between the time and the text: {@code INFO }, {@code - name - INFO - }, {@code [INFO] },
 * {@code | INFO | module:line - }, {@code INFO:root:}, <code>{subprocess.py:93} INFO - </code>.
 */
final class LogLevel {

    private static final Set<String> LEVELS = Set.of("TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR",
            "CRITICAL", "FATAL");
    /** Words with which no benchmark begins a line of its own, as some do with ERROR. */
    private static final Set<String> QUIET = Set.of("TRACE", "DEBUG", "INFO");

    private LogLevel() {}

    /** Returns the index after all marks; -1 if there is none. */
    static int end(String text, int from) {
        int place = place(text, from);
        int begin = separators(text, Math.max(place, from));
        boolean parted = begin > from;
        if (at(text, begin) == '[') {
            int level = level(text, begin + 1);
            return at(text, level) != ']' ? -1 : behind(text, level + 1);
        }
        int level = level(text, begin);
        if (level < 0) {
            int name = token(text, begin);
            int next = separators(text, name);
            if (name < 0 || next < name + 3) {
                return -1;
            }
            parted = true;
            begin = next;
            level = level(text, begin);
        }
        if (level < 0 || !parted && !QUIET.contains(text.substring(begin, level)) && at(text, level) != ':') {
            return -1;
        }
        if (at(text, level) == ':' && Scan.identifier(text, level + 1) > 0) {
            int name = Scan.identifier(text, level + 1);
            return at(text, name) == ':' ? name + 1 : -1; // INFO:root:text
        }
        if (!parted && !QUIET.contains(text.substring(begin, level))) {
            return -1;
        }
        return behind(text, level);
    }

    /** Returns the index after Airflow's {@code {subprocess.py:93} }; -1 if it is missing. */
    private static int place(String text, int from) {
        int name = at(text, from) == '{' ? Scan.identifier(text, from + 1) : -1;
        int line = at(text, name) == ':' ? Scan.digits(text, name + 1) : -1;
        return at(text, line) == '}' && at(text, line + 1) == ' ' ? line + 2 : -1;
    }

    private static int level(String text, int from) {
        int i = from;
        while (i - from < 9 && Scan.isLetter(at(text, i))) {
            i++;
        }
        return i > from && LEVELS.contains(text.substring(from, i)) ? i : -1;
    }

    /** Returns the index after a separator, a place in the program and another separator, or a space; -1 if neither follows. */
    private static int behind(String text, int from) {
        int text1 = at(text, from) == ':' ? from + 1 : from;
        int next = separators(text, text1);
        if (next > spaces(text, text1)) {
            int module = token(text, next);
            int last = module < 0 || text.substring(next, module).indexOf(':') < 0 ? -1 : separators(text, module);
            return last > module + 1 ? last : next;
        }
        return at(text, text1) == ' ' ? text1 + 1 : text1 == text.length() ? text1 : -1;
    }

    /** Returns the index after spaces with one {@code -} or {@code |}; {@code from} if there are none. */
    private static int separators(String text, int from) {
        if (from < 0) {
            return from;
        }
        int mark = spaces(text, from);
        if ((at(text, mark) == '-' || at(text, mark) == '|') && at(text, mark + 1) == ' ') {
            return mark + 2;
        }
        return from;
    }

    /** Returns the index after a name with optional colons and angle brackets: a logger, a module with function and line. */
    private static int token(String text, int from) {
        int i = from;
        while (i - from < 120 && (Scan.isNamePart(at(text, i)) || ":<>/".indexOf(at(text, i)) >= 0)
                && i < text.length()) {
            i++;
        }
        return i == from ? -1 : i;
    }
}
