package org.gpucomm.runner.collective;

import java.util.Arrays;
import java.util.Locale;
import java.util.SplittableRandom;

import org.gpucomm.results.NamedValues;

/**
 * Experts to which the tokens of a Mixture-of-Experts layer go. Experts are spread over the ranks in order, equally many each. A token
 * goes once to every rank that has one of its experts, as DeepEP sends it.
 *
 * @param hidden  elements of a token
 * @param experts in all
 * @param topK    different experts that each token goes to
 * @param skew    0 = all experts equally likely; else expert e is as likely as 1 / (e + 1)^skew, so that the first ranks get
 *                more
 * @param seed    of the choices
 */
public record Routing(int hidden, int experts, int topK, double skew, long seed) {

    public Routing {
        if (hidden < 1 || experts < 1 || topK < 1 || topK > experts || skew < 0) {
            throw new IllegalArgumentException(String.format(Locale.ROOT,
                    "--hidden %d, --experts %d and --top-k %d must be at least 1, --top-k at most --experts, --skew %s at least 0",
                    hidden, experts, topK, skew));
        }
    }

    /** Returns how many elements go from each rank to each when every rank has this many tokens. */
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

    /** Returns an expert that is not chosen yet; drawn again on a hit, which ends because topK is at most the experts. */
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

    /** Returns what distinguishes results of this routing from others. */
    NamedValues settings() {
        return NamedValues.of("hidden", "" + hidden).with("experts", "" + experts).with("top_k", "" + topK)
                .with("routing", skew == 0 ? "uniform" : "zipf-" + skew).with("seed", "" + seed);
    }
}
