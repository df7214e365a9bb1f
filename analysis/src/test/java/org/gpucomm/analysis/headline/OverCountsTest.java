package org.gpucomm.analysis.headline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Rules;
import org.junit.jupiter.api.Test;

class OverCountsTest {

    private static final Rules RULES = new Rules(Profiles.bundled());

    @Test
    void ofSeveralOperationsTheOneThatFallsMostIsNamed() throws Exception {
        assertThat(headline("""
                Bus bandwidth in GB/s (8 GiB message):

                | Collective | 2 GPUs | 4 GPUs | 8 GPUs |
                |---|---|---|---|
                | all_reduce | 361.2 | 370.4 | 478.9 |
                | all_gather | 330.1 | 348.7 | 361.0 |
                | alltoall | 310.4 | 338.9 | 212.3 |
                """)).isEqualTo("From 2 to 8 GPUs All-to-All falls most, from 310 to 212 GB/s, most of it from 4 to 8. "
                + "All-Reduce rises most, from 361 to 479 GB/s.");
    }

    @Test
    void ofOneOperationTheStepWithMostOfTheChangeIsNamed() throws Exception {
        assertThat(headline("""
                nodes  gpus  busbw
                1      8     475
                4      32    366
                8      64    341
                16     128   198
                """)).isEqualTo("From 8 to 128 GPUs it falls from 475 to 198 GB/s, most of it from 64 to 128.");
    }

    @Test
    void numbersWithFarLessThanSmallerAndLargerOnesComeFirst() throws Exception {
        assertThat(headline("""
                | N | all_reduce busbw (GB/s) | vs N=8 |
                |--:|---:|---:|
                | 2 | **60.1** | 0.16x |
                | 4 | **160.2** | 0.43x |
                | 5 | **40.3** | **0.11x** |
                | 6 | **40.1** | **0.11x** |
                | 8 | **370.5** | 1.00x |
                """)).isEqualTo("All-Reduce falls from 160 GB/s on 4 GPUs to 40.3 on 5; on 8 it is 371.");
    }

    @Test
    void aCountBetweenWithLessThanBothEndsIsNamedAlsoWithARemark() throws Exception {
        var files = new EvidenceFiles(true);
        files.add(in("""
                | Nodes | busbw GB/s |
                |---|---|
                | 8 | 390.0 |
                | 16 | 389.2 |
                | 60 (without 2) | 367.4 |
                | **64** | **388.5** |
                """), "nodes.md", "nodes");
        assertThat(OverCounts.of(files.evidence()))
                .hasValue("From 8 to 64 nodes it stays within 0.38 %, at 389 GB/s, but 367 GB/s on 60.");
    }

    @Test
    void timesGrow() throws Exception {
        assertThat(headline("""
                Latency (us)
                Operation      1 node   2 nodes   8 nodes
                AllReduce       12.1     28.9      48.8
                AllGather       10.2     24.9      90.4
                """)).startsWith("From 1 to 8 nodes All-Gather grows most, from 10.2 µs to 90.4 µs.");
    }

    @Test
    void whatStaysIsSaidToStay() throws Exception {
        assertThat(headline("""
                Bus bandwidth (GB/s)
                Operation      2 nodes   4 nodes
                AllReduce       24.2      23.9
                AllGather       24.1      23.8
                """)).isEqualTo("From 2 to 4 nodes all 2 stay within 1.2 %, All-Reduce at 23.9 GB/s.");
    }

    @Test
    void numbersThatNobodyExplainsAreColumns() throws Exception {
        assertThat(headline("allreduce busbw [GB/s]\nsize      2      4\n1M     18.2   15.1\n1G    142.0   80.1\n"))
                .isEqualTo("From column 2 to column 4 All-Reduce at 1 GiB falls from 142 to 80.1 GB/s.");
    }

    @Test
    void ratiosAloneAreSaidAsSuch() throws Exception {
        assertThat(headline("| model | overhead vs NVLink |\n|---|---|\n| A | +12.4% |\n| B | -2.1% |\n"))
                .isEqualTo("Only ratios, no times: overhead vs NVLink is -2.1% (B) to +12.4% (A).");
    }

    @Test
    void tablesUnderDifferentTitlesAreNotAveraged() throws Exception {
        assertThat(headline("""
                Unit: GB/s

                ## All-to-all, any rail

                | Message Size | 2 nodes | 4 nodes |
                |---|---|---|
                | 64K | 24.0 | 20.0 |
                | 1M | 40.0 | 25.0 |

                ## All-to-all, same rail

                | Message Size | 2 nodes | 4 nodes |
                |---|---|---|
                | 64K | 24.0 | 24.5 |
                | 1M | 41.0 | 41.5 |
                """)).isEqualTo("From 2 to 4 nodes All-to-All (All-to-all, any rail) at 1 MiB falls most, from 40 to "
                + "25 GB/s. The others stay within 1.2 %.");
    }

    @Test
    void countsBelowALineThatComparesAreNoRatios() throws Exception {
        var files = new EvidenceFiles(true);
        assertThat(files.addAnyLines(in("""
                ours #16 on b300, vs main

                | arm | tok | reps |
                |---|---|---|
                | main | 8192 | 3 |
                | ours | 128 | 3 |
                """), "night.txt", "night")).isFalse();
    }

    @Test
    void resultsOfSeveralGpusAreNotMixed() throws Exception {
        assertThat(headline("""
                | GPUs | GPU | all_gather bandwidth GB/s | all_reduce bandwidth GB/s |
                |---|---|---|---|
                | 2 | A800 | 230 | 143 |
                | 2 | 910B | 38 | 18 |
                | 8 | A800 | 173 | 89 |
                | 8 | 910B | 149 | 72 |
                """)).isEqualTo(
                "From 2 to 8 GPUs All-Reduce (A800) falls most, from 143 to 89 GB/s. All-Reduce (910B) rises most, "
                        + "from 18 to 72 GB/s.");
    }

    private static String headline(String text) throws Exception {
        var files = new EvidenceFiles(true);
        assertThat(files.addAnyLines(in(text), "night.txt", "night")).isTrue();
        var evidence = files.evidence();
        return Headlines.of(evidence, evidence, files.facts(), RULES.examine(evidence)).sentence();
    }

    private static ByteArrayInputStream in(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }
}
