package org.gpucomm.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

import picocli.CommandLine;

/** Where explain takes its logs from. */
class ExplainInputTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aFolderIsTheFilesBelowItAndThoseWithoutResultsAreNamed(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("nights/1"));
        Files.writeString(folder.resolve("nights/1/nccl_all_reduce.csv"), wrong());
        Files.writeString(folder.resolve("nights/README.md"), "hello\n");
        assertThat(explain(folder.resolve("nights").toString())).isEqualTo(1);
        assertThat(out.toString()).contains("wrong data");
        assertThat(err.toString()).contains("README.md: no known format");
    }

    @Test
    void theLastProgressOfARunThatWasCutStandsForItsResult(@TempDir Path folder) throws IOException {
        var log = Files.writeString(folder.resolve("ucx.log"), """
                $ ucx_perftest node-b -t tag_bw -s 4194304
                +--------------+--------------+------------------------------+---------------------+-----------------------+
                |    Stage     | # iterations | 50.0%ile | average | overall |  average |  overall |  average  |  overall  |
                +--------------+--------------+----------+---------+---------+----------+----------+-----------+-----------+
                [thread 0]              3021    170.412   171.020   171.020    23388.96   23388.96        5847        5847
                [thread 0]              6050    170.395   170.880   170.950    23408.12   23398.54        5852        5850
                """);
        assertThat(explain(log.toString())).isZero();
        assertThat(err.toString()).contains("ucx.log was cut before its result");
        assertThat(out.toString()).contains("reaches 24.5 GB/s at 4 MiB", "The log was cut");
    }

    /** Two ranks, unchecked: all-reduce and send/recv print the same columns, with the same factor between them. */
    @Test
    void aTableThatNamesNoOperationIsReadWithoutOneAndTheReasonIsGiven(@TempDir Path folder) throws IOException {
        var log = Files.writeString(folder.resolve("night.log"), """
                # nThread 1 nGpus 1 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 0 graph: 0
                # Using devices
                #   Rank  0 Pid   9192 on a device  0 [0x00] Tesla K80
                #   Rank  1 Pid   9178 on b device  0 [0x00] Tesla K80
                #                                                              out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                     1048576        262144     float     sum      -1   2411.0    0.43    0.43    N/A   2700.7    0.39    0.39    N/A
                     2097152        524288     float     sum      -1   4711.4    0.45    0.45    N/A   4580.9    0.46    0.46    N/A
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 0.4325
                """);
        assertThat(explain(log.toString())).isZero();
        assertThat(err.toString())
                .contains("no line of night.log could be read as a measurement; of line 8: the operation "
                        + "is not known", "put it into the file's name, as in all_reduce.log",
                        "It is read all the same, by what is likely.");
        assertThat(out.toString()).contains("Unnamed operation with NCCL on 2 GPUs of 2 nodes reaches 0.45 GB/s");
        err.getBuffer().setLength(0);
        assertThat(explain(Files.move(log, folder.resolve("all_reduce.log")).toString())).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void rowsOfATableWithoutSizesAreComparedByTheirNamesAndTheAssumptionIsSaid(@TempDir Path folder)
            throws IOException {
        var table = Files.writeString(folder.resolve("read.md"), """
                | Allocator | Steady state |
                |---|---|
                | plain | 179-201 GB/s |
                | expandable | 0.29-0.32 GB/s |
                """);
        assertThat(explain(table.toString())).isZero();
        assertThat(out.toString()).startsWith("expandable is 617 times slower than plain.");
        assertThat(err.toString()).contains("no column is a message size");
    }

    @Test
    void timesOfOneOperationAreComparedUnderTheSizesOfTheirHeadings(@TempDir Path folder) throws IOException {
        var table = """
                #### Input: %s (tokens=%d)

                | Operation | Time (ms) | Speedup |
                |---|---|---|
                | Plain allreduce | %s | baseline |
                | Fused allreduce, one shot | **%s** | 3.50x |
                | Fused allreduce, two shots | %s | 3.30x |

                """;
        var file = Files.writeString(folder.resolve("fused.md"),
                table.formatted("2.00 MiB", 128, "0.070", "0.020", "0.022")
                        + table.formatted("4.00 MiB", 256, "0.140", "0.040", "0.042"));
        assertThat(explain(file.toString())).isZero();
        assertThat(out.toString().replaceAll("\\s+", " "))
                .startsWith("All-Reduce: fastest is Fused allreduce, one shot from "
                        + "2 MiB to 4 MiB. Plain allreduce takes 3.5 times as long as the fastest; Fused allreduce, two shots takes "
                        + "5 to 10 % longer than the fastest.");
    }

    @Test
    void triesOfDeepEpWithoutTheirBestAreReadWithoutTheCall(@TempDir Path folder) throws IOException {
        var log = Files.writeString(folder.resolve("ep.log"), """
                [tuning] SMs 24, NVL chunk 24, RDMA chunk 8: 37.40 GB/s (RDMA), 75.10 GB/s (NVL)
                [tuning] SMs 24, NVL chunk 24, RDMA chunk 12: 38.20 GB/s (RDMA), 76.71 GB/s (NVL)
                """);
        assertThat(explain(log.toString())).isZero();
        assertThat(err.toString()).contains("which call was tuned here", "It is read all the same");
        assertThat(out.toString()).startsWith("internode+rdma with DeepEP reaches 3");
    }

    /** A training job, or one that failed before its first table. */
    @Test
    void aLogOfTheLibraryAloneTellsWhatItIsAndWhatFailed(@TempDir Path folder) throws IOException {
        var log = Files.writeString(folder.resolve("train.log"), """
                a:11:21 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.1<0>
                NCCL version 2.27.3+cuda12.9
                a:11:31 [0] NCCL INFO Using network Socket
                a:11:31 [0] NCCL INFO comm 0x55 rank 0 nranks 16 cudaDev 0 nvmlDev 0 busId 8d000 commId 0x75 - Init START
                step 1: loss 10.7
                a:11:31 [0] misc/socket.cc:483 NCCL WARN socketStartConnect: Connect to 10.0.0.2<40029> failed : Connection timed out
                """);
        assertThat(explain(log.toString())).isEqualTo(1);
        assertThat(err.toString())
                .contains("no benchmark's results are in it, only the library's own log, which names "
                        + "NCCL 2.27.3+cuda12.9, 16 ranks, network Socket; it failed: line 6 says \u201ca:11:31 [0] misc/socket.cc:483");
        assertThat(out.toString()).startsWith("Failed: socketStartConnect: Connect to 10.0.0.2<40029> failed : "
                + "Connection timed out on a");
    }

    @Test
    void aLogWithoutMeasurementsIsAnsweredByWhatItHolds(@TempDir Path folder) throws IOException {
        var init = "NCCL INFO comm 0x5%1$d rank %1$d nranks 2 cudaDev 0 nvmlDev 0 busId 8d000 commId 0x75 - Init ";
        var log = Files.writeString(folder.resolve("train.log"),
                ("""
                a:11:31 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.0.0.1<0>
                b:12:32 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.0.0.2<0>
                """ + "a:11:31 [0] " + init + "START\nb:12:32 [0] " + init.replace("%1$d", "%2$d")
                        + "START\nb:12:32 [0] "
                        + init.replace("%1$d", "%2$d") + "COMPLETE\n").formatted(0, 1));
        assertThat(explain(log.toString())).isEqualTo(1);
        assertThat(out.toString()).isEqualToIgnoringNewLines(
                "No measurements found: no benchmark's results are in it, only the library's own log, which names 2 ranks; 2 "
                        + "ranks began to initialize, 1 completed it; its hosts use unequal numbers of NICs (a 2, b 1).");
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void aDashIsStandardInput() {
        var usual = System.in;
        System.setIn(new ByteArrayInputStream(wrong().getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(explain("-")).isEqualTo(1);
        } finally {
            System.setIn(usual);
        }
        assertThat(out.toString()).contains("wrong data");
    }

    private static String wrong() {
        return """
                # nThread 1 nGpus 8 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1
                #
                #                                                     out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                     1048576        262144     float     sum      -1    56.42   18.59   32.53      0    55.10   19.03   33.30      0
                     2097152        524288     float     sum      -1    80.10   26.18   45.82      7    79.90   26.25   45.93      7
                # Out of bounds values : 2 FAILED
                # Avg bus bandwidth    : 39.395
                """;
    }

    private int explain(String... arguments) {
        return new CommandLine(new ExplainCommand()).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
