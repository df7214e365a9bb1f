package org.gpucomm.analysis.headline;

import java.util.regex.Pattern;

import org.gpucomm.analysis.rules.Phrases;

/** Limit for the first sentence of a headline, which is read at a glance: what it does not have to say becomes the second sentence. */
final class FirstSentence {

    private static final int MOST_WORDS = 20;
    /** End of a sentence: a full stop before a new sentence, unlike that in a decimal or a file name. */
    private static final Pattern END = Pattern.compile("\\. (?=[A-Z0-9])|\\.$");
    private static final Pattern BETWEEN = Pattern.compile("[,:;] ");
    private static final Pattern VERB = Pattern.compile(" (?:reach(?:es)?|takes?|is|are|carries|sends|loses|times) ");
    /** Beginning of a clause about the clause before. */
    private static final Pattern COMPARISON = Pattern
            .compile("(?:[\\d.,]++ (?:to [\\d.,]++ )?(?:%|times)|no more|less|more|as|the largest) ");
    /** Beginning of a clause that can stand alone; a word with a digit or a hyphen may be a name. */
    private static final Pattern CLAUSE = Pattern.compile("[a-z]++[ ']|[A-Z]");
    private static final Pattern PLACE = Pattern.compile(" ((?:on (?:\\d++ (?:to |and )?)?\\d++ [A-Za-z]++)"
            + "|at \\d++ of \\d++ sizes"
            + "|(?:from|at) [\\d.]++ [KMGT]?i?B(?: to [\\d.]++ [KMGT]?i?B)?)$");

    private FirstSentence() {}

    /** Returns whether the first sentence of a text has too many words. */
    static boolean isLong(String text) {
        return end(text) >= 0 && words(text.substring(0, end(text))) > MOST_WORDS;
    }

    /** Ends a long first sentence at a clause about it, else before the place that it holds for. */
    static String shortened(String text) {
        if (!isLong(text)) {
            return text;
        }
        int end = end(text);
        var between = BETWEEN.matcher(text).region(0, end);
        while (between.find()) {
            var head = text.substring(0, between.start());
            var next = sentence(text.charAt(between.start()), text.substring(between.end()));
            if (words(head) <= MOST_WORDS && VERB.matcher(head).find() && !isInParentheses(head) && !next.isEmpty()) {
                return head + ". " + next;
            }
        }
        return withPlaceApart(text);
    }

    /** Moves the place at the end of a long first sentence into the second, as in {@code That holds on 16 to 256 GPUs}. */
    static String withPlaceApart(String text) {
        int end = end(text);
        var place = PLACE.matcher(isLong(text) ? text.substring(0, end) : "");
        return place.find()
                ? text.substring(0, place.start()) + ". That holds " + place.group(1) + text.substring(end)
                : text;
    }

    /** Returns a clause as a sentence; empty if it cannot be one. @param mark mark before the clause */
    private static String sentence(char mark, String clause) {
        if (COMPARISON.matcher(clause).lookingAt()) {
            return "That is " + clause;
        }
        if (clause.startsWith("by ")) {
            return "It is " + clause.substring("by ".length());
        }
        if (clause.startsWith("and at ")) {
            return "The same holds " + clause.substring("and ".length());
        }
        if (clause.startsWith("so that ")) {
            return "So " + clause.substring("so that ".length());
        }
        if (clause.startsWith("and ") && Character.isDigit(clause.charAt("and ".length()))) {
            return (clause.startsWith("and 1 ") ? "There is " : "There are ") + clause.substring("and ".length());
        }
        return mark != ',' && CLAUSE.matcher(clause).lookingAt() ? Phrases.capital(clause) : "";
    }

    private static boolean isInParentheses(String head) {
        return head.chars().filter(each -> each == '(').count() > head.chars().filter(each -> each == ')').count();
    }

    /** Returns the index of the full stop that ends the first sentence; -1 if there is none. */
    static int end(String text) {
        var end = END.matcher(text);
        return end.find() ? end.start() : -1;
    }

    private static int words(String text) {
        return text.split(" ").length;
    }
}
