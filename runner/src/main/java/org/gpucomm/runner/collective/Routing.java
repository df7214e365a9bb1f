package org.gpucomm.runner.collective;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

import org.gpucomm.results.NamedValues;

/**
 * Routing of tokens to the experts of a Mixture-of-Experts layer. Each rank has the same number of consecutive experts. A token is sent
 * once to every rank that has one of its experts, as in DeepEP.
 *
 * @param hidden  number of elements of a token
 * @param experts total number of experts
 * @param topK    number of different experts for each token
 * @param skew    0 if all experts are equally likely; else the probability of expert e is proportional to 1 / (e + 1)^skew, so that the
 *                first ranks receive more
 * @param seed    seed of the random choices
 */
public record Routing(int hidden, int experts, int topK, double skew, long seed) {

    public Routing {
        if (hidden < 1 || experts < 1 || topK < 1 || topK > experts || skew < 0) {
            throw new IllegalArgumentException(String.format(Locale.ROOT,
                    "--hidden %d, --experts %d and --top-k %d must be at least 1, --top-k at most --experts, --skew %s at least 0",
                    hidden, experts, topK, skew));
        }
    }

    /** Returns the number of elements from each rank to each if every rank has this number of tokens. */
    Exchange exchange(long tokens, int ranks) {
        var cumulated = cumulatedLikelihood();
        var counts = new long[ranks][ranks];
        var chosen = new boolean[experts];
        for (int rank = 0; rank < ranks; rank++) {
            var random = new SplittableRandom(seed * 1_000_003 + rank);
            for (long token = 0; token < tokens; token++) {
                route(counts[rank], chosen, cumulated, random);
            }
        }
        for (var row : counts) {
            for (int to = 0; to < ranks; to++) {
                row[to] *= hidden;
            }
        }
        return new Exchange(counts);
    }

    private void route(long[] counts, boolean[] chosen, double[] cumulated, SplittableRandom random) {
        int[] mine = new int[topK];
        boolean[] visited = new boolean[counts.length];
        for (int k = 0; k < topK; k++) {
            int expert = another(chosen, cumulated, random);
            chosen[expert] = true;
            mine[k] = expert;
            int rank = (int) ((long) expert * counts.length / experts);
            if (!visited[rank]) {
                visited[rank] = true;
                counts[rank]++;
            }
        }
        for (int expert : mine) {
            chosen[expert] = false;
        }
    }

    /** Draws an expert that is not chosen yet, repeatedly if needed. This ends because topK is at most the number of experts. */
    private static int another(boolean[] chosen, double[] cumulated, SplittableRandom random) {
        while (true) {
            int found = Arrays.binarySearch(cumulated, random.nextDouble());
            int expert = Math.min(found >= 0 ? found + 1 : -found - 1, cumulated.length - 1);
            if (!chosen[expert]) {
                return expert;
            }
        }
    }

    private double[] cumulatedLikelihood() {
        var cumulated = new double[experts];
        double sum = 0;
        for (int expert = 0; expert < experts; expert++) {
            sum += Math.pow(expert + 1.0, -skew);
            cumulated[expert] = sum;
        }
        for (int expert = 0; expert < experts; expert++) {
            cumulated[expert] /= sum;
        }
        return cumulated;
    }

    /** Returns the settings that distinguish results of this routing. */
    NamedValues settings() {
        return NamedValues.of("hidden", "" + hidden).with("experts", "" + experts).with("top_k", "" + topK)
                .with("routing", skew == 0 ? "uniform" : "zipf-" + skew).with("seed", "" + seed);
    }
}
