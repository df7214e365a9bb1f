package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;

/** The words of a line, without the comment mark in front. Split by hand: a log has millions of lines. */
final class Words {

    private Words() {}

    static List<String> of(String line) {
        var words = new ArrayList<String>(16);
        int length = line.length();
        int i = 0;
        while (i < length && (line.charAt(i) == '#' || isSpace(line.charAt(i)))) {
            i++;
        }
        while (i < length) {
            int from = i;
            while (i < length && !isSpace(line.charAt(i))) {
                i++;
            }
            words.add(line.substring(from, i));
            while (i < length && isSpace(line.charAt(i))) {
                i++;
            }
        }
        return words;
    }

    static boolean isWhole(String word) {
        int from = word.startsWith("-") ? 1 : 0;
        for (int i = from; i < word.length(); i++) {
            if (word.charAt(i) < '0' || word.charAt(i) > '9') {
                return false;
            }
        }
        return word.length() > from;
    }

    private static boolean isSpace(char c) {
        return c == ' ' || c == '\t';
    }
}
