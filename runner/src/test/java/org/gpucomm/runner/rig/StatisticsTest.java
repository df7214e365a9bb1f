package org.gpucomm.runner.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import java.util.List;
import java.util.stream.DoubleStream;

import org.apache.commons.statistics.distribution.TDistribution;
import org.gpucomm.runner.rig.Protocol.Average;
import org.junit.jupiter.api.Test;

class StatisticsTest {

    @Test
    void anIterationTakesAsLongAsItsSlowestRank() {
        var spread = IterationTimes.of(List.of(new double[]{1, 9, 2, 4}, new double[]{5, 3, 6, 8}));
        // 5, 9, 6, 8: rank 1 was the slowest three times
        assertThat(spread.minUs()).isEqualTo(5);
        assertThat(spread.p50Us()).isEqualTo(6);
        assertThat(spread.p99Us()).isEqualTo(9);
        assertThat(spread.maxUs()).isEqualTo(9);
        assertThat(spread.slowestRank()).isEqualTo(1);
        assertThat(spread.iterations()).isEqualTo(4);
    }

    @Test
    void aRankThatHasNothingToDoIsNotCompared() {
        assertThat(IterationTimes.of(List.of(new double[]{5, 6, 7}, new double[3])).slowestBy()).isZero();
        assertThat(IterationTimes.of(List.of(new double[]{6, 6}, new double[2], new double[]{4, 4})).slowestBy())
                .isEqualTo(20, offset(1e-9));
    }

    @Test
    void aPercentileIsTheSmallestTimeThatSoManyDoNotExceed() {
        var times = DoubleStream.iterate(1, value -> value + 1).limit(200).toArray();
        var spread = IterationTimes.of(List.<double[]>of(times));
        assertThat(spread.p50Us()).isEqualTo(100);
        assertThat(spread.p99Us()).isEqualTo(198);
    }

    @Test
    void timesOfRanksBecomeOneAsAskedFor() {
        var times = new double[]{3, 1, 8};
        assertThat(Average.FIRST_RANK.of(times)).isEqualTo(3);
        assertThat(Average.MEAN.of(times)).isEqualTo(4);
        assertThat(Average.MIN.of(times)).isEqualTo(1);
        assertThat(Average.MAX.of(times)).isEqualTo(8);
    }

    @Test
    void theIntervalIsThatOfStudentsDistribution() {
        for (int degrees = 4; degrees < 200; degrees++) {
            assertThat(Repetitions.studentT95(degrees)).as("%d degrees", degrees)
                    .isEqualTo(TDistribution.of(degrees).inverseSurvivalProbability(0.025), offset(1e-3));
        }
    }

    @Test
    void sizesForWhichThereIsNoRoomAreNoWrongOptions() {
        var sizes = new Sizes(8, 1 << 20, 1, 2);
        assertThat(sizes.upTo(100)).isEqualTo(new Sizes(8, 100, 1, 2));
        assertThatThrownBy(() -> sizes.upTo(0)).isInstanceOf(MissingException.class)
                .hasMessage(
                        "the memory that is free on the GPUs has room for messages of 0 bytes, and the smallest has 8");
    }

    @Test
    void batchesAreRepeatedUntilTheMeanIsKnownWellEnough() {
        var once = new Repetitions(0);
        once.add(7);
        assertThat(once.wantMore()).isFalse();

        var repetitions = new Repetitions(0.1);
        for (double time : new double[]{9, 11, 10, 10}) {
            repetitions.add(time);
            assertThat(repetitions.wantMore()).as("after too few").isTrue();
        }
        repetitions.add(10);
        // Mean 10, standard deviation √(2/4), of the mean /√5; 2.776 of these are 8.8 %.
        assertThat(repetitions.mean()).isEqualTo(10);
        assertThat(repetitions.relativeHalfWidth()).isEqualTo(2.776 * Math.sqrt(0.5 / 5) / 10, offset(1e-4));
        assertThat(repetitions.wantMore()).isFalse();
        repetitions.add(30);
        assertThat(repetitions.wantMore()).isTrue();
    }
}
