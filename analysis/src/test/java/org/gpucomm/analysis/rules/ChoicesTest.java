package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.LongToDoubleFunction;

import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Severity;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rules about what was chosen, and about times that a mean hides, on planted data with offsets of processes and outliers. */
class ChoicesTest {

    private static final String HEADER = "source,section,tool,tool_version,library,library_version,operation,variant,"
            + "instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,iterations,time_us,"
            + "time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,"
            + "speedup,efficiency_pct,settings,metrics\n";
    /** Nothing was chosen by these. */
    private static final long UNSEEN = 177_000;
    private static final int SEEDS = 200;

    private final StringBuilder rows = new StringBuilder(HEADER);
    private int section;

    @Test
    void aProgramThatIgnoresTheSizeIsFoundAndOrdinaryCurvesAreNot() throws Exception {
        int found = 0;
        int alarms = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(UNSEEN + seed);
            double constant = 1 + 2 * random.nextDouble();
            found += examine(new ConstantTimes(), random, 1, "", 8, 8, 8 << 20, 0.02, bytes -> constant).stream()
                    .anyMatch(each -> each.severity() == Severity.WRONG) ? 1 : 0;
            double alpha = Math.exp(1 + 3 * random.nextDouble());
            double rate = Math.exp(1.6 + 5 * random.nextDouble());
            alarms += examine(new ConstantTimes(), random, 1, "", 8, 8, 8 << 20, 0.02,
                    bytes -> alpha + bytes / (1e3 * rate))
                    .stream().anyMatch(each -> each.severity() == Severity.WRONG) ? 1 : 0;
        }
        say("inert", found, alarms);
        assertThat(found).isEqualTo(SEEDS);
        assertThat(alarms).isZero();
    }

    @Test
    void aFlatTimeThatALinkCouldCarryIsAQuestionWithLargerSizesAsTheAnswer() throws Exception {
        assertThat(examine(new ConstantTimes(), new Random(1), 1, "", 8, 8, 4 << 20, 0.01, bytes -> 58)).singleElement()
                .satisfies(finding -> {
                    assertThat(finding.confidence()).isEqualTo(Confidence.AMBIGUOUS);
                    assertThat(finding.sentence()).contains("larger sizes show which");
                    assertThat(finding.reach()).isEqualTo(new Finding.Reach(4 << 20, 256 << 20));
                });
    }

    @Test
    void twoModesOfProcessesAreFoundAndOffsetsAreNone() throws Exception {
        int found = 0;
        int alarms = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(UNSEEN + seed);
            for (int process = 0; process < 12; process++) {
                double mode = process % 3 == 0 ? 1.06 : 1;
                add(random, 1, "", 8, 1024, 1 << 20, 0.01, bytes -> mode * (10 + bytes / 200e3));
            }
            found += examine(new UnevenTimes()).size();
            add(random, 8 + random.nextInt(13), "", 8, 1024, 1 << 20, 0.01, bytes -> 10 + bytes / 200e3);
            alarms += examine(new UnevenTimes()).size();
        }
        say("spread, two modes", found, alarms);
        assertThat(found).isGreaterThanOrEqualTo(SEEDS * 90 / 100);
        assertThat(alarms).isLessThanOrEqualTo(SEEDS * 5 / 100);
    }

    @Test
    void modesThatSmallMessagesAloneHaveAreSaidOfThose() throws Exception {
        var random = new Random(UNSEEN);
        for (int process = 0; process < 12; process++) {
            double mode = process % 3 == 0 ? 1.2 : 1;
            add(random, 1, "", 8, 1024, 1 << 20, 0.01, bytes -> (bytes <= 64 << 10 ? mode : 1) * (10 + bytes / 200e3));
        }
        assertThat(examine(new UnevenTimes())).singleElement().satisfies(finding -> assertThat(finding.sentence())
                .containsPattern("4 of 12 processes take (19|20|21) % longer than the others, up to 64 KiB\\. "));
    }

    @Test
    void operationsThatStallAreSaid() throws Exception {
        add(new Random(1), 1, "", 8, 1024, 1 << 20, 0.01, bytes -> 10);
        var stalled = rows.toString().replaceAll("(out_of_place,20,[\\d.]+,),,,,", "$1,10,12,80,");
        rows.setLength(0);
        rows.append(stalled);
        assertThat(examine(new UnevenTimes())).singleElement().satisfies(finding -> assertThat(finding.sentence())
                .contains("single operations take up to 8 times as long as the median"));
    }

    @Tag("nightly")
    @Test
    void aFasterSettingBesideTheLibrarysOwnChoiceIsFound() throws Exception {
        int found = 0;
        int alarms = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            for (boolean planted : new boolean[]{true, false}) {
                var random = new Random(UNSEEN + seed);
                add(random, 6, "algo=TREE;proto=LL;channels=8", 8, 1024, 16 << 20, 0.01,
                        bytes -> (10 + bytes / 200e3) * (planted && bytes >= 1 << 18 && bytes <= 1 << 20 ? 1.18 : 1));
                add(random, 6, "NCCL_ALGO=Ring", 8, 1024, 16 << 20, 0.01, bytes -> 10 + bytes / 200e3);
                add(random, 6, "NCCL_ALGO=Tree", 8, 1024, 16 << 20, 0.01, bytes -> (10 + bytes / 200e3) * 1.02);
                boolean said = examine(new Selection()).stream()
                        .anyMatch(each -> each.sentence().contains("NCCL_ALGO=Ring is shorter"));
                found += planted && said ? 1 : 0;
                alarms += !planted && said ? 1 : 0;
            }
        }
        say("selection, 15 % shorter", found, alarms);
        assertThat(found).isGreaterThanOrEqualTo(SEEDS * 95 / 100);
        assertThat(alarms).isLessThanOrEqualTo(SEEDS * 5 / 100);
    }

    @Test
    void oneChannelOfManyIsTheTrapOfATunerPluginAndAChoiceByItselfIsNoFinding() throws Exception {
        add(new Random(1), 1, "algo=TREE;proto=LL;channels=2", 8, 1024, 4096, 0.01, bytes -> 10);
        section = 0;
        add(new Random(1), 1, "algo=RING;proto=SIMPLE;channels=24", 8, 8192, 16384, 0.01, bytes -> 20);
        assertThat(examine(new OneChannel())).isEmpty();
        add(new Random(1), 1, "algo=RING;proto=SIMPLE;channels=1", 8, 1 << 20, 1 << 22, 0.01, bytes -> 2000);
        assertThat(examine(new OneChannel())).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.sentence()).contains("runs on one channel (channel{Lo..Hi}={0..0}) from 1 MiB to 4 MiB",
                    "a tuner plugin seems to be loaded that has no line");
        });
        add(new Random(1), 1, "NCCL_MAX_NCHANNELS=1;channels=1;algo=RING", 8, 1 << 20, 1 << 22, 0.01, bytes -> 2000);
        assertThat(examine(new OneChannel())).isEmpty();
    }

    @Tag("nightly")
    @Test
    void whoWinsIsSaidWhereNothingCrossesAndNobodyWhereAllAreAlike() throws Exception {
        int found = 0;
        int alarms = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            for (double factor : new double[]{1.05, 1}) {
                var random = new Random(UNSEEN + seed);
                add(random, 8, "NCCL_PROTO=LL", 8, 1024, 1 << 20, 0.01, bytes -> 10 + bytes / 200e3);
                add(random, 8, "NCCL_PROTO=Simple", 8, 1024, 1 << 20, 0.01, bytes -> factor * (10 + bytes / 200e3));
                add(random, 8, "NCCL_PROTO=LL128", 8, 1024, 1 << 20, 0.01, bytes -> factor * (10 + bytes / 200e3));
                var said = examine(new Alternatives());
                found += factor > 1 && said.stream()
                        .anyMatch(each -> each.sentence()
                                .contains("the fastest is NCCL NCCL_PROTO=LL from 1 KiB to 1 MiB"))
                                        ? 1
                                        : 0;
                alarms += factor == 1 && !said.isEmpty() ? 1 : 0;
            }
        }
        say("alternatives, 5 % at every size", found, alarms);
        assertThat(found).isGreaterThanOrEqualTo(SEEDS * 90 / 100);
        assertThat(alarms).isLessThanOrEqualTo(SEEDS * 5 / 100);
    }

    private static void say(String rule, int found, int alarms) {
        System.out.printf("%s: found in %d of %d, alarm in %d of %d%n", rule, found, SEEDS, alarms, SEEDS);
    }

    private List<Finding> examine(Rule rule, Random random, int processes, String settings, int ranks, long from,
            long to,
            double noise, LongToDoubleFunction time) throws Exception {
        add(random, processes, settings, ranks, from, to, noise, time);
        return examine(rule);
    }

    /** What the rule says of the rows, which are forgotten. */
    private List<Finding> examine(Rule rule) throws Exception {
        var read = new EvidenceFiles();
        read.add(new ByteArrayInputStream(rows.toString().getBytes(StandardCharsets.UTF_8)), "f.csv", "f.csv");
        rows.setLength(0);
        rows.append(HEADER);
        section = 0;
        return rule.examine(read.evidence());
    }

    /** Each process has an offset as large as the noise. */
    private void add(Random random, int processes, String settings, int ranks, long from, long to, double noise,
            LongToDoubleFunction time) {
        for (int process = 0; process < processes; process++) {
            section++;
            double offset = Math.exp(noise / 2 * random.nextGaussian());
            for (long bytes = from; bytes <= to; bytes *= 2) {
                rows.append(String.format(Locale.ROOT,
                        "f.csv,%d,gpucomm,0.1.0,nccl,2.28.3,all_reduce,,,NVIDIA H200,1,%d,,%d,float,sum,,out_of_place,20,"
                                + "%.5f,,,,,,,0,,,,,%s,%n",
                        section, ranks, bytes,
                        time.applyAsDouble(bytes) * offset * Math.exp(noise * random.nextGaussian()), settings));
            }
        }
    }

    /** IBM's loop prints the longest call and no median; OSU's longest time is that of a rank. */
    @Test
    void theLongestCallIsHeldAgainstTheMeanWhereNoMedianIsPrinted() throws Exception {
        var loop = """
                size(MB)   tavg(usec)    tmin(usec)    tmax(usec)  avgbw(GB/sec)  maxbw(GB/sec)  minbw(GB/sec)
                0.10      200.0          190.0          LATE          0.80           0.89           0.25
                0.20      210.0          190.0          240.0          1.90           2.18           1.46
                0.40      220.0          200.0          LATE          3.10           5.27           0.50
                0.80      230.0          210.0          260.0          6.00          12.05           9.12
                """;
        assertThat(spread(loop.replace("LATE", "4400.0"))).singleElement()
                .satisfies(finding -> assertThat(finding.sentence())
                        .contains("take up to 22 times as long as the mean (at 97.656 KiB)",
                                "in 2 of 4 measurements"));
        assertThat(spread(loop.replace("LATE", "300.0"))).isEmpty();
        var osu = """
                # OSU MPI-CUDA Allreduce Latency Test v7.5
                # Size       Avg Latency(us)   Min Latency(us)   Max Latency(us)  Iterations
                4                       20.0              10.0             400.0         100
                8                       20.0              10.0             400.0         100
                16                      20.0              10.0             400.0         100
                32                      20.0              10.0             400.0         100
                """;
        assertThat(spread(osu)).isEmpty();
    }

    private static List<Finding> spread(String text) throws Exception {
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "allreduce-loop.log", "a");
        assertThat(files.evidence().observations()).isNotEmpty();
        return new UnevenTimes().examine(files.evidence());
    }
}
