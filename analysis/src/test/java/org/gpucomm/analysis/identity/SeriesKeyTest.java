package org.gpucomm.analysis.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Decimal;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Micros;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Outcome;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.Workload;
import org.gpucomm.analysis.identity.Circumstances.Fact;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeriesKeyTest {

    private static final Measurement ROW = row("nccl-tests", "2.28.3", 8, 2);

    @Test
    void whatOneLogDoesNotSayIsNoDifference() {
        assertThat(key("host=nid005471").nameAgainst(key())).doesNotContain("nid005471");
        assertThat(key("network=Socket").nameAgainst(key())).doesNotContain("Socket");
        assertThat(key("env:NCCL_ALGO=Ring").nameAgainst(key())).doesNotContain("Ring");
        assertThat(key("network=Socket").nameAgainst(key("network=IB"))).isEqualTo("Socket");
        assertThat(version("2.29.3+cuda13.1").nameAgainst(version("2.29.3"))).doesNotContain("2.29.3");
        assertThat(version("2.29.3").nameAgainst(version("2.28.3"))).isEqualTo("2.29.3");
    }

    @Test
    void adviceInAWarningIsNoSetting() {
        assertThat(key("env:UCX_WARN_UNUSED_ENV_VARS=n")).isEqualTo(key());
    }

    private static SeriesKey version(String library) {
        return SeriesKey.of(row("nccl-tests", library, 8, 2), Circumstances.UNKNOWN);
    }

    @Test
    void whatIsNotKnownIsAValueOfItsOwn() {
        var unknown = key();
        assertThat(key()).isEqualTo(unknown);
        assertThat(key("network=Socket")).isNotEqualTo(unknown);
        assertThat(key("host=nid005471")).isNotEqualTo(unknown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"network=Socket", "provider=efa", "graph=10", "blocking=1", "agg_iters=4",
            "env:NCCL_ALGO=Ring",
            "NCCL_PROTO=LL", "env:FI_PROVIDER=cxi", "nvls=not available", "nvlinks_per_gpu=18", "host=nid005472",
            "cluster=alps", "command=all_reduce_perf -R 1"})
    void aSettingThatMattersMakesAnotherKey(String fact) {
        assertThat(key(fact)).isNotEqualTo(key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"env:NCCL_DEBUG=INFO", "NCCL_SOCKET_IFNAME=hsn0", "NCCL_TOPO_DUMP_FILE=a", "graph=0",
            "blocking=0", "agg_iters=1", "coll_channels=16", "processors=288", "command=all_reduce_perf -b 8"})
    void whatDoesNotMatterDoesNot(String fact) {
        assertThat(key(fact)).isEqualTo(key());
    }

    @Test
    void theOrderOfFactsAndTheirRepetitionPlayNoPart() {
        assertThat(key("host=b", "network=Socket", "host=a", "host=b"))
                .isEqualTo(key("host=a", "host=b", "network=Socket"));
    }

    @Test
    void theRunnersFingerprintOfSeveralHostsIsThatOfEach() {
        assertThat(key("host=a | b")).isEqualTo(key("host=a", "host=b"));
    }

    @Test
    void versionsDifferInOneHistoryAndAreNoRepetitions() {
        var older = SeriesKey.of(row("nccl-tests", "2.27.5", 8, 2), Circumstances.UNKNOWN);
        assertThat(older).isNotEqualTo(key());
        assertThat(older.history()).isEqualTo(key().history());
    }

    @Test
    void twoClustersAreTwoHistories() {
        assertThat(key("cluster=alps").history()).isNotEqualTo(key("cluster=jupiter").history());
    }

    @Test
    void runsOnMoreHostsOfOneClusterLieOnOneCurveAlongRanks() {
        var two = SeriesKey.of(row("nccl-tests", "2.28.3", 8, 2), circumstances("host=nid005471", "host=nid005487"));
        var three = SeriesKey.of(row("nccl-tests", "2.28.3", 12, 3),
                circumstances("host=nid001000", "host=nid005472", "host=nid005487"));
        var others = SeriesKey.of(row("nccl-tests", "2.28.3", 12, 3), circumstances("host=jwb01", "host=jwb02"));
        assertThat(three.alongRanks()).isEqualTo(two.alongRanks());
        assertThat(others.alongRanks()).isNotEqualTo(two.alongRanks());
    }

    @Test
    void theToolsOfOneFamilyTakeTimeAlike() {
        assertThat(SeriesKey.of(row("rccl-tests", "2.28.3", 8, 2), Circumstances.UNKNOWN).identity())
                .isEqualTo(key().identity());
        assertThat(SeriesKey.of(row("gpucomm", "2.28.3", 8, 2), Circumstances.UNKNOWN).identity())
                .isNotEqualTo(key().identity());
    }

    @Test
    void theTablesGiveTheSameKey() {
        var circumstances = circumstances("host=a", "network=AWS Libfabric", "provider=efa", "env:NCCL_ALGO=Ring",
                "graph=10", "nvlinks_per_gpu=18");
        var stored = SeriesKey.of(SeriesRow.of(ROW), 8, 2, Circumstances.parse(circumstances.text()));
        assertThat(stored).isEqualTo(SeriesKey.of(ROW, circumstances));
        assertThat(stored.hash()).isEqualTo(SeriesKey.of(ROW, circumstances).hash()).hasSize(32);
        assertThat(Circumstances.parse("")).isEqualTo(Circumstances.UNKNOWN);
    }

    private static SeriesKey key(String... facts) {
        return SeriesKey.of(ROW, circumstances(facts));
    }

    private static Circumstances circumstances(String... facts) {
        var all = new ArrayList<Fact>();
        for (var fact : List.of(facts)) {
            int equals = fact.indexOf('=');
            all.add(new Fact(fact.substring(0, equals), fact.substring(equals + 1)));
        }
        return Circumstances.of(all);
    }

    private static Measurement row(String tool, String version, int ranks, int nodes) {
        return new Measurement("a.log", 1, new Stack(tool, null, "nccl", version),
                new Platform(null, "NVIDIA GH200 120GB", nodes, ranks),
                Workload.of(Operation.ALL_REDUCE, null).withMessageSize(new Bytes(8)),
                Outcome.of(Micros.of(Decimal.of(1)), null, null, null), null, NamedValues.NONE);
    }
}
