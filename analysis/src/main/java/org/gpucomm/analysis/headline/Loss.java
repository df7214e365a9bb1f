package org.gpucomm.analysis.headline;

import java.util.stream.DoubleStream;

import org.gpucomm.analysis.rules.Phrases;

/**
 * Loss of one thing against another in words: {@code takes 13 % longer}, {@code takes 1.7 to 3.9 times as long} or
 * {@code reaches 4.3 to 13 % less}.
 *
 * @param than word before the other thing
 */
record Loss(String words, String than) {

    /** Factor from which a multiple of bandwidths, for which percentages are usual, is easier to read. */
    private static final double FAR = 5;

    /** @param factors costs as multiples of those of the other thing @param isTime whether the costs are times, else inverse bandwidths */
    static Loss of(DoubleStream factors, boolean isTime) {
        var all = factors.summaryStatistics();
        if (all.getMax() <= 1 + CostTable.SAME) {
            return new Loss("is as fast", "as");
        }
        if (!isTime && all.getMax() >= FAR) {
            return new Loss("is " + Phrases.range(all.getMin(), all.getMax()) + " times slower", "than");
        }
        if (!isTime) {
            return new Loss("reaches " + Phrases.percents(1 - 1 / all.getMin(), 1 - 1 / all.getMax()) + " less",
                    "than");
        }
        return all.getMax() >= Phrases.MULTIPLE
                ? new Loss("takes " + Phrases.range(all.getMin(), all.getMax()) + " times as long", "as")
                : new Loss("takes " + Phrases.percents(all.getMin() - 1, all.getMax() - 1) + " longer", "than");
    }

    String than(String other) {
        return words + " " + than + " " + other;
    }

    /** Returns, for example, {@code 13 % longer}. */
    String amount() {
        return words.replaceFirst("^(?:takes|reaches) ", "");
    }

    /** Returns, for example, {@code take 13 % longer}. */
    Loss plural() {
        return new Loss(words.replaceFirst("^is ", "are ").replaceFirst("^takes ", "take ").replaceFirst("^reaches ",
                "reach "), than);
    }
}
