package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.junit.jupiter.api.Test;

class ValidityTest {

    private static final String LOG = """
            # nccl-tests version 2.17.6 nccl-headers=22803 nccl-library=22803
            # Collective test starting: all_reduce_perf
            # nThread 1 nGpus 2 minBytes 8 maxBytes 16 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
            #
            # Using devices
            #  Rank  0 Group  0 Pid   4001 on     host-a device  0 [0000:01:00] NVIDIA H100
            #  Rank  1 Group  0 Pid   4001 on     host-a device  1 [0000:02:00] NVIDIA H100
            #
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
                       8             2     float     sum      -1    10.00    0.00    0.00       0    10.00    0.00    0.00       0
                      16             4     float     sum      -1    10.00    0.00    0.00       %s    10.00    0.00    0.00       0
            # Out of bounds values : 3 FAILED
            # Avg bus bandwidth    : 0.0
            #
            """;

    @Test
    void wrongElementsAndTheToolsCountOfThemAreOneFinding() throws IOException, UnreadableFile {
        assertThat(new Validity().examine(read(LOG.formatted("3"))))
                .filteredOn(each -> each.severity() == Severity.WRONG).singleElement()
                .satisfies(finding -> assertThat(finding.rows()).singleElement()
                        .satisfies(row -> assertThat(row.line()).isEqualTo(13)));
    }

    @Test
    void aFailedCheckWithoutWrongRowsIsSaidToo() throws IOException, UnreadableFile {
        assertThat(new Validity().examine(read(LOG.formatted("N/A"))))
                .filteredOn(each -> each.severity() == Severity.WRONG).singleElement()
                .satisfies(finding -> assertThat(finding.sentence()).contains("check failed", "3"));
    }

    private static Evidence read(String log) throws IOException, UnreadableFile {
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(log.getBytes(StandardCharsets.UTF_8)), "a.log", "a.log");
        return files.evidence();
    }
}
