package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.bench.FakeGpus.Outcome;
import org.gpucomm.runner.output.Parsed;
import org.gpucomm.runner.output.PrintedTable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The family proxy: fake GPUs post to queues that the real proxy threads serve. */
@Tag("nightly")
class ProxyTest {

    private static FakeGpus gpus;

    @TempDir
    Path folder;

    @BeforeAll
    static void build() throws Exception {
        gpus = FakeGpus.shared();
    }

    @Test
    void everyRequestArrivesOnceAsItWasPosted() throws Exception {
        var file = folder.resolve("queue.csv");
        var outcome = gpus.bench("proxy", "queue", "-g", "1", "--posters", "1,64", "--proxies", "1,4", "--posts", "40",
                "--depth", "32", "-O", file.toString());
        assertThat(outcome.code()).as(outcome.messages()).isZero();
        assertThat(Parsed.cells(file)).hasSize(12).allSatisfy(row -> assertThat(row.get("wrong")).isEqualTo("0"));
        assertThat(Parsed.cells(file)).extracting(row -> row.get("variant") + " " + row.get("settings")).startsWith(
                "nbi posters=1;proxies=1;depth=32", "nbi posters=64;proxies=1;depth=32",
                "nbi posters=1;proxies=4;depth=32").endsWith("blocking posters=64;proxies=4;depth=32");
        PrintedTable.saysWhatIsIn(file, outcome.out());
    }

    @Test
    void theRateIsThatOfAllPosters() throws Exception {
        var file = folder.resolve("rate.csv");
        gpus.bench("proxy", "queue", "-g", "1", "--posters", "32", "--ways", "post", "--posts", "50", "-n", "4", "-O",
                file.toString());
        assertThat(Parsed.cells(file)).hasSize(1).allSatisfy(row -> {
            double rate = Double.parseDouble(row.get("metrics").replaceAll(".*rate_Mops=([^;]*).*", "$1"));
            assertThat(rate * Double.parseDouble(row.get("time_us"))).isCloseTo(32, within(1e-6 * 32));
            assertThat(row.get("iterations")).isEqualTo("200");
        });
    }

    @Test
    void everyWriteArrivesAtTheNextGpuAsItWasFilled() throws Exception {
        for (var ranks : List.of("1", "2")) {
            var file = folder.resolve(ranks + ".csv");
            var outcome = gpus.bench("proxy", "write", "-g", ranks, "-b", "48", "-e", "48K", "-f", "32", "--proxies",
                    "1,4", "-n", "9", "-O", file.toString());
            assertThat(outcome.code()).as(outcome.messages()).isZero();
            assertThat(Parsed.cells(file)).as(ranks).isNotEmpty()
                    .allSatisfy(row -> assertThat(row.get("wrong")).isEqualTo("0"));
            assertThat(Parsed.cells(file)).extracting(row -> row.get("variant")).contains("proxy", "proxy+nbi",
                    "proxy+fill", "proxy+nbi+fill", "fill");
            PrintedTable.saysWhatIsIn(file, outcome.out());
        }
    }

    @Test
    void fillingIsARowOfItsOwnForEachNumberOfBlocks() throws Exception {
        var file = folder.resolve("fill.csv");
        gpus.bench("proxy", "write", "-g", "1", "-b", "4K", "-e", "4K", "--ways", "quiet_filled,fill", "--fill-blocks",
                "1,32", "-O", file.toString());
        assertThat(Parsed.cells(file)).extracting(row -> row.get("variant") + " " + row.get("settings"))
                .containsExactly(
                        "proxy+fill proxies=1;depth=4096;blocks=1;threads=256",
                        "proxy+fill proxies=1;depth=4096;blocks=32;threads=256", "fill blocks=1;threads=256",
                        "fill blocks=32;threads=256");
    }

    @Test
    void processesWriteToOneAnother() throws Exception {
        int port = FakeGpus.freePort();
        var started = new ArrayList<FakeGpus.Started>();
        for (int rank = 1; rank >= 0; rank--) {
            started.add(gpus.start(Map.of(), "proxy", "write", "-b", "4K", "-e", "4K", "-g", "1", "--rank", "" + rank,
                    "--ranks", "2", "--rendezvous", "127.0.0.1:" + port));
        }
        var outcomes = new ArrayList<Outcome>();
        for (var each : started) {
            outcomes.add(each.outcome());
        }
        assertThat(outcomes).extracting(Outcome::code).as(outcomes.toString()).containsExactly(0, 0);
        assertThat(outcomes.getLast().out()).contains("# wrong results: 0 OK");
    }

    @Test
    void aWrongRequestAndAWrongElementAreCounted() throws Exception {
        var queue = gpus.benchApart(Map.of("FAKE_WRONG", "gpucomm_proxy_post"), "proxy", "queue", "-g", "1", "--ways",
                "post", "--posts", "5", "--posters", "1");
        assertThat(queue.out()).contains("# wrong results: 1 FAILED");
        assertThat(queue.code()).isEqualTo(1);
        for (var fault : List.of("cuMemcpyDtoDAsync@1", "gpucomm_proxy_write@0")) {
            var write = gpus.benchApart(Map.of("FAKE_WRONG", fault), "proxy", "write", "-b", "1K", "-e", "1K", "--ways",
                    "quiet_filled", "--fill-blocks", "1");
            assertThat(write.messages())
                    .isEqualTo("gpucomm: some results hold wrong elements, see the columns #wrong\n");
            assertThat(write.code()).as(fault).isEqualTo(1);
        }
    }

    @Test
    void aLostRequestOrAnswerIsNamedInTime() throws Exception {
        var faults = Map.of("gpucomm_proxy_post@0#2", List.of("queue", "--ways", "blocking", "--posters", "1"),
                "gpucomm_proxy_write@0#3", List.of("write", "-b", "1K", "-e", "1K", "--ways", "nbi"),
                "cuStreamWriteValue32#4", List.of("write", "-b", "1K", "-e", "1K", "--ways", "quiet"));
        for (var fault : faults.entrySet()) {
            var arguments = new ArrayList<>(List.of("proxy"));
            arguments.addAll(fault.getValue());
            arguments.addAll(List.of("-g", "1", "--posts", "5", "--lost-after", "1"));
            var outcome = gpus.benchApart(Map.of("FAKE_LOSE", fault.getKey()), arguments.toArray(String[]::new));
            assertThat(outcome.code()).as(fault + outcome.messages()).isEqualTo(4);
            assertThat(outcome.messages()).containsPattern("gpucomm: the GPU of rank 0 waited 1 s for its proxy thread "
                    + "0, request \\d+, in vain: the request did not arrive there, or the answer did not arrive here");
        }
    }

    @Test
    void aCallOfAProxyThatFailsIsNamed() throws Exception {
        var outcome = gpus.benchApart(Map.of("FAKE_FAIL", "cuMemcpyDtoDAsync#3=700"), "proxy", "write", "-g", "1", "-b",
                "1K", "-e", "1K", "--ways", "quiet", "--lost-after", "1");
        assertThat(outcome.messages()).contains("copying for the GPU of proxy threads failed: "
                + "cuMemcpyDtoDAsync of proxy thread 0 (700)");
        assertThat(outcome.code()).isEqualTo(4);
    }

    @Test
    void whatCannotBeAskedIsRefusedWithTheReason() {
        assertRefused("--posters must be 1 or a multiple of 32, beyond 256 of 256, was 33", "queue", "--posters", "33");
        assertRefused("--posters must be 1 or a multiple of 32, beyond 256 of 256, was 288", "queue", "--posters",
                "288");
        assertRefused("--depth must be a power of two, was 48", "queue", "--depth", "48");
        assertRefused("--proxies must be 1 to 64, was 0", "write", "--proxies", "0");
        assertRefused("there is no method 'post' for write; there are quiet, nbi, quiet_filled, nbi_filled, fill, all",
                "write", "--ways", "post");
    }

    private static void assertRefused(String message, String... arguments) {
        var all = new ArrayList<>(List.of("proxy"));
        all.addAll(Arrays.asList(arguments));
        var outcome = gpus.bench(all.toArray(String[]::new));
        assertThat(outcome.messages()).isEqualTo("gpucomm: " + message + "\n");
        assertThat(outcome.code()).isEqualTo(2);
    }
}
