package org.gpucomm.runner.collective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import org.junit.jupiter.api.Test;

class RoutingTest {

    @Test
    void routingIsTheSameForTheSameSeedAndSendsATokenToARankOnce() {
        var routing = new Routing(4, 64, 8, 0, 42);
        var exchange = routing.exchange(1000, 4);
        assertThat(exchange.total()).isEqualTo(routing.exchange(1000, 4).total());
        assertThat(exchange.total()).isNotEqualTo(new Routing(4, 64, 8, 0, 43).exchange(1000, 4).total());
        // A token misses a rank when none of its 8 experts is among that rank's 16 of 64: C(48,8)/C(64,8) = 8.5 %.
        double missed = 1;
        for (int i = 0; i < 8; i++) {
            missed *= (48.0 - i) / (64 - i);
        }
        assertThat((double) exchange.total() / (4 * 1000 * 4 * 4)).isEqualTo(1 - missed, offset(0.01));
    }

    @Test
    void skewedRoutingLoadsTheFirstRanks() {
        var exchange = new Routing(1, 64, 4, 1.5, 1).exchange(1000, 4);
        assertThat(exchange.receiveOffset(0, 4)).isGreaterThan(3 * exchange.receiveOffset(3, 4));
        assertThat(exchange.reversed().sendOffset(0, 4)).isEqualTo(exchange.receiveOffset(0, 4));
    }

    /** So a proposed command that asks for the tokens of one rank, divided by the ranks, covers a size that was reported. */
    @Test
    void theMostThatARankReceivesLiesBetweenItsOwnTokensAndThoseOfAll() {
        for (double skew : new double[]{0, 1.5}) {
            for (int ranks : new int[]{2, 4, 8}) {
                var exchange = new Routing(16, 64, 8, skew, 1).exchange(1000, ranks);
                assertThat(exchange.largestReceive()).as(ranks + " ranks, skew " + skew)
                        .isBetween(16_000L, ranks * 16_000L);
            }
        }
    }
}
