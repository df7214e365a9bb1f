package org.gpucomm.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class OperationTest {

    @Test
    void busBandwidthOfAllReduceOverEightRanksIs1_75TimesAlgorithmBandwidth() {
        assertThat(Operation.ALL_REDUCE.busFactor(8)).hasValue(1.75);
    }

    @Test
    void allGatherReduceScatterAndAlltoallLeaveOutTheRanksOwnShare() {
        assertThat(Operation.ALL_GATHER.busFactor(16)).hasValue(0.9375);
        assertThat(Operation.REDUCE_SCATTER.busFactor(16)).hasValue(0.9375);
        assertThat(Operation.ALLTOALL.busFactor(16)).hasValue(0.9375);
        assertThat(Operation.GATHER.busFactor(16)).hasValue(0.9375);
        assertThat(Operation.SCATTER.busFactor(16)).hasValue(0.9375);
    }

    @Test
    void broadcastReduceAndSendrecvMoveEachByteOnceOverTheBus() {
        assertThat(Operation.BROADCAST.busFactor(4)).hasValue(1);
        assertThat(Operation.REDUCE.busFactor(4)).hasValue(1);
        assertThat(Operation.SENDRECV.busFactor(4)).hasValue(1);
        assertThat(Operation.HYPERCUBE.busFactor(4)).hasValue(1);
    }

    @Test
    void oneRankHasNoBusTraffic() {
        assertThat(Operation.ALL_REDUCE.busFactor(1)).hasValue(0);
    }

    @Test
    void aPutHasNoBusBandwidth() {
        assertThat(Operation.PUT.busFactor(2)).isEmpty();
    }

    @Test
    void noRanksAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> Operation.ALL_REDUCE.busFactor(0))
                .withMessage("ranks must be at least 1, was 0");
    }

    @Test
    void everyOperationIsFoundByItsId() {
        assertThat(Operation.values()).allSatisfy(o -> assertThat(Operation.ofId(o.id())).hasValue(o));
    }
}
