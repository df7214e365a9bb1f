package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a server asks itself after its start. */
@Tag("nightly")
class WarmUpTest {

    private static final String LOG = """
            # nccl-tests version 2.17.6 nccl-headers=22907 nccl-library=22907
            # Collective test starting: all_reduce_perf
            # nThread 1 nGpus 2 minBytes 8 maxBytes 16 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0
            #  Rank  0 Group  0 Pid   4000 on     node-0 device  0 [0000:1b:00] NVIDIA H200
            #  Rank  1 Group  0 Pid   4000 on     node-0 device  1 [0000:1c:00] NVIDIA H200
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw  #wrong     time   algbw   busbw  #wrong
            #        (B)    (elements)                               (us)  (GB/s)  (GB/s)             (us)  (GB/s)  (GB/s)
                       8             2     float     sum      -1    10.00    0.01    0.01       0    10.00    0.01    0.01       0
                      16             4     float     sum      -1    10.00    0.02    0.02       0    10.00    0.02    0.02       0
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 0
            #
            """;

    @TempDir
    Path folder;

    @Test
    void aServerHasAskedItselfWhatPagesAskFirstWhenItIsReadyAndCountsNoneOfItAsARequest() throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            assertThat(server.upload("one.log", LOG).statusCode()).isEqualTo(201);
        }
        var log = folder.resolve("log");
        try (var server = ServerProcess.startLogging(log, Map.of("LOGGING_LEVEL_ORG_GPUCOMM_SERVER_CATALOG", "debug"),
                folder.resolve("data"), "--no-bundled")) {
            // The address is printed when the server is ready, and what it asked itself before; on a busy machine it gives up.
            assertThat(Files.readString(log)).containsPattern(
                    "warmed up by [1-9]\\d* answers|the warm-up ended early\\n.*TransactionTimedOutException");
            var metrics = server.send(server.request("/actuator/prometheus")).body();
            assertThat(metrics).contains("jvm_memory_used_bytes").doesNotContain("uri=\"/api/");
        }
    }
}
