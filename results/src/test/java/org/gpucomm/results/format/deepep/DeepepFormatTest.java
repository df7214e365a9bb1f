package org.gpucomm.results.format.deepep;

import static java.util.Comparator.comparingLong;
import static org.assertj.core.api.Assertions.assertThat;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.format.Entry;
import org.gpucomm.results.format.Reading;
import org.junit.jupiter.api.Test;

class DeepepFormatTest {

    @Test
    void networkAndNvlinkAreTwoMeasurementsOfOneResult() throws Exception {
        var reading = Reading.ofSample("deepep/internode-2025-02-and-09.log");
        assertThat(reading.rows()).hasSize(2 + 4);
        assertThat(reading.measurements()).filteredOn(m -> m.settings().get("tuned").isPresent())
                .extracting(DeepepFormatTest::shown).containsExactly(
                        "1 DISPATCH internode+rdma fp8 42.17 GB/s null",
                        "1 DISPATCH internode+nvl fp8 137.60 GB/s null",
                        "1 COMBINE internode+rdma null 43.90 GB/s null",
                        "1 COMBINE internode+nvl null 143.25 GB/s null",
                        "2 DISPATCH internode+rdma bf16 41.36 GB/s 1755 µs",
                        "2 DISPATCH internode+nvl bf16 134.98 GB/s 1755 µs",
                        "2 COMBINE internode+rdma null 40.07 GB/s 1811.44 µs",
                        "2 COMBINE internode+nvl null 130.77 GB/s 1811.44 µs");
        assertThat(reading.measurements().getLast().settings().text()).contains("rdma_chunk=28", "num_tokens=8192");
        assertThat(reading.measurements().getLast().outcome().metrics()).hasToString("notify_us=350.10");
    }

    @Test
    void linesOfHybridEpAreReadWithAndWithoutRanks() throws Exception {
        var reading = Reading.ofText("""
                === Correctness Check (FP8, 16 ranks) ===
                  dispatch+combine API: PASS
                === Torch API Benchmark (FP8, 16 ranks) ===
                dispatch (FP8):                                  35.38 GB/s (RDMA), t: 1707.3 us [min=1707.1, max=1707.5], rdma_send_bytes: 60.40 MB
                combine+unpermute:                               110.22 GB/s (NVL), t: 3594.0 us [min=3593.4, max=3594.3], combine_send_bytes: 396.13 MB
                === Kernel Benchmark (FP8, 16 ranks) ===
                fused dispatch+permute kernel (FP8)(NVL):        139.93 GB/s, avg_t=1459.7 us [min=1453.0, max=1466.0]
                [rank 3] HybridEP dispatch torch API (BF16): 549.14 GB/s (NVL), t: 456.49 us, nvl_recv_bytes: 250.68 MB
                [rank 3] HybridEP dispatch kernel(IB) (FP8): 41.50 GB/s, avg_t=120.15 us | HybridEP combine kernel(IB): 40.12 GB/s, avg_t=240.31 us
                """, "hybrid.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).extracting(m -> shown(m) + " " + m.settings() + " " + m.outcome().metrics())
                .containsExactly("1 DISPATCH hybrid+rdma fp8 35.38 GB/s 1707.3 µs  rdma_send_MB=60.40",
                        "1 COMBINE hybrid+unpermute+nvl bf16 110.22 GB/s 3594.0 µs dispatched=fp8 combine_send_MB=396.13",
                        "1 DISPATCH hybrid+kernel+fused+permute+nvl fp8 139.93 GB/s 1459.7 µs  ",
                        "1 DISPATCH hybrid+nvl bf16 549.14 GB/s 456.49 µs  rank=3;nvl_recv_MB=250.68",
                        "1 DISPATCH hybrid+kernel+rdma fp8 41.50 GB/s 120.15 µs  rank=3",
                        "1 COMBINE hybrid+kernel+rdma bf16 40.12 GB/s 240.31 µs dispatched=fp8 rank=3");
        assertThat(reading.measurements()).extracting(m -> m.platform().ranks()).containsOnly(16);
        assertThat(Reading.ofText("dispatch (FP8):   35.38 GB/s (RDMA), t: 17", "cut.log").problems()).hasSize(1);
    }

    @Test
    void eachTryOfATuningIsARowWithItsSettings() throws Exception {
        var reading = Reading.ofSample("deepep/internode-2025-02-and-09.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.measurements()).filteredOn(m -> m.settings().get("tuned").isEmpty())
                .extracting(m -> shown(m) + " " + m.settings().get("sms").orElse("") + " "
                        + m.settings().get("nvl_chunk").orElse("") + " " + m.settings().get("rdma_chunk").orElse(""))
                .containsExactly("1 DISPATCH internode+rdma fp8 40.01 GB/s null 24 4 12",
                        "1 DISPATCH internode+nvl fp8 130.55 GB/s null 24 4 12",
                        "1 DISPATCH internode+rdma fp8 42.17 GB/s null 24 8 16",
                        "1 DISPATCH internode+nvl fp8 137.60 GB/s null 24 8 16");
        assertThat(reading.measurements()).extracting(m -> m.stack().library()).containsOnly("deepep");
    }

    /** More lines than internode tests of any version print, with other text among them. */
    @Test
    void aLongSweepWaitsForItsBest() throws Exception {
        var log = new StringBuilder("[config] num_tokens=4096, hidden=7168, num_topk_groups=4, num_topk=8\n");
        for (int chunk = 1; chunk <= 200; chunk++) {
            log.append("[tuning] SMs 24, NVL chunk 4, RDMA chunk ").append(chunk)
                    .append(": 22.99 GB/s (RDMA), 75.21 GB/s (NVL) \n");
            log.append(chunk % 50 == 0 ? "other text\n" : "");
        }
        log.append("[tuning] Best combine: SMs 24, NVL chunk 4, RDMA chunk 4: 22.99 GB/s (RDMA), 75.21 GB/s (NVL)\n");
        var reading = Reading.ofText(log.toString(), "run.log");
        assertThat(reading.problems()).isEmpty();
        assertThat(reading.rows()).hasSize(201).isSortedAccordingTo(comparingLong(Entry::line));
    }

    @Test
    void triesWithoutTheirBestAreProblems() throws Exception {
        var reading = Reading.ofText("[tuning] SMs 24, NVL chunk 4: 294.24 GB/s (NVL), 544.47 us\n"
                + "[tuning] SMs 24, NVL chunk 6: 320.68 GB/s (NVL), 499.58 us\n", "run.log");
        assertThat(reading.rows()).isEmpty();
        assertThat(reading.problems()).hasSize(2).allMatch(problem -> problem.reason().contains("Best"));
    }

    /** The best repeats one of its tries, so that tries which it does not repeat were of another call. */
    @Test
    void theBestOfAnotherSweepSaysNothingOfTheTries() throws Exception {
        var reading = Reading.ofText("""
                [config] num_tokens=4096, hidden=7168, num_topk=8
                [tuning] SMs 24, NVL chunk 4: 294.24 GB/s (NVL), 544.47 us
                [tuning] Best combine: SMs 24, NVL chunk 6: 320.68 GB/s (NVL), t: 499.58 us
                """, "run.log");
        assertThat(reading.measurements()).extracting(DeepepFormatTest::shown)
                .containsExactly("1 COMBINE intranode+nvl null 320.68 GB/s 499.58 µs");
        assertThat(reading.problems()).extracting(Entry.Problem::line).containsExactly(2L);
    }

    @Test
    void triesBeforeLinesThatWereLeftOutAreOfAnotherCall() throws Exception {
        var reading = Reading.ofText("""
                [config] num_tokens=4096, hidden=7168, num_topk=8
                [tuning] SMs 24, NVL chunk 4: 294.24 GB/s (NVL), 544.47 us
                [tuning] SMs 24, NVL chunk 6: 420.11 GB/s (NVL), 381.12 us

                ... (more of the sweep) ...

                [tuning] SMs 24, NVL chunk 14: 320.68 GB/s (NVL), 499.58 us
                [tuning] Best combine: SMs 24, NVL chunk 14: 320.68 GB/s (NVL), t: 499.58 us
                """, "run.log");
        assertThat(reading.measurements()).hasSize(2).extracting(m -> String.valueOf(m.outcome().algbw()))
                .containsOnly("320.68 GB/s");
        assertThat(reading.problems()).extracting(Entry.Problem::line).containsExactly(2L, 3L);
    }

    /** What a tuning found best is one of its tries again: a curve of its own, so that no median counts it twice. */
    @Test
    void theBestIsNoRepetitionOfItsTry() throws Exception {
        var reading = Reading.ofText("""
                [config] num_tokens=4096, hidden=7168, num_topk=8
                [tuning] SMs 24, NVL chunk 4: 320.68 GB/s (NVL), 499.58 us
                [tuning] Best combine: SMs 24, NVL chunk 4: 320.68 GB/s (NVL), t: 499.58 us
                """, "run.log");
        assertThat(reading.measurements()).extracting(DeepepFormatTest::shown).hasSize(2)
                .containsOnly("1 COMBINE intranode+nvl null 320.68 GB/s 499.58 µs");
        assertThat(reading.measurements()).extracting(m -> m.workload() + " " + m.settings()).doesNotHaveDuplicates();
    }

    /** Somebody listed what several runs found: one has one best of a kind, so that the next is another run's. */
    @Test
    void aSecondBestOfOneKindIsAnotherRuns() throws Exception {
        var reading = Reading.ofText("""
                # 2 nodes
                [tuning] Best combine: SMs 24, NVL chunk 2, RDMA chunk 20: 44.37 GB/s (RDMA), 145.16 GB/s (NVL)
                [tuning] Best dispatch (BF16): SMs 24, NVL chunk 28, RDMA chunk 16: 40.89 GB/s (RDMA), 133.78 GB/s (NVL)
                # 4 nodes
                [tuning] Best combine: SMs 24, NVL chunk 2, RDMA chunk 20: 12.53 GB/s (RDMA), 25.05 GB/s (NVL)
                [tuning] Best dispatch (BF16): SMs 24, NVL chunk 28, RDMA chunk 16: 12.27 GB/s (RDMA), 24.51 GB/s (NVL)
                """, "best.txt");
        assertThat(reading.measurements()).extracting(Measurement::section).containsExactly(1, 1, 1, 1, 2, 2, 2, 2);
    }

    @Test
    void theCommandLineTellsOfTheRanks() throws Exception {
        var reading = Reading.ofText("""
                $ python tests/test_intranode.py --num-processes 4
                [config] num_tokens=4096, hidden=7168, num_topk=8
                [tuning] Best combine: SMs 24, NVL chunk 4: 321.89 GB/s (NVL), t: 965.24 us
                """, "run.log");
        assertThat(reading.measurements()).extracting(m -> m.platform().ranks()).containsExactly(4);
    }

    @Test
    void aTestThatDidNotPassIsAFlag() throws Exception {
        assertThat(Reading.ofSample("deepep/intranode-test-not-passed.log").flags(1)).containsExactly("flag:aborted");
        var late = Reading.ofText("""
                [config] num_tokens=4096, hidden=7168, num_topk=8
                [testing] Running with BF16, with top-k (async=False, previous=False) ...
                 passed
                [tuning] Best combine: SMs 24, NVL chunk 4: 321.89 GB/s (NVL), t: 965.24 us
                """, "run.log");
        assertThat(late.flags(1)).isEmpty();
        assertThat(late.measurements()).hasSize(1);
    }

    @Test
    void ranksOfTheLowLatencyTestPrintForThemselvesIntoOneRun() throws Exception {
        var reading = Reading.ofSample("deepep/low-latency-phases.log");
        assertThat(reading.measurements()).hasSize(2 + 4 + 8).extracting(Measurement::section).containsOnly(1);
        assertThat(reading.rows().getLast().measurements()).extracting(DeepepFormatTest::shown).containsExactly(
                "1 DISPATCH low-latency+send null null 27.11 µs", "1 DISPATCH low-latency+receive null null 7.80 µs",
                "1 COMBINE low-latency+send null null 32.39 µs", "1 COMBINE low-latency+receive null null 9.51 µs");
        assertThat(reading.measurements()).extracting(m -> m.platform().ranks()).containsOnly(2);
    }

    @Test
    void behindALaunchersPrefixesTheyAreStillOneRun() throws Exception {
        var reading = Reading.ofText("""
                0: num_tokens, hidden, num_ranks, num_experts 128 7168 2 288
                1: num_tokens, hidden, num_ranks, num_experts 128 7168 2 288
                1: [rank 1] Dispatch send/recv time: 27.25 us | Combine send/recv time: 32.48 us
                0: [rank 0] Dispatch send/recv time: 27.11 us | Combine send/recv time: 32.39 us
                """, "run.log");
        assertThat(reading.measurements()).extracting(m -> m.section() + " " + m.workload().variant())
                .containsOnly("1 low-latency+send+receive").hasSize(4);
        assertThat(reading.flags(1)).isEmpty();
    }

    @Test
    void onOneNodeTheElasticBufferHasNoNetwork() throws Exception {
        var rows = Reading.ofSample("deepep/elastic-one-node.log").measurements();
        assertThat(rows).extracting(DeepepFormatTest::shown).containsExactly(
                "1 DISPATCH elastic+nvl bf16 350 GB/s 412.125 µs",
                "1 DISPATCH elastic+nvl bf16 352 GB/s 409.600 µs",
                "1 COMBINE elastic+reduced+nvl bf16 340 GB/s 424.250 µs");
        assertThat(rows).extracting(m -> m.platform().nodes() + " " + m.platform().ranks()).containsOnly("1 2");
    }

    @Test
    void aResultCutAnywhereIsAProblem() throws Exception {
        var line = "[tuning] Best dispatch (FP8): SMs 24, NVL chunk 8, RDMA chunk 16, transmit: 1391.20 us, notify: 229.10 us,"
                + " BW: 43.36 GB/s (RDMA), 141.61 GB/s (NVL)";
        for (int length = "[tuning] Best ".length(); length < line.length(); length++) {
            var reading = Reading.ofText(line.substring(0, length) + "\n", "run.log");
            assertThat(reading.rows()).as("cut after %d", length).isEmpty();
            assertThat(reading.problems()).as("cut after %d", length).hasSize(1);
        }
    }

    private static String shown(Measurement m) {
        return m.section() + " " + m.workload().operation() + " " + m.workload().variant() + " "
                + m.workload().datatype() + " " + m.outcome().algbw() + " " + m.outcome().time();
    }
}
