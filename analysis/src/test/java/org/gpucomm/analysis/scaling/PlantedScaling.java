package org.gpucomm.analysis.scaling;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;

import org.gpucomm.analysis.scaling.GpuCounts.Count;

/**
 * Message sizes on 16, 32, 64 … GPUs whose truth is known: time = latency(n) + bytes · cost(n), measured once, with
 * the noise that machines make.
 */
final class PlantedScaling {

    static final int A_NODE = 8;
    private static final int FEWEST = 16;

    private PlantedScaling() {}

    /** How latency and the cost of a byte depend on the number of GPUs. */
    enum Shape {
        FLAT,
        LOGARITHMIC,
        SHARE,
        ROOT,
        LINEAR,
        N_LOG_N,
        POWER,
        TREE_OF_NODES,
        OFF_NODE_AND_PEERS,
        RING_THEN_TREE;

        /** @param share how much of it grows @param at where an algorithm changes, GPUs */
        double at(double n, double share, double at) {
            return switch (this) {
                case FLAT -> 1;
                case LOGARITHMIC -> 1 + share * log2(n);
                case SHARE -> 2 * (n - A_NODE) / n;
                case ROOT -> 1 + share * Math.sqrt(n);
                case LINEAR -> 1 + share * n / A_NODE;
                case N_LOG_N -> 1 + share * n * log2(n) / 32;
                case POWER -> Math.pow(n / FEWEST, 0.3);
                case TREE_OF_NODES -> 1 + 3 * share * log2(n / A_NODE);
                case OFF_NODE_AND_PEERS -> (n - A_NODE) / n + 0.0008 * share * n;
                case RING_THEN_TREE -> (1 + 0.02 * n) * (n < at ? 1 : 0.6 + 0.08 * share);
            };
        }

        private static double log2(double n) {
            return Math.log(n) / Math.log(2);
        }
    }

    /** A law of a machine. */
    record Law(Shape latency, Shape cost) {

        String title() {
            return words(latency) + " + bytes · " + words(cost);
        }

        private static String words(Shape shape) {
            return switch (shape) {
                case FLAT -> "1";
                case LOGARITHMIC -> "log n";
                case SHARE -> "(n−8)/n";
                case ROOT -> "√n";
                case LINEAR -> "n";
                case N_LOG_N -> "n log n";
                case POWER -> "n^0.3";
                case TREE_OF_NODES -> "log n/8";
                case OFF_NODE_AND_PEERS -> "((n−8)/n + n)";
                case RING_THEN_TREE -> "(ring, then tree)";
            };
        }
    }

    /** How a single measurement differs from the truth. */
    enum Noise {
        ONE_PERCENT("1 %"),
        THREE_PERCENT("3 %"),
        FIVE_PERCENT("5 %"),
        TWO_MODES("two modes up to 50 % apart"),
        OUTLIERS("1 %, one in twenty × 1.5"),
        BY_SIZE("20 % small … 0.5 % large");

        private final String title;

        Noise(String title) {
            this.title = title;
        }

        String title() {
            return title;
        }

        /** @param size 0 = the smallest … 1 = the largest @param apart of the modes of the smallest */
        double of(RandomGenerator random, double size, double apart) {
            return switch (this) {
                case ONE_PERCENT -> 0.01 * random.nextGaussian();
                case THREE_PERCENT -> 0.03 * random.nextGaussian();
                case FIVE_PERCENT -> 0.05 * random.nextGaussian();
                case TWO_MODES -> 0.01 * random.nextGaussian()
                        + (random.nextBoolean() ? Math.log(1 + apart * (1 - size)) : 0);
                case OUTLIERS -> 0.01 * random.nextGaussian() + (random.nextInt(20) == 0 ? Math.log(1.5) : 0);
                case BY_SIZE -> 0.2 * Math.pow(0.025, size) * random.nextGaussian();
            };
        }
    }

    /** Returns so many message sizes, each a factor of two larger, on so many counts. */
    static List<GpuCounts> curves(Law law, Noise noise, int sizes, int counts, long seed) {
        // Random begins alike with seeds that follow one another: a block of them would be one draw.
        var random = new SplittableRandom(seed);
        double latency = Math.pow(10, between(random, 0.8, 2.2));
        double grows = Math.pow(10, between(random, -1.5, 0.2));
        double cost = Math.pow(10, between(random, -5, -3.5));
        double peers = between(random, 0.3, 3);
        double at = FEWEST * Math.pow(2, 1.0 + random.nextInt(2));
        double apart = between(random, 0.1, 0.5);
        double smallest = Math.pow(2, 10 + random.nextInt(12));
        DoubleUnaryOperator fixed = n -> latency * law.latency().at(n, grows, at);
        DoubleUnaryOperator perByte = n -> cost * law.cost().at(n, law.cost() == Shape.LOGARITHMIC ? 0.2 : peers, at);
        var curves = new ArrayList<GpuCounts>();
        for (int size = 0; size < sizes; size++) {
            double bytes = smallest * Math.pow(2, size);
            double place = sizes == 1 ? 0.5 : size / (sizes - 1.0);
            curves.add(new GpuCounts((long) bytes, DoubleStream.iterate(FEWEST, n -> 2 * n).limit(counts)
                    .mapToObj(n -> new Count((int) n, (int) n / A_NODE, (fixed.applyAsDouble(n)
                            + bytes * perByte.applyAsDouble(n)) * Math.exp(noise.of(random, place, apart))))
                    .toList()));
        }
        return curves;
    }

    private static double between(RandomGenerator random, double from, double to) {
        return from + (to - from) * random.nextDouble();
    }
}
