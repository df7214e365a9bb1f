package org.gpucomm.analysis.identity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SpreadTest {

    @Test
    void oneValueIsItself() {
        assertThat(Spread.of(5.43)).isEqualTo(new Spread(1, 5.43, 5.43, 5.43, 5.43, 5.43, 5.43));
    }

    @Test
    void theMedianOfAnOddNumberIsOneOfTheValues() {
        assertThat(Spread.of(9, 1, 4).median()).isEqualTo(4);
    }

    @Test
    void theMedianOfAnEvenNumberLiesBetweenTwoAndSaysHowManyThereAre() {
        assertThat(Spread.of(1, 2, 4, 9)).satisfies(spread -> {
            assertThat(spread.median()).isEqualTo(3);
            assertThat(spread.mean()).isEqualTo(4);
            assertThat(spread.n()).isEqualTo(4);
            assertThat(spread.min()).isEqualTo(1);
            assertThat(spread.low()).isEqualTo(1.75);
            assertThat(spread.high()).isEqualTo(5.25);
            assertThat(spread.max()).isEqualTo(9);
        });
    }
}
