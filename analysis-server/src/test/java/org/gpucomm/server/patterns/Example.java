package org.gpucomm.server.patterns;

/**
 * A text that a regular expression is meant for, made of the expression itself: each repetition once, and of several ways one. What stands
 * around it is not looked at, so that some examples do not match.
 */
final class Example {

    private static final String MARKS = "*+?";

    private final String expression;
    private final boolean last;
    private int at;

    private Example(String expression, boolean last) {
        this.expression = expression;
        this.last = last;
    }

    /** @param last whether the last of several ways is taken, and not the first */
    static String of(String expression, boolean last) {
        return new Example(expression, last).ways();
    }

    private String ways() {
        var chosen = sequence();
        while (at < expression.length() && expression.charAt(at) == '|') {
            at++;
            var next = sequence();
            chosen = last ? next : chosen;
        }
        return chosen;
    }

    private String sequence() {
        var text = new StringBuilder();
        while (at < expression.length() && "|)".indexOf(expression.charAt(at)) < 0) {
            text.append(atom());
            quantifier();
        }
        return text.toString();
    }

    private String atom() {
        char c = expression.charAt(at++);
        return switch (c) {
            case '(' -> group();
            case '[' -> characters();
            case '\\' -> escaped();
            case '.' -> "a";
            case '^', '$' -> "";
            default -> String.valueOf(c);
        };
    }

    private String group() {
        boolean looks = false;
        if (expression.startsWith("?", at)) {
            looks = expression.startsWith("?=", at) || expression.startsWith("?!", at)
                    || expression.startsWith("?<=", at) || expression.startsWith("?<!", at);
            at += looks && expression.charAt(at + 1) == '<' ? 3 : 2;
            while (!looks && expression.charAt(at - 1) != ':' && expression.charAt(at - 1) != '>') {
                if (expression.charAt(at - 1) == ')') {
                    return "";
                }
                at++;
            }
        }
        var inner = ways();
        at++;
        return looks ? "" : inner;
    }

    private String characters() {
        boolean without = expression.charAt(at) == '^';
        int from = at;
        int depth = 1;
        for (boolean first = true; depth > 0; first = false) {
            char c = expression.charAt(at++);
            if (c == '\\') {
                at++;
            } else if (c == '[') {
                depth++;
            } else if (c == ']' && !first) {
                depth--;
            }
        }
        var inside = expression.substring(from, at - 1);
        return without
                ? inside.contains("a") || inside.contains("\\w") ? " " : "a"
                : inside.startsWith("\\") ? new Example(inside, last).escapedAt(1) : inside.substring(0, 1);
    }

    private String escapedAt(int position) {
        at = position;
        return escaped();
    }

    private String escaped() {
        char c = expression.charAt(at++);
        return switch (c) {
            case 'd' -> "1";
            case 's', 'h' -> " ";
            case 'w', 'S', 'D' -> "a";
            case 't' -> "\t";
            case 'n', 'R' -> "\n";
            case 'b', 'B', 'A', 'z', 'Z' -> "";
            case 'p', 'P' -> {
                at = expression.indexOf('}', at) + 1;
                yield "a";
            }
            case 'Q' -> {
                int end = expression.indexOf("\\E", at);
                var quoted = expression.substring(at, end < 0 ? expression.length() : end);
                at = end < 0 ? expression.length() : end + 2;
                yield quoted;
            }
            default -> String.valueOf(c);
        };
    }

    private void quantifier() {
        if (at < expression.length() && expression.charAt(at) == '{') {
            at = expression.indexOf('}', at) + 1;
        }
        while (at < expression.length() && MARKS.indexOf(expression.charAt(at)) >= 0) {
            at++;
        }
    }
}
