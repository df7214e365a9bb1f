package org.gpucomm.runner.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.headline.Headlines;
import org.gpucomm.analysis.rules.Rules;
import org.gpucomm.runner.bench.FakeGpus.Row;
import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.output.Parsed;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The whole of bench on two fake GPUs, in this process: really transferred, really checked. */
class BenchCommandTest {

    private static final Set<String> NOT_IN_PLACE = Set.of("alltoall", "alltoallv", "sendrecv", "moe_dispatch",
            "moe_combine");

    @TempDir
    static Path folder;
    private static FakeGpus gpus;

    @BeforeAll
    static void build() throws Exception {
        gpus = FakeGpus.shared();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"all_reduce", "all_gather", "reduce_scatter", "alltoall", "alltoallv", "broadcast", "reduce",
                    "gather", "scatter", "sendrecv", "hypercube", "moe_dispatch", "moe_combine"})
    void everyOperationArrivesAsItMust(String operation) {
        var outcome = gpus.bench(operation, "-b", "256", "-e", "256K", "-f", "32", "--hidden", "16");
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.code()).isZero();
        assertThat(outcome.rows()).hasSize(3).allSatisfy(row -> {
            assertThat(row.wrong()).isEqualTo("0");
            assertThat(row.wrongInPlace()).isEqualTo(NOT_IN_PLACE.contains(operation) ? "N/A" : "0");
        });
    }

    @Test
    void everyTypeReducesInEveryWay() {
        var outcome = gpus.bench("all_reduce", "-b", "512", "-e", "512", "-d", "all", "-o", "all");
        assertThat(outcome.rows()).hasSize(ElementType.values().length * Reduction.values().length)
                .allSatisfy(row -> assertThat(row.wrong()).as(row.toString()).isEqualTo("0"));
        assertThat(outcome.rows().stream().map(Row::type).distinct())
                .containsExactlyElementsOf(Stream.of(ElementType.values()).map(ElementType::text).toList());
        assertThat(outcome.rows().stream().map(Row::redop).distinct())
                .containsExactlyElementsOf(Stream.of(Reduction.values()).map(Reduction::text).toList());
    }

    @Test
    void eachRankIsTheRootInTurn() {
        var outcome = gpus.bench("broadcast", "-r", "all", "-b", "64", "-e", "64", "-d", "half,int64");
        assertThat(outcome.rows()).extracting(Row::type, Row::redop, Row::root, Row::wrong).containsExactly(
                tuple("half", "none", 0, "0"),
                tuple("half", "none", 1, "0"),
                tuple("int64", "none", 0, "0"),
                tuple("int64", "none", 1, "0"));
    }

    @Test
    void bandwidthFollowsFromTheSizeAndTheTime() {
        // Two ranks: the bus factor of all_gather is 1/2. Printed with two digits behind the point.
        var row = gpus.bench("all_gather", "-b", "4M", "-e", "4M").rows().getFirst();
        assertThat(row.algbw()).isEqualTo(row.bytes() / row.time() / 1000, offset(0.01));
        assertThat(row.busbw()).isEqualTo(row.algbw() / 2, offset(0.01));
    }

    @Test
    void anExchangeOfExpertsHasNoBusBandwidthAndSaysHowTokensWereRouted() {
        var outcome = gpus.bench("moe_dispatch", "-b", "64K", "-e", "64K", "--hidden", "16", "--experts", "8",
                "--top-k",
                "2", "--skew", "1");
        assertThat(outcome.rows().getFirst().busbw()).isNaN();
        assertThat(outcome.rows().getFirst().count()).isEqualTo(65536 / 4 / 16);
        assertThat(outcome.out()).contains("# Settings: hidden=16;experts=8;top_k=2;routing=zipf-1.0;seed=1\n")
                .contains("# Avg bus bandwidth    : 0 \n");
    }

    @Test
    void sizesBelowOneElementARankAreRowsOfNothing() {
        assertThat(gpus.bench("all_gather_perf", "-b", "8", "-e", "64", "-f", "2").rows()).extracting(Row::bytes,
                Row::count).containsExactly(tuple(0L, 0L),
                        tuple(0L, 0L), tuple(32L, 4L),
                        tuple(64L, 8L));
    }

    @Test
    void graphsGroupsAndWaitingGiveRightResultsToo() {
        for (var options : List.of(List.of("-G", "3"), List.of("-m", "4"), List.of("-z", "1"), List.of("-z", "2"),
                List.of("--until", "50%"), List.of("-G", "2", "-m", "2"))) {
            var arguments = new ArrayList<>(List.of("sendrecv", "-b", "1K", "-e", "1K"));
            arguments.addAll(options);
            var outcome = gpus.bench(arguments.toArray(String[]::new));
            assertThat(outcome.rows()).as(options + outcome.messages()).extracting(Row::wrong).containsExactly("0");
        }
    }

    @Test
    void withoutKernelsNothingIsCheckedAndItIsSaidWhy() {
        var environment = new HashMap<>(gpus.environment());
        environment.put("GPUCOMM_KERNELS", folder.resolve("missing").toString());
        var outcome = FakeGpus.bench(environment, "all_reduce", "-b", "64", "-e", "64");
        assertThat(outcome.code()).isZero();
        assertThat(outcome.rows()).extracting(Row::wrong).containsExactly("N/A");
        assertThat(outcome.out()).contains("Results are not checked: the kernels cannot be read");
    }

    @Test
    void resultsGoToAFileThatAnInterruptedRunGoesOnWith() throws IOException {
        var file = folder.resolve("results.csv").toString();
        gpus.bench("all_reduce", "-b", "64", "-e", "128", "-O", file);
        var outcome = gpus.bench("all_reduce", "-b", "64", "-e", "256", "-O", file, "--resume");
        assertThat(outcome.rows()).extracting(Row::bytes).containsExactly(256L);
        assertThat(Files.readAllLines(Path.of(file))).hasSize(1 + 2 * 3)
                .filteredOn(line -> line.contains("all_reduce")).allSatisfy(line -> assertThat(line)
                        .contains(",gpucomm,").contains(",nccl,2.28.3,all_reduce,").contains("Fake H200,1,2,"));
    }

    @Test
    void theLastLineIsTheSentenceThatExplainSaysOfTheFile() throws Exception {
        var file = folder.resolve("said.jsonl");
        var outcome = gpus.bench("all_reduce", "-b", "1M", "-e", "4M", "-O", file.toString(), "--setting", "A=1");
        var read = new EvidenceFiles();
        read.add(Files.newInputStream(file), "said.jsonl", "said");
        var evidence = read.evidence();
        var said = Headlines.of(evidence, evidence, read.facts(), new Rules(Profiles.bundled()).examine(evidence));
        assertThat(said.sentence()).startsWith("All-Reduce with NCCL (A=1) on 2 GPUs reaches ");
        assertThat(outcome.out()).endsWith("\n# " + said.sentence() + "\n");
        assertThat(Parsed.rows(outcome.out().getBytes(StandardCharsets.UTF_8), "bench.log")).hasSize(6);
        assertThat(gpus.bench("all_reduce", "-b", "1M", "-e", "1M", "-q").out()).doesNotContain("reaches");
    }

    @Test
    void wrongDataAreWhatIsSaidFirst() throws Exception {
        var outcome = gpus.benchApart(Map.of("FAKE_WRONG", "ncclAllReduce@1"), "all_reduce", "-b", "1K", "-e", "1K");
        assertThat(outcome.code()).as(outcome.messages()).isEqualTo(1);
        assertThat(outcome.out().lines().toList().getLast()).startsWith("# Wrong data: ");
    }

    @Test
    void aRunThatBreaksOffHasNoSentence() throws Exception {
        var outcome = gpus.benchApart(Map.of("FAKE_FAIL", "ncclAllReduce@0#40=1"), "all_reduce", "-b", "1M", "-e",
                "64M");
        assertThat(outcome.code()).as(outcome.out() + outcome.messages()).isEqualTo(4);
        assertThat(outcome.out()).doesNotContain("reaches", "Cannot be judged");
    }

    @Test
    void aCompleteRunWithSeveralSizesOfNothingIsCompleteWhenAnotherGoesOn() throws IOException {
        var file = folder.resolve("zeros.csv").toString();
        gpus.bench("all_gather", "-b", "8", "-e", "128", "-O", file, "--section", "1");
        var first = Files.readAllLines(Path.of(file));
        assertThat(gpus.bench("all_gather", "-b", "8", "-e", "128", "-O", file, "--resume", "--section", "1").rows())
                .isEmpty();
        gpus.bench("all_gather", "-b", "8", "-e", "128", "-O", file, "--resume", "--section", "2");
        // 8 and 16 bytes are 0 bytes a rank, then 32, 64 and 128: two placements each, in two sections
        assertThat(Files.readAllLines(Path.of(file))).hasSize(1 + 2 * 2 * 5).containsAll(first);
    }

    @Test
    void anOlderNcclIsServedByGroupedSendsAndReceives() throws Exception {
        var old = FakeGpus.build(folder.resolve("old"), "-DFAKE_OLD");
        for (var operation : List.of("alltoall", "gather", "scatter")) {
            assertThat(old.bench(operation, "-b", "4K", "-e", "4K").rows()).as(operation).extracting(Row::wrong)
                    .containsExactly("0");
        }
    }

    @Test
    void buffersAreRegisteredGivenBackAndToldApartInTheResults() throws Exception {
        for (var registration : List.of("1", "2")) {
            var file = folder.resolve("registered" + registration + ".csv");
            var outcome = gpus.bench("alltoall", "-b", "1K", "-e", "2K", "-R", registration, "-O", file.toString());
            // The fake communicator refuses to be destroyed while a buffer is registered.
            assertThat(outcome.code()).as(outcome.messages()).isZero();
            assertThat(outcome.rows()).extracting(Row::wrong).containsExactly("0", "0");
            assertThat(outcome.out()).contains("# Settings: local_register=" + registration + "\n");
            assertThat(Parsed.rows(file)).hasSize(4)
                    .allSatisfy(row -> assertThat(row.settings()).hasToString("local_register=" + registration));
            // Without registration it is another curve, and so measured again.
            var plain = gpus.bench("alltoall", "-b", "1K", "-e", "2K", "-O", file.toString(), "--resume");
            assertThat(plain.rows()).hasSize(2);
        }
    }

    @Test
    void theCommunicatorIsToldItsPolicyForThreadBlocks() throws Exception {
        var outcome = gpus.benchApart(Map.of("FAKE_CTA_POLICY", "2"), "all_reduce", "-b", "64", "-e", "64", "-x", "2");
        assertThat(outcome.code()).as(outcome.messages()).isZero();
        assertThat(outcome.out()).contains("# Settings: cta_policy=2\n");
        var another = gpus.benchApart(Map.of("FAKE_CTA_POLICY", "2"), "all_reduce", "-b", "64", "-e", "64", "-x", "1");
        assertThat(another.code()).isEqualTo(4);
        assertThat(another.messages()).contains("ncclCommInitRankConfig of NCCL failed on rank ");
    }

    @Test
    void anNcclThatIsTooOldSaysWhatCameWhen() throws Exception {
        var old = FakeGpus.build(folder.resolve("before"), "-DFAKE_OLD");
        assertMissing(old, "gpucomm: NCCL 2.18.6 has no registered buffers (-R 1); it came with 2.19\n", "-R", "1");
        assertMissing(old, "gpucomm: NCCL 2.18.6 has no symmetric memory (-R 2); it came with 2.27\n", "-R", "2");
        assertMissing(old, "gpucomm: NCCL 2.18.6 has no policy for thread blocks -x 1; it came with 2.27\n", "-x", "1");
        // 2.27 would take policy 2 for 0.
        var outcome = gpus.benchApart(Map.of("FAKE_NCCL_VERSION", "22703"), "all_reduce", "-x", "2");
        assertThat(outcome.messages())
                .isEqualTo("gpucomm: NCCL 2.27.3 has no policy for thread blocks -x 2; it came with 2.28\n");
    }

    @Test
    void memoryThatCannotBeSymmetricIsSaid() throws Exception {
        var outcome = gpus.benchApart(Map.of("FAKE_WRONG", "ncclCommWindowRegister"), "all_reduce", "-e", "64", "-R",
                "2");
        assertThat(outcome.code()).isEqualTo(4);
        assertThat(outcome.messages()).contains("gpucomm: NCCL made no window of symmetric memory on rank ");
    }

    private static void assertMissing(FakeGpus old, String message, String... option) throws Exception {
        var outcome = old.benchApart(Map.of("FAKE_NCCL_VERSION", "21806"), "all_reduce", option[0], option[1]);
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.messages()).isEqualTo(message);
    }

    @Test
    void anNcclWithoutSendsSaysWhenTheyCame() throws Exception {
        var ancient = FakeGpus.build(folder.resolve("ancient"), "-DFAKE_OLD", "-DFAKE_ANCIENT");
        var outcome = ancient.bench("sendrecv", "-b", "4K", "-e", "4K");
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.messages()).isEqualTo("gpucomm: NCCL has no ncclSend and ncclRecv; they came with 2.7\n");
    }

    @Test
    void aLibraryThatIsNotThereIsNamedWithTheLoadersReason() {
        var environment = new HashMap<>(gpus.environment());
        environment.put("GPUCOMM_NCCL_LIBRARY", "libnope.so.2");
        var outcome = FakeGpus.bench(environment, "all_reduce");
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.messages())
                .isEqualTo("gpucomm: NCCL cannot be used: libnope.so.2: cannot open shared object "
                        + "file: No such file or directory. Run gpucomm doctor for more.\n");
    }

    @Test
    void optionsThatCannotBeAreRefusedWithWhatCan() {
        assertRefused("there is no operation 'all_reduc'; there are all_reduce, all_gather,", "all_reduc");
        assertRefused("there is no data type 'flaot'; there are int8, uint8,", "all_reduce", "-d", "flaot");
        assertRefused("there is no reduction 'plus'; there are sum, prod, max, min, avg, mulsum, all", "all_reduce",
                "-o", "plus");
        assertRefused("'8X' is no size; write bytes, or a number with K, M or G", "all_reduce", "-b", "8X");
        assertRefused("--root must be within 0 and 1, was 2", "broadcast", "-r", "2");
        assertRefused("--until must be a percentage such as 1%, was 'soon'", "all_reduce", "--until", "soon");
        assertRefused("--iters must be at least 1, was 0", "all_reduce", "-n", "0");
        assertRefused("--report_cputime 1 is nccl-tests' and not gpucomm's: an operation is timed until", "all_reduce",
                "-C", "1");
        assertRefused("--experts 7 cannot be spread equally over 2 ranks", "moe_dispatch", "--experts", "7", "--top-k",
                "2");
    }

    private static void assertRefused(String message, String... arguments) {
        var outcome = gpus.bench(arguments);
        assertThat(outcome.code()).isEqualTo(2);
        assertThat(outcome.messages()).startsWith("gpucomm: " + message);
        assertThat(outcome.out()).isEmpty();
    }

    @Test
    void moreGpusThanThereAreIsSaid() {
        var outcome = gpus.bench("all_reduce", "-g", "3");
        assertThat(outcome.code()).isEqualTo(3);
        assertThat(outcome.messages()).isEqualTo("gpucomm: process 0 needs GPUs 0 to 2, this host shows 2; see --gpus, "
                + "--threads and CUDA_VISIBLE_DEVICES\n");
    }
}
