package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;

/** Curves of more sizes than programs that double them have: in equal steps, as {@code -i} measures. */
class SegmentsTest {

    private static final int SIZES = 20_000;

    @Test
    void aSwitchIsFoundAmongManySizes() {
        var random = new Random(91);
        int planted = 13_000;
        double at = planted * 4096.0;
        var bytes = IntStream.rangeClosed(1, SIZES).mapToDouble(step -> step * 4096.0).toArray();
        var times = Arrays.stream(bytes)
                .map(size -> (size < at ? 20 + size / 100e3 : 60 + at / 100e3 + (size - at) / 300e3)
                        * (1 + 0.01 * random.nextGaussian()))
                .toArray();
        var noise = new double[SIZES];
        Arrays.fill(noise, 0.01);

        var found = Segments.of(bytes, times, noise);
        assertThat(found.switches()).singleElement()
                .satisfies(each -> assertThat(each.at()).isCloseTo(planted, within(SIZES / 100)));
        assertThat(found.lines()).hasSize(2);
        assertThat(1 / found.lines().getLast().slope()).isCloseTo(300e3, within(15e3));
    }

    @Test
    void oneLineThroughManySizesHasNoSwitch() {
        var random = new Random(92);
        var bytes = IntStream.rangeClosed(1, SIZES).mapToDouble(step -> step * 4096.0).toArray();
        var times = Arrays.stream(bytes).map(size -> (20 + size / 100e3) * (1 + 0.01 * random.nextGaussian()))
                .toArray();
        var noise = new double[SIZES];
        Arrays.fill(noise, 0.01);
        assertThat(Segments.of(bytes, times, noise).switches()).isEmpty();
    }
}
