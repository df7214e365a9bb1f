package org.gpucomm.analysis.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;

import org.gpucomm.analysis.identity.LikeLayouts.Layout;
import org.junit.jupiter.api.Test;

class LikeLayoutsTest {

    private static final Layout ONE_NODE = new Layout(8, 1, "");

    @Test
    void ranksInBlocksAndRanksByTurnsAreOnTwoCurvesWhicheverCountsTheyWereMeasuredOn() {
        var blocks = new Layout(16, 2, "8 a node");
        var turns = new Layout(32, 4, "8 a node by turns");
        assertThat(LikeLayouts.of(List.of(ONE_NODE, blocks, turns))).containsExactly(List.of(ONE_NODE, blocks),
                List.of(ONE_NODE, turns));
    }

    @Test
    void blocksOfWhicheverSizeAreOneWay() {
        var two = new Layout(16, 2, "8 a node");
        var four = new Layout(16, 4, "4 a node");
        var more = new Layout(32, 4, "8 a node");
        assertThat(LikeLayouts.of(List.of(ONE_NODE, two, more))).containsExactly(List.of(ONE_NODE, two, more));
        assertThat(LikeLayouts.of(List.of(ONE_NODE, two, four, more)))
                .containsExactly(List.of(ONE_NODE, two, more), List.of(four));
    }

    @Test
    void aWayThatIsNotKnownIsNoKnownOne() {
        var blocks = new Layout(16, 2, "8 a node");
        var unknown = new Layout(32, 4, "");
        assertThat(LikeLayouts.of(List.of(ONE_NODE, blocks, unknown))).containsExactly(List.of(ONE_NODE, unknown),
                List.of(ONE_NODE, blocks));
    }
}
