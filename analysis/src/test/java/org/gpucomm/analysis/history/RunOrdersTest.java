package org.gpucomm.analysis.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Collections;
import java.util.Random;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

class RunOrdersTest {

    @Test
    void anOrderHasAnAsTellingSplitWhereOneOfAllItsSplitsIs() {
        var random = new Random(1);
        int found = 0;
        for (int trial = 0; trial < 300; trial++) {
            int n = 2 * ChangePoints.FEWEST + random.nextInt(60);
            int sizes = 1 + random.nextInt(5);
            var runs = new double[n][sizes];
            for (var run : runs) {
                double common = random.nextGaussian();
                Arrays.setAll(run, size -> Math.clamp(1 + common + 0.3 * random.nextGaussian(), -4, 4));
            }
            double asked = (1 + 5 * random.nextDouble()) * sizes;
            var orders = new RunOrders(runs, asked);
            var plain = Arrays.asList(runs.clone());
            var one = new Random(trial);
            var same = new Random(trial);
            for (int order = 0; order < 20; order++) {
                Collections.shuffle(plain, same);
                boolean asTelling = mostTelling(plain.toArray(double[][]::new)) >= asked;
                assertThat(orders.next(one)).as("order %d of trial %d", order, trial).isEqualTo(asTelling);
                found += asTelling ? 1 : 0;
            }
        }
        assertThat(found).isBetween(1_000, 5_000);
    }

    @Test
    void theShareOfAllOrdersIsThatOfEachOrderByItself() {
        var random = new Random(7);
        for (int trial = 0; trial < 6; trial++) {
            var runs = new double[7][2];
            for (var run : runs) {
                // Times of few digits make ties.
                Arrays.setAll(run, size -> random.nextInt(4));
            }
            double asked = mostTelling(runs) * (1 - 1e-9);
            int[] asTelling = new int[2];
            eachOrder(runs, 0, order -> asTelling[mostTelling(order) >= asked ? 1 : 0]++);
            assertThat(asTelling[0] + asTelling[1]).isEqualTo(5040);
            assertThat(new RunOrders(runs, asked).share()).as("trial %d", trial).isCloseTo(asTelling[1] / 5040.0,
                    within(1e-12));
        }
    }

    private static void eachOrder(double[][] runs, int from, Consumer<double[][]> then) {
        if (from == runs.length) {
            then.accept(runs);
        }
        for (int i = from; i < runs.length; i++) {
            var other = runs.clone();
            other[from] = runs[i];
            other[i] = runs[from];
            eachOrder(other, from + 1, then);
        }
    }

    @Test
    void runsThatAreAllAlikeHaveNoTellingSplitAndEachOrderHasOneAsTelling() {
        var runs = new double[50][3];
        Arrays.stream(runs).forEach(run -> Arrays.fill(run, 0.7312));
        assertThat(new RunOrders(runs, 1e-29).next(new Random(1))).isTrue();
        assertThat(ChangePoints.in(runs)).isEmpty();
        var few = Arrays.copyOf(runs, 14);
        assertThat(new RunOrders(few, 1e-29).share()).isEqualTo(1);
        assertThat(ChangePoints.in(few)).isEmpty();
    }

    private static double mostTelling(double[][] runs) {
        double most = 0;
        for (int at = ChangePoints.FEWEST; at <= runs.length - ChangePoints.FEWEST; at++) {
            double squares = 0;
            for (int size = 0; size < runs[0].length; size++) {
                int column = size;
                double before = Arrays.stream(runs, 0, at).mapToDouble(run -> run[column]).average().orElseThrow();
                double after = Arrays.stream(runs, at, runs.length).mapToDouble(run -> run[column]).average()
                        .orElseThrow();
                squares += (before - after) * (before - after);
            }
            most = Math.max(most, squares * at * (runs.length - at) / runs.length);
        }
        return most;
    }
}
