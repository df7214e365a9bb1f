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
                .filter(finding -> finding.rule().equals("unread")).toList();
    }
}
