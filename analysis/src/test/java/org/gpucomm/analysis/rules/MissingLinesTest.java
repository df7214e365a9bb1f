package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.junit.jupiter.api.Test;

/** Settings whose line NCCL would have printed, in its own words: those of logs of p5, H100 and GH200. */
class MissingLinesTest {

    private static final Path CORPUS = Path.of("../../shared/corpus");
    private static final String HEAD = "node1:101:120 [0] NCCL INFO ";
    private static final String READ = HEAD + "NCCL_BUFFSIZE set by environment to 8388608.\n"
            + HEAD + "NCCL_IB_HCA set to mlx5\n";

    @Test
    void aVariableThatNcclDoesNotSayItReadIsSaid() throws Exception {
        assertThat(ofLog("+ export NCCL_IB_QPS_PER_CONECTION=4\n" + READ)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.NOTICE);
            assertThat(finding.confidence()).isEqualTo(Confidence.LIKELY);
            assertThat(finding.sentence())
                    .startsWith("NCCL_IB_QPS_PER_CONECTION=4 is set, and no part of NCCL that ran has "
                            + "read it: “set by environment to” is in the log of NCCL_BUFFSIZE and NCCL_IB_HCA, and not of this.");
            assertThat(finding.rows()).hasSize(2);
        });
        assertThat(ofLog("+ export NCCL_BUFFSIZE=8388608\n" + READ)).as("it was read").isEmpty();
    }

    @Test
    void aLogWithoutNcclsLinesTellsNothing() throws Exception {
        assertThat(ofLog("+ export NCCL_IB_QPS_PER_CONECTION=4\n")).as("no NCCL_DEBUG=INFO").isEmpty();
        assertThat(ofLog("+ export NCCL_IB_QPS_PER_CONECTION=4\n" + HEAD + "Using network IB\n"))
                .as("the subsystem ENV may be off").isEmpty();
        assertThat(ofLog("mpirun -x NCCL_DEBUG=INFO -x NCCL_TUNER_PLUGIN=libx.so -x NCCL_TESTS_DEVICE=0 -x NCCL_NET=IB "
                + "all_reduce_perf\n" + READ + HEAD + "Using network IB\n")).as("read without a line").isEmpty();
    }

    @Test
    void switchesThatNcclDidNotAskForAreSaid() throws Exception {
        var asked = HEAD + "NCCL_NVLS_ENABLE set by environment to 2.\n" + HEAD + "Using network IB\n";
        var channels = HEAD
                + "16 coll channels, 0 collnet channels, 0 nvls channels, 16 p2p channels, 2 p2p channels per peer\n";
        assertThat(ofLog(asked + channels)).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.sentence())
                    .contains("NCCL_NVLS_ENABLE=2 is set, and the log has no line “NVLS multicast");
        });
        assertThat(ofLog(asked)).as("the log is cut before it").isEmpty();
        assertThat(
                ofLog(asked + HEAD + "NVLS multicast support is available on dev 0 (NVLS_NCHANNELS 16)\n" + channels))
                .isEmpty();
    }

    @Test
    void pluginsThatAreMissingAreSaidOnlyWhereTheyWereAskedFor() throws Exception {
        var collnet = HEAD + "NCCL_COLLNET_ENABLE set by environment to 1.\n";
        var none = HEAD + "NET/Plugin: Failed to find ncclCollNetPlugin_v8 symbol.\n"
                + HEAD
                + "NET/Plugin: Failed to find ncclCollNetPlugin symbol (>= v5). ncclCollNetPlugin symbols v4 and lower "
                + "are not supported.\n";
        assertThat(ofLog(collnet + none)).singleElement().satisfies(finding -> assertThat(finding.sentence())
                .contains("NCCL_COLLNET_ENABLE=1 is set", "no plugin offers CollNet"));
        assertThat(ofLog(none)).isEmpty();
        assertThat(ofLog(collnet + HEAD + "NET/Plugin: Failed to find ncclCollNetPlugin_v7 symbol.\n"
                + HEAD + "NET/Plugin: Loaded coll plugin SHARP (v6)\n")).isEmpty();

        var tuner = HEAD + "NCCL_TUNER_PLUGIN set by environment to libnccl-ofi-tuner.so\n";
        var internal = HEAD + "TUNER/Plugin: Failed to find ncclTunerPlugin_v2 symbol, using internal tuner instead.\n";
        assertThat(ofLog(tuner + internal)).singleElement().satisfies(finding -> assertThat(finding.sentence())
                .contains("NCCL_TUNER_PLUGIN=libnccl-ofi-tuner.so is set", "NCCL's own tuner chose"));
        assertThat(ofLog(internal)).isEmpty();
        assertThat(ofLog(tuner + HEAD + "Using tuner plugin: 'nccl_ofi_tuner'\n")).isEmpty();
    }

    /** The same program on p5 without and with the tuner of aws-ofi-nccl, which chooses no NVLS. */
    @Test
    void inLogsOfP5WhatThePluginSetsIsReadWithoutItsTunerAndNotWithIt() throws Exception {
        assumeTrue(Files.isDirectory(CORPUS), "no collection of real logs beside the checkout");
        assertThat(ofReal("", "p5-16xh100-debuginfo-nccl2223.log.gz")).isEmpty();
        assertThat(ofReal("", "p5-16xh100-debuginfo-nccl2223-tuner.log.gz")).singleElement()
                .satisfies(finding -> assertThat(finding.sentence())
                        .startsWith("The plugin sets NCCL_NVLS_CHUNKSIZE, and no part of NCCL that ran has read it"));
        assertThat(ofReal("+ export NCCL_ALGOS=Ring\n", "p5-16xh100-debuginfo-nccl2223.log.gz")).singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).startsWith("NCCL_ALGOS=Ring is set"));
    }

    private static List<Finding> ofReal(String before, String name) throws Exception {
        try (var in = new GZIPInputStream(Files.newInputStream(CORPUS.resolve("nccl-tests/" + name)))) {
            return of(before + new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }

    private static List<Finding> ofLog(String lines) throws Exception {
        return of(TwoNodeLog.with(lines));
    }

    private static List<Finding> of(String log) throws Exception {
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "a.log", "a.log");
        return new Rules(Profiles.bundled()).examine(files.evidence()).stream()
                .filter(finding -> List.of("no-effect", "unread").contains(finding.rule())).toList();
    }
}
