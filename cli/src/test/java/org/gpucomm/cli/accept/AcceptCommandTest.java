package org.gpucomm.cli.accept;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

import org.gpucomm.analysis.acceptance.Requirement;
import org.gpucomm.analysis.acceptance.Requirements;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

class AcceptCommandTest {

    private static final String HEADER = "source,section,tool,tool_version,library,library_version,operation,variant,"
            + "instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,iterations,time_us,"
            + "time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,"
            + "speedup,efficiency_pct,settings,metrics\n";
    private static final String ASKED = """
            title: Ours
            gpu: H100
            requirements:
              - {operation: all_reduce, nodes: 2, gpus: 8, from: 8G, busbw: 480, share: 90, source: "a paper, 2026"}
              - {operation: all_gather, nodes: 2, gpus: 8, size: 1G, busbw: 300, verified: false}
            """;

    @TempDir
    Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void whatIsReachedPassesAndThePageHoldsEverything() throws Exception {
        var page = folder.resolve("page.html");
        assertThat(accept(
                row(1, "all_reduce", 2, 16, 8L << 30, 470, "0", "") + row(2, "all_reduce", 2, 16, 16L << 30, 481.5, "0",
                        "NCCL_ALGO=<Ring>") + row(3, "all_gather", 2, 16, 1L << 30, 310, "", ""),
                "--html", page.toString())).isZero();
        assertThat(out.toString()).contains(
                "pass       All-Reduce on 2 × 8 GPUs, 8 GiB or larger: 432.0 GB/s (90 % of 480.0) asked",
                "481.5 GB/s at 16 GiB with NCCL (NCCL_ALGO=<Ring>), measured once: 11.5 % above what is asked.",
                "2 of 2 requirements pass.");
        assertThat(Files.readString(page)).contains("Acceptance: Ours", "a paper, 2026", "runs.csv:3", "481.5",
                "NCCL_ALGO=&lt;Ring&gt;", "data:image/svg+xml;base64,").doesNotContain("<Ring>", "http://", "<script");
    }

    @Test
    void whatIsBelowFailsWhatIsMissingIsNotShownAndTheCodeSaysWhich() throws Exception {
        assertThat(accept(row(1, "all_reduce", 2, 16, 8L << 30, 400, "0", ""))).isEqualTo(1);
        assertThat(out.toString()).contains("fail       All-Reduce",
                "400.0 GB/s at 8 GiB with NCCL, measured once: 7.4 % below",
                "not shown  All-Gather on 2 × 8 GPUs, 1 GiB: 300.0 GB/s asked", "No All-Gather was measured.",
                "0 of 2 requirements pass, 1 fails, 1 is not shown.");
        assertThat(accept(row(1, "all_reduce", 2, 16, 8L << 30, 470, "0", ""))).isEqualTo(3);
    }

    @Test
    void wrongDataFailsAndUncheckedDataIsNotShown() throws Exception {
        assertThat(accept(row(1, "all_reduce", 2, 16, 8L << 30, 470, "12", ""))).isEqualTo(1);
        assertThat(out.toString()).contains("One measurement has wrong data.");
        assertThat(accept(row(1, "all_reduce", 2, 16, 8L << 30, 470, "", ""))).isEqualTo(3);
        assertThat(out.toString()).contains("but the data was not checked; measure with -c 1.");
    }

    @Test
    void moreThanTheHardwareAllowsIsNotShown() throws Exception {
        var asked = Files.writeString(folder.resolve("one.yaml"), """
                title: Ours
                requirements:
                  - {operation: all_reduce, nodes: 1, gpus: 8, size: 8G, busbw: 460}
                """);
        var runs = Files.writeString(folder.resolve("fast.csv"),
                HEADER + row(1, "all_reduce", 1, 8, 8L << 30, 900, "0", ""));
        assertThat(execute(runs.toString(), "--against", asked.toString())).isEqualTo(3);
        assertThat(out.toString()).contains("which is more than the 700.0 GB/s that the hardware allows");
    }

    @Test
    void theLimitIsThatOfTheUsersOwnHardware() throws Exception {
        var own = Files.writeString(folder.resolve("hardware.yaml"), """
                - id: ours
                  title: Our node
                  instances: []
                  gpus: [NVIDIA H100]
                  node_gpus: 8
                  nvlink: 200
                  nic: none
                  pcie: 64
                  hbm: 3350
                  source: our own measurements
                """);
        var asked = Files.writeString(folder.resolve("one.yaml"), """
                title: Ours
                requirements:
                  - {operation: all_reduce, nodes: 1, gpus: 8, size: 8G, busbw: 460}
                """);
        var runs = Files.writeString(folder.resolve("runs.csv"),
                HEADER + row(1, "all_reduce", 1, 8, 8L << 30, 470, "0", ""));
        assertThat(execute(runs.toString(), "--against", asked.toString())).isZero();
        assertThat(execute(runs.toString(), "--against", asked.toString(), "--hardware", own.toString())).isEqualTo(3);
        assertThat(out.toString()).contains("which is more than the 200.0 GB/s that the hardware allows");
    }

    @Test
    void aPublishedValueWithTheDigitsOfAnotherPlaceIsAPeer() throws Exception {
        var runs = Files.writeString(folder.resolve("two.csv"),
                HEADER + row(1, "all_reduce", 1, 8, 512L << 20, 430, "0", "")
                        + row(2, "all_reduce", 2, 16, 512L << 20, 438.5, "0", ""));
        assertThat(execute(runs.toString(), "--against", "peers")).isNotEqualTo(2);
        assertThat(out.toString()).contains("All-Reduce on 8 GPUs, 512 MiB: 416.6 GB/s (95 % of 438.5) asked");
    }

    @Test
    void aPublishedRunIsNoPeerOfItself() throws Exception {
        var runs = Files.writeString(folder.resolve("published.csv"),
                HEADER + row(1, "all_reduce", 1, 8, 512L << 20, 438.5, "0", ""));
        assertThat(execute(runs.toString(), "--against", "peers")).isNotZero();
        assertThat(out.toString()).doesNotContain("512 MiB: ", "pass  ");
    }

    @Test
    void otherSizesPlacesAndHardwareAreNotShownAndWhyIsSaid() throws Exception {
        assertThat(accept(row(1, "all_reduce", 2, 16, 1L << 30, 470, "0", ""))).isEqualTo(3);
        assertThat(out.toString()).contains("Measured were other sizes, the largest 1 GiB.");
        accept(row(1, "all_reduce", 4, 32, 8L << 30, 470, "0", ""));
        assertThat(out.toString()).contains("It was not measured on 2 nodes with 16 GPUs in all.");
        accept(row(1, "all_reduce", 2, 16, 8L << 30, 470, "0", "").replace("NVIDIA H100", "NVIDIA GH200 480GB"));
        assertThat(out.toString()).contains("The measurements are of other hardware: NVIDIA GH200 480GB.");
    }

    @Test
    void whatIsWithinTheNoiseIsSaid() throws Exception {
        accept(row(1, "all_reduce", 2, 16, 8L << 30, 432.5, "0", ""));
        assertThat(out.toString()).contains("0.1 % above what is asked, which is within the noise of");
    }

    @Test
    void earlierResultsAreABaseline() throws Exception {
        var baseline = Files.writeString(folder.resolve("old.csv"),
                HEADER + row(1, "all_reduce", 2, 16, 1L << 20, 50, "0", "")
                        + row(1, "all_reduce", 2, 16, 1024, 0.1, "0", "")
                        + row(1, "all_reduce", 2, 16, 1L << 30, 400, "0", ""));
        var runs = Files.writeString(folder.resolve("new.csv"),
                HEADER + row(1, "all_reduce", 2, 16, 1L << 20, 49, "0", "")
                        + row(1, "all_reduce", 2, 16, 1L << 30, 370, "0", ""));
        assertThat(execute(runs.toString(), "--against", baseline.toString())).isEqualTo(1);
        assertThat(out.toString()).contains(
                "pass       All-Reduce on 2 × 8 GPUs, 1 MiB: 47.5 GB/s (95 % of 50.0) asked",
                "fail       All-Reduce on 2 × 8 GPUs, 1 GiB: 380.0 GB/s (95 % of 400.0) asked",
                "1 of 2 requirements passes, 1 fails.");
        assertThat(execute(runs.toString(), "--against", baseline.toString(), "--share", "90")).isZero();
    }

    @Test
    void whatComesWithGpucommIsPrintedAsItIsReadAndEachNumberHasItsSource() {
        for (var id : Requirements.BUNDLED) {
            assertThat(execute("--print", id)).isZero();
            var read = Requirements.read(new StringReader(Requirements.bundled(id).orElseThrow()), id);
            assertThat(read.all()).isNotEmpty().allSatisfy(each -> assertThat(each.source()).isNotEmpty());
            assertThat(out.toString()).contains(read.title());
        }
        assertThat(Requirements.read(new StringReader(Requirements.bundled("p5").orElseThrow()), "p5").all())
                .contains(new Requirement(Operation.ALL_REDUCE, 2, 8, 8 * Bytes.GIB, true, 487.87, 0.9, true,
                        "measured, about 65 samples of 16 GB on AWS H100, library not stated: NVCRE validation-results.md,"
                                + " read 2026-11-22"));
    }

    @Test
    void badArgumentsAreSaid() throws Exception {
        assertThat(execute("x.csv")).isEqualTo(2);
        assertThat(execute("x.csv", "--against", "p9")).isEqualTo(2);
        assertThat(execute("--print", "p9")).isEqualTo(2);
        var bad = Files.writeString(folder.resolve("bad.yaml"), ASKED.replace("size: 1G", "size: big"));
        assertThat(execute("x.csv", "--against", bad.toString())).isEqualTo(2);
        assertThat(err.toString()).contains("gpucomm accept all_reduce.log --against p5",
                "--against: there is no profile and no file p9; profiles are p4d, p5, ", "bad.yaml:5:",
                "must be a size such as 64K, 16M or 1G, was 'big'");
    }

    private int accept(String rows, String... more) throws Exception {
        var runs = Files.writeString(folder.resolve("runs.csv"), HEADER + rows);
        var asked = Files.writeString(folder.resolve("ours.yaml"), ASKED);
        var arguments = new java.util.ArrayList<>(java.util.List.of(runs.toString(), "--against", asked.toString()));
        arguments.addAll(java.util.List.of(more));
        return execute(arguments.toArray(String[]::new));
    }

    private int execute(String... arguments) {
        out.getBuffer().setLength(0);
        return new CommandLine(new AcceptCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(err))
                .execute(arguments);
    }

    private static String row(int section, String operation, int nodes, int ranks, long bytes, double busbw,
            String wrong,
            String settings) {
        return String.format(Locale.ROOT,
                "f.csv,%d,nccl-tests,2.17,nccl,2.28.3,%s,,,NVIDIA H100,%d,%d,,%d,float,sum,,out_of_place,20,,,,,,,%s,%s,,,,,%s,%n",
                section, operation, nodes, ranks, bytes, busbw, wrong, settings);
    }
}
