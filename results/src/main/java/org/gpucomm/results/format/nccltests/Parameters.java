package org.gpucomm.results.format.nccltests;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.format.Entry.Fact;

/** Parser of the line {@code # nThread 1 nGpus 1 minBytes 8 maxBytes 1073741824 step: 2(factor) warmup iters: 5 iters: 20 …}. */
final class Parameters {

    private Parameters() {}

    /**
     * Returns names and values; {@code warmup iters} and {@code agg iters} become {@code warmup_iters} and {@code agg_iters}. A word is a
     * value if it follows a colon or begins with a digit.
     */
    static List<Fact> of(LineWords words) {
        var facts = new ArrayList<Fact>();
        var name = new StringBuilder();
        boolean named = false;
        for (int i = 0; i < words.count(); i++) {
            var word = withoutComma(words.get(i));
            int colon = word.indexOf(':');
            if (!name.isEmpty() && (named || Character.isDigit(word.charAt(0)))) {
                add(facts, name, word);
                named = false;
            } else if (colon > 0 && colon < word.length() - 1) {
                add(facts, name.append(name.isEmpty() ? "" : "_").append(word, 0, colon), word.substring(colon + 1));
            } else {
                named = colon > 0;
                name.append(name.isEmpty() ? "" : "_").append(named ? word.substring(0, colon) : word);
            }
        }
        return facts;
    }

    private static void add(List<Fact> facts, StringBuilder name, String value) {
        var fact = new Fact(snake(name), value);
        name.setLength(0);
        boolean count = LineWords.isWhole(value) && !value.startsWith("-") && value.length() < 19;
        if (!fact.name().equals("iters") || count) {
            facts.add(fact);
        }
    }

    private static String snake(StringBuilder name) {
        return name.toString().equals("warmupIters") ? "warmup_iters" : name.toString();
    }

    private static String withoutComma(String word) {
        return word.length() > 1 && word.endsWith(",") ? word.substring(0, word.length() - 1) : word;
    }
}
