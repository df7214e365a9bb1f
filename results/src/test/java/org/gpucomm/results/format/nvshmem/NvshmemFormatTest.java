package org.gpucomm.results.format.nvshmem;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

import org.assertj.core.data.Offset;
import org.gpucomm.results.Bytes;
import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class NvshmemFormatTest {

    /** An option of that name is no program's, but anyone who wrote the file may write anything. */
    @Test
    void anOptionThatIsNoNumberOfPesEndsNothing() throws Exception {
        var log = Files.readString(Path.of("src/test/resources/samples/nvshmem-perftest/v3.4-two-runs-host.log"));
        var reading = Reading.ofText("min_size: 4, max_size: 8, n_pes: many\n" + log, "x.log");
        assertThat(reading.rows()).hasSameSizeAs(sample("v3.4-two-runs-host.log").rows());
    }

    @Test
    void aBoxHasARulerAfterEveryRowAndIsReadByItsTitleAndHeader() throws Exception {
        var rows = sample("v2.9-boxes-reduction-and-barrier.log").measurements();
        assertThat(rows).extracting(NvshmemFormatTest::shown).containsExactly("1 ALL_REDUCE device+thread int32 sum 4",
                "1 ALL_REDUCE device+thread int32 sum 8", "1 ALL_REDUCE device+block int32 sum 4",
                "2 BARRIER device+block null null null");
        assertThat(rows.getFirst().outcome().time()).hasToString("7.413760 µs");
        assertThat(rows.getLast().settings()).hasToString("threads_per_block=256");
        assertThat(rows).extracting(m -> m.platform().ranks()).containsOnly(2);
    }

    @Test
    void aMessageRateAloneIsAProblemAndNoMissingTable() throws Exception {
        var reading = sample("v2.9-boxes-reduction-and-barrier.log");
        assertThat(reading.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).startsWith("a message rate alone"));
        assertThat(reading.flags(3)).isEmpty();
    }

    @Test
    void versionOneHasAColumnAScopeAndSaysNowhereWhatItMeasuresButInTheCommand() throws Exception {
        var rows = sample("v1.0-broadcast-scopes-box.log").measurements();
        assertThat(rows).extracting(NvshmemFormatTest::shown).containsExactly("1 BROADCAST device+thread 32-bit null 4",
                "1 BROADCAST device+warp 32-bit null 4", "1 BROADCAST device+block 32-bit null 4",
                "1 BROADCAST device+thread 32-bit null 8", "1 BROADCAST device+block 32-bit null 8",
                "1 BROADCAST device+thread 64-bit null 8", "1 BROADCAST device+warp 64-bit null 8",
                "1 BROADCAST device+block 64-bit null 8");
        assertThat(rows).extracting(m -> m.platform().ranks()).containsOnly(4);
    }

    @Test
    void aPlainTableOfVersionOneHasTheScopeInItsTitle() throws Exception {
        assertThat(sample("v1.0-get-bw-plain.log").measurements()).hasSize(3).allSatisfy(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.GET);
            assertThat(m.workload().variant()).isEqualTo("device+warp");
            assertThat(m.outcome().time()).isNull();
            assertThat(m.platform().ranks()).isEqualTo(2);
        });
    }

    /** GB/s stand under latency(us), beside an uninitialised scope and constants. */
    @Test
    void bandwidthsUnderTheHeadingOfLatenciesAreBandwidths() throws Exception {
        var reading = sample("v3.1-mislabelled-get-bw.log");
        assertThat(reading.problems()).isEmpty();
        var gets = reading.measurements().stream().filter(m -> m.section() == 1).toList();
        assertThat(gets).extracting(m -> String.valueOf(m.outcome().algbw())).containsExactly("2.501833 GB/s",
                "4.911207 GB/s", "9.377310 GB/s");
        assertThat(gets).allSatisfy(m -> {
            assertThat(m.outcome().time()).isNull();
            assertThat(m.outcome().busbw()).isNull();
            assertThat(m.workload().variant()).isEqualTo("device+bidirectional");
        });
        assertThat(shown(reading.measurements().getLast())).isEqualTo("2 REDUCE_SCATTER device+warp float max 1048576");
    }

    @Test
    void aSecondMislabelledTableWithoutItsOwnPreambleIsOfNobodyKnowsWhat() throws Exception {
        var table = """
                #shmem_p_bw
                size(B)     type      scope     latency(us)       algbw(GB/s)   busbw(GB/s)
                1024        None      (null)    1.070204          1.000         1.000
                """;
        var reading = Reading.ofText(table + table, "run.log");
        assertThat(reading.rows()).hasSize(1);
        assertThat(reading.problems()).singleElement()
                .satisfies(problem -> assertThat(problem.reason()).contains("message rates"));
    }

    @Test
    void eachPreambleIsARunWithItsOwnDevicesAndOptions() throws Exception {
        var rows = sample("v3.4-two-runs-host.log").measurements();
        assertThat(rows).extracting(NvshmemFormatTest::shown).containsExactly(
                "1 ALL_REDUCE host+on_stream+graph float sum 1024", "1 ALL_REDUCE host+on_stream+graph float sum 2048",
                "2 GET host null null 4096", "2 GET host null null 8192");
        assertThat(rows).extracting(m -> m.platform().ranks() + "/" + m.platform().nodes() + "/"
                + m.workload().iterations()).containsExactly("4/2/200", "4/2/200", "2/1/10", "2/1/10");
    }

    /** n = 4: 2(n-1)/n. */
    @Test
    void busBandwidthOfACollectiveFollowsFromItsAlgorithmBandwidth() throws Exception {
        var row = sample("v3.4-two-runs-host.log").measurements().getFirst();
        double algbw = Objects.requireNonNull(row.outcome().algbw()).doubleValue();
        double bytes = Objects.requireNonNull(row.workload().messageSize()).count();
        double micros = Objects.requireNonNull(row.outcome().time()).doubleValue();
        assertThat(algbw).isCloseTo(bytes / micros / 1000, Offset.offset(0.0006));
        assertThat(Objects.requireNonNull(row.outcome().busbw()).doubleValue()).isCloseTo(algbw * 1.5,
                Offset.offset(0.001));
    }

    @Test
    void bandwidthsOfATableWithoutItsTitleAreThoseOfTheFilesOperation() throws Exception {
        var reading = Reading.ofText("""
                size(B)     count     type      scope     latency(us)       algbw(GB/s)   busbw(GB/s)
                1048576     262144    32-bit    block     248.655841        4.217         4.085
                """, "alltoall.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.workload().operation()).isEqualTo(Operation.ALLTOALL);
            assertThat(m.outcome().algbw()).hasToString("4.217 GB/s");
            assertThat(m.outcome().busbw()).hasToString("4.085 GB/s");
        });
    }

    @Test
    void repetitionsAndPairsAreReadByTheirHeaders() throws Exception {
        var rows = sample("v3.7-repetitions-and-pairs.log").measurements();
        assertThat(rows).extracting(NvshmemFormatTest::shown).containsExactly("1 PUT device+pe0-to-pe2 null null 1024",
                "1 PUT device+pe1-to-pe3 null null 1024", "1 PUT device+pe0-to-pe2 null null 2048",
                "1 PUT device+pe1-to-pe3 null null 2048", "1 PUT device null null 1024", "1 PUT device null null 2048",
                "1 PUT device+pe0-from-pe2 null null 1024", "2 PUT device+warp null null 4");
        assertThat(rows.get(5).settings()).hasToString("repetitions=1");
        assertThat(rows.get(4).outcome().metrics())
                .hasToString("stddev_GBps=0.004000;min_GBps=1.207000;max_GBps=1.215000");
        assertThat(rows.get(5).outcome().metrics()).hasToString("min_GBps=2.410500;max_GBps=2.410500");
        assertThat(rows.getLast().outcome().timeMin()).hasToString("1.910000 µs");
    }

    @Test
    void linesForMachinesAreRowsByTheirUnits() throws Exception {
        var reading = sample("machine-readable.log");
        assertThat(reading.measurements()).extracting(NvshmemFormatTest::shown).containsExactly(
                "1 PUT device+bidirectional null null 65536", "1 PUT device+bidirectional null null 131072",
                "2 ALL_REDUCE device+warp float max 4096", "3 BARRIER host+on_stream+sync+all null null null");
        assertThat(reading.problems()).hasSize(1);
    }

    @Test
    void aRowThatLostItsEndIsAProblem() throws Exception {
        var head = """
                #alltoall_device
                size(B)     count     type      scope     latency(us)       algbw(GB/s)   busbw(GB/s)
                32          8         32-bit    thread    116.220796        0.010         0.020
                """;
        var row = "64          16        32-bit    thread    112.700796        0.001         0.123";
        for (int length = 2; length < row.length(); length++) {
            // what is cut within its last number is known only where the log ends with it
            var end = row.substring(0, length).contains("0.001         0") ? "" : "\n";
            var reading = Reading.ofText(head + row.substring(0, length).stripTrailing() + end, "run.log");
            assertThat(reading.rows()).as("cut after %d", length).hasSize(1);
            assertThat(reading.problems()).as("cut after %d", length).hasSize(1);
        }
    }

    @Test
    void fewerDigitsAreNoSignOfACut() throws Exception {
        var reading = Reading.ofText("""
                #alltoall_device
                size(B)     count     type      scope     latency(us)       algbw(GB/s)   busbw(GB/s)
                32          8         32-bit    thread    116.220796        0.010         0.020
                64          16        32-bit    thread    112.7             0.02          0.04
                """, "run.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).last()
                .satisfies(m -> assertThat(m.outcome().busbw()).hasToString("0.04 GB/s"));
    }

    /** Only PE 0 prints the table; the others' lines come with it, each behind its own tag. */
    @Test
    void linesOfAllProcessesOfALauncherMakeOneRun() throws Exception {
        var reading = Reading.ofText("""
                [1,0]<stdout>:Runtime options after parsing command line arguments
                [1,1]<stdout>:Runtime options after parsing command line arguments
                [1,1]<stdout>:mype: 1 mype_node: 0 device name: NVIDIA H100 bus id: 27
                [1,0]<stdout>:mype: 0 mype_node: 0 device name: NVIDIA H100 bus id: 27
                [1,0]<stdout>:#shmem_put_bw_uni
                [1,0]<stdout>:size(B)     scope     BW (GB/sec)
                [1,0]<stdout>:1024        None      0.537018
                """, "run.log");
        assertThat(reading.measurements()).singleElement().satisfies(m -> {
            assertThat(m.section()).isEqualTo(1);
            assertThat(m.platform().ranks()).isEqualTo(2);
            assertThat(m.platform().nodes()).isEqualTo(2);
        });
    }

    @Test
    void otherProgramsWithSuchHeadersAreNotNvshmems() throws Exception {
        var reading = Reading.ofText("""
                size(B)    count(elems)    type      time:avg(us)    algbw(GB/s)    busbw(GB/s)
                1024       256             bf16      12.5            0.08           0.15
                """, "run.log");
        assertThat(reading.format().id()).isEqualTo("nccom-test");
        assertThat(reading.measurements()).isEmpty();
    }

    @Test
    void namesOfJobsTellOperationAndVariant() {
        assertThat(named("shmem_put_tma_smem_bw")).isEqualTo("PUT [device, tma, smem]");
        assertThat(named("shmem_g_latency")).isEqualTo("GET [device, g]");
        assertThat(named("shmem_st_bw")).isEqualTo("PUT [device, st]");
        assertThat(named("shmem_putmem_signal_ping_lat")).isEqualTo("PUT [device, signal, ping-pong]");
        assertThat(named("shmem_at_int_fetch_inc_ping_lat")).isEqualTo("ATOMIC [device, int, fetch, inc, ping-pong]");
        assertThat(named("fcollect_on_stream.py")).isEqualTo("ALL_GATHER [host, on_stream]");
        assertThat(named("barrier_all_on_stream")).isEqualTo("BARRIER [host, on_stream, all]");
        assertThat(named("device_reducescatter")).isEqualTo("REDUCE_SCATTER [device]");
        assertThat(List.of("size", "foo_bar", "all_reduce_perf", "EFA"))
                .allSatisfy(name -> assertThat(Job.of(name)).isNull());
    }

    @Test
    void sizesAreTheToolsOwn() throws Exception {
        assertThat(sample("machine-readable.log").measurements().getFirst().workload().messageSize())
                .isEqualTo(new Bytes(65536));
    }

    private static String named(String name) {
        var job = Objects.requireNonNull(Job.of(name));
        return job.operation() + " " + job.variant();
    }

    private static String shown(Measurement m) {
        var size = m.workload().messageSize();
        return m.section() + " " + m.workload().operation() + " " + m.workload().variant() + " "
                + m.workload().datatype() + " " + m.workload().redop() + " " + (size == null ? null : size.count());
    }

    private static Reading sample(String name) throws Exception {
        return Reading.ofSample("nvshmem-perftest/" + name);
    }
}
