package org.gpucomm.runner.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.gpucomm.results.Measurement;
import org.gpucomm.runner.bench.FakeGpus;
import org.gpucomm.runner.fabric.FabricBench.Run;
import org.gpucomm.runner.fabric.FabricBench.Runs;
import org.gpucomm.runner.output.PrintedTable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code bench fabric} over the real tcp and shm of this host, on the loopback. */
@Timeout(240)
@Tag("nightly")
class ProvidersTest {

    private static final String[] QUICK = {"-b", "1K", "-e", "64K", "-f", "8", "-n", "8", "-w", "2", "--stall", "60"};

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"sendrecv, tcp", "send, tcp", "write, tcp", "read, tcp", "sendrecv, shm", "send, shm", "write, shm",
            "read, shm"})
    void everyByteArrivesBetweenTwoSeatsOfAProcess(String operation, String provider) throws Exception {
        FabricBench.needed(provider);
        var runs = FabricBench.alone(folder, FabricBench.with(QUICK, operation, "--provider", provider));
        assertRight(runs, 3);
        PrintedTable.saysWhatIsIn(runs.file(), runs.first().out());
        assertThat(runs.rows()).allSatisfy(row -> {
            assertThat(row.workload().operation().id()).isEqualTo(operation);
            assertThat(row.workload().variant()).isEqualTo("host");
            assertThat(row.settings().get("provider")).hasValue(provider);
            double micros = Objects.requireNonNull(row.outcome().time()).doubleValue();
            double bytes = Objects.requireNonNull(row.workload().messageSize()).count();
            assertThat(Objects.requireNonNull(row.outcome().algbw()).doubleValue()).isCloseTo(bytes / micros / 1e3,
                    within(bytes / micros / 1e6));
            assertThat(row.outcome().timeP50()).isNotNull();
        });
    }

    /** The path from a GPU over a queue and a proxy to the wire, with a producer of the host in the GPU's place. */
    @ParameterizedTest
    @CsvSource({"tcp, queue, host+queue", "shm, queue, host+queue", "tcp, quiet, host+queue+quiet",
            "shm, quiet, host+queue+quiet"})
    void writesThatAProducerAsksForThroughAQueueArrive(String provider, String requests, String variant)
            throws Exception {
        FabricBench.needed(provider);
        var runs = FabricBench.alone(folder,
                FabricBench.with(QUICK, "write", "--provider", provider, "--requests", requests));
        assertRight(runs, 3);
        assertThat(runs.rows()).allSatisfy(row -> {
            assertThat(row.workload().variant()).isEqualTo(variant);
            assertThat(row.outcome().time()).isNotNull();
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcp", "shm"})
    void twoProcessesMeetOverTheRendezvousAndTheFabric(String provider) throws Exception {
        FabricBench.needed(provider);
        var runs = FabricBench.two(folder, FabricBench.with(QUICK, "write", "--provider", provider, "--immediate"));
        assertRight(runs, 3);
        assertThat(runs.rows()).allSatisfy(row -> {
            assertThat(row.platform().ranks()).isEqualTo(2);
            assertThat(row.settings().get("immediate")).hasValue("1");
        });
    }

    @ParameterizedTest
    @CsvSource({"tcp, 3, lo", "shm, 4, shm", "tcp, 2, 'lo,lo'"})
    void anAllToAllBringsEveryRankTheSharesOfAll(String provider, int seats, String interfaces) throws Exception {
        FabricBench.needed(provider);
        var runs = FabricBench.alone(folder, "alltoall", "--provider", provider, "--seats", "" + seats, "--interface",
                interfaces, "-b", "3K", "-e", "48K", "-f", "4", "-n", "6", "-w", "1", "--stall", "60");
        assertRight(runs, 3);
        assertThat(runs.rows()).allSatisfy(row -> {
            long bytes = Objects.requireNonNull(row.workload().messageSize()).count();
            assertThat(bytes % seats).isZero();
            double busbw = Objects.requireNonNull(row.outcome().busbw()).doubleValue();
            assertThat(busbw).isCloseTo(
                    Objects.requireNonNull(row.outcome().algbw()).doubleValue() * (seats - 1) / seats,
                    within(busbw * 1e-4));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"split", "round_robin"})
    void severalInterfacesCarryMessagesBothWays(String distribute) throws Exception {
        FabricBench.needed("tcp");
        var runs = FabricBench.alone(folder, "write", "--provider", "tcp", "--interface", "lo,lo,lo", "--distribute",
                distribute, "--threads", "2", "-b", "100001", "-e", "100001", "-n", "9", "-w", "2", "--stall", "60");
        assertRight(runs, 1);
        var row = runs.rows().getFirst();
        assertThat(row.workload().variant()).isEqualTo("host+" + distribute.replace('_', '-'));
        assertThat(row.settings().get("nics")).hasValue("3");
        for (var rail : List.of("rail0_GBps", "rail1_GBps", "rail2_GBps")) {
            assertThat(row.outcome().metrics().get(rail)).map(Double::parseDouble)
                    .hasValueSatisfying(rate -> assertThat(rate).isPositive());
        }
        assertThat(row.outcome().metrics().get("rail3_GBps")).isEmpty();
        assertThat(row.outcome().metrics().values()).containsKeys("open_us", "register_us", "peers_us", "first_us");
    }

    @Test
    void theLadderTakesItsStepsInOrderAndTellsTheGainOfEach() throws Exception {
        FabricBench.needed("tcp");
        var runs = FabricBench.alone(folder, "ladder", "--provider", "tcp", "--interface", "lo,lo,lo,lo", "--threads",
                "2", "--no-pin", "--ladder", "16K", "-n", "40", "--stall", "60");
        assertRight(runs, 7);
        assertThat(runs.rows()).extracting(row -> row.workload().variant()).containsExactly("one-nic", "all-nics",
                "warm-up", "threads", "state-sharding", "batch-posting", "lazy-posting");
        assertThat(runs.rows()).extracting(row -> row.settings().get("step").orElse("")).containsExactly("1", "2", "3",
                "4", "6", "7", "8");
        for (int i = 1; i < runs.rows().size(); i++) {
            double gain = rate(runs.rows().get(i)) / rate(runs.rows().get(i - 1));
            assertThat(runs.rows().get(i).outcome().metrics().get("gain")).map(Double::parseDouble)
                    .hasValueSatisfying(told -> assertThat(told).isCloseTo(gain, within(gain * 0.002)));
        }
    }

    @Test
    void whatIsNotHereIsNamedWithExitCode3() throws Exception {
        FabricBench.needed("tcp");
        var run = FabricBench.alone(folder, "write", "--provider", "no_such_provider").first();
        assertThat(run.code()).as(run.out()).isEqualTo(3);
        assertThat(run.out()).contains("provider no_such_provider of libfabric ", "offers no interface");
    }

    @Test
    void whatCannotBeIsRefusedWithExitCode2() throws Exception {
        FabricBench.needed("tcp");
        assertRefused("there is no interface 'nope' of provider tcp", "write", "--provider", "tcp", "--interface",
                "nope");
        assertRefused("--threads 2 for 1 interface(s)", "write", "--provider", "tcp", "-t", "2");
        assertRefused("--requests is for write without --ladder, not for read", "read", "--provider", "tcp",
                "--requests",
                "queue");
        assertRefused("--requests must be direct, queue or quiet, was 'gpu'", "write", "--requests", "gpu");
        assertRefused("write needs an even number of ranks, not 3; see --seats", "write", "--provider", "tcp",
                "--seats",
                "3");
    }

    @Test
    void aKilledProcessEndsTheOtherInTimeAndIsNamed() throws Exception {
        FabricBench.needed("tcp");
        var rendezvous = "127.0.0.1:" + FakeGpus.freePort();
        String[] endless = {"write", "--provider", "tcp", "-b", "1M", "-e", "1M", "-n", "1000000", "--stall", "10",
                "--ranks", "2", "--rendezvous", rendezvous};
        var second = FabricBench.start(List.of(), FabricBench.with(endless, "--rank", "1"));
        var first = FabricBench.start(List.of(), FabricBench.with(endless, "--rank", "0"));
        // Before they have met nobody knows of a process that is not there, and the other waits for it as long as --timeout says.
        first.printed("# rank 1: ");
        second.process().destroyForcibly();
        var run = first.ended();
        assertThat(run.code()).as(run.out()).isEqualTo(4);
        assertThat(run.out()).containsPattern("process 1|rank 1");
        second.ended();
    }

    private void assertRefused(String message, String... arguments) throws Exception {
        Run run = FabricBench.alone(folder, arguments).first();
        assertThat(run.code()).as(run.out()).isEqualTo(2);
        assertThat(run.out()).contains(message);
    }

    private static void assertRight(Runs runs, int rows) {
        assertThat(runs.processes()).allSatisfy(run -> assertThat(run.code()).as(run.out()).isZero());
        assertThat(runs.rows()).hasSize(rows).allSatisfy(row -> {
            assertThat(Objects.requireNonNull(row.outcome().wrong()).doubleValue()).isZero();
            assertThat(row.stack().library()).isEqualTo("libfabric");
        });
    }

    private static double rate(Measurement row) {
        return Objects.requireNonNull(row.outcome().algbw()).doubleValue();
    }
}
