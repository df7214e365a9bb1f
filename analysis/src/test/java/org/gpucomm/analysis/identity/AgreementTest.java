package org.gpucomm.analysis.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

import org.junit.jupiter.api.Test;

/** Runs are parted where the typical ratio of one to the median of all leaves a gap. */
class AgreementTest {

    @Test
    void theyAreTheGroupsThatASortedListOfTypicalRatiosShows() {
        var random = new Random(3);
        int parted = 0;
        for (int trial = 0; trial < 300; trial++) {
            var values = runs(random);
            var groups = Agreement.groups(values);
            assertThat(groups.stream().map(List::size).toList()).isEqualTo(sizes(values));
            assertThat(groups.stream().flatMap(List::stream).toList())
                    .containsExactlyInAnyOrderElementsOf(values.keySet());
            parted += groups.size() > 1 ? 1 : 0;
        }
        assertThat(parted).isBetween(50, 290);
    }

    /** Each as it had been alone at its sizes: 400 million places, of which 400,000 are taken. */
    @Test
    void runsThatShareNoSizeTakeNoMoreThanTheirPoints() {
        var values = new LinkedHashMap<Integer, Map<Long, Double>>();
        for (int run = 0; run < 1_000; run++) {
            var ofRun = new TreeMap<Long, Double>();
            for (long size = 0; size < 400; size++) {
                ofRun.put(1_000 * size + run, 1.0 + run);
            }
            values.put(run, ofRun);
        }
        assertThat(Agreement.groups(values)).hasSize(1);
    }

    /** Some are twice as slow, some sizes are missing, and some runs have an outlier. */
    private static Map<Integer, Map<Long, Double>> runs(Random random) {
        var values = new LinkedHashMap<Integer, Map<Long, Double>>();
        for (int run = 0; run < 1 + random.nextInt(9); run++) {
            double level = random.nextInt(4) == 0 ? 2 + random.nextDouble() : 1;
            var ofRun = new TreeMap<Long, Double>();
            for (long size = 1; size < 1 << 12; size <<= 1) {
                if (random.nextInt(5) > 0) {
                    ofRun.put(size, level * size * (1 + 0.1 * random.nextDouble())
                            * (random.nextInt(30) == 0 ? 10 : 1));
                }
            }
            if (!ofRun.isEmpty()) {
                values.put(run, ofRun);
            }
        }
        return values;
    }

    /** Computed from ratios, one run and one size after the other. */
    private static List<Integer> sizes(Map<Integer, Map<Long, Double>> values) {
        var typical = new ArrayList<Double>();
        for (var ofRun : values.values()) {
            var ratios = new ArrayList<Double>();
            ofRun.forEach((size, value) -> {
                var all = values.values().stream().filter(each -> each.containsKey(size))
                        .map(each -> Math.log(each.get(size)))
                        .toList();
                if (all.size() > 1) {
                    ratios.add(Math.log(value) - median(all));
                }
            });
            typical.add(ratios.isEmpty() ? 0.0 : median(ratios));
        }
        typical.sort(Comparator.naturalOrder());
        var sizes = new ArrayList<Integer>();
        for (int i = 0; i < typical.size(); i++) {
            if (i == 0 || Math.exp(typical.get(i) - typical.get(i - 1)) > Agreement.FACTOR) {
                sizes.add(0);
            }
            sizes.set(sizes.size() - 1, sizes.getLast() + 1);
        }
        return sizes;
    }

    private static double median(Collection<Double> values) {
        var sorted = values.stream().sorted().toList();
        int half = sorted.size() / 2;
        return sorted.size() % 2 == 1 ? sorted.get(half) : (sorted.get(half - 1) + sorted.get(half)) / 2;
    }
}
