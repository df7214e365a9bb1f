package org.gpucomm.server.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Random;

import org.gpucomm.server.analysis.evidence.EvidenceFiles;
import org.junit.jupiter.api.Test;

/** Matrices of pairs as {@code bench nvlink write --pairs all -O} writes them. */
class LinksTest {

    private static final String HEADER = "source,section,tool,tool_version,library,library_version,operation,variant,"
            + "instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,iterations,time_us,"
            + "time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,"
            + "speedup,efficiency_pct,settings,metrics\n";
    private static final int SEEDS = 200;

    @Test
    void aWeakLinkAmongEightGpusIsNamedInEverySeedAndEqualOnesRaiseNoAlarm() throws Exception {
        for (int seed = 0; seed < SEEDS; seed++) {
            var random = new Random(seed);
            int from = random.nextInt(8);
            int to = (from + 1 + random.nextInt(7)) % 8;
            assertThat(found(matrix(from, to, 0.85, seed))).singleElement().satisfies(finding -> {
                assertThat(finding.sentence()).startsWith("The link from GPU " + from + " to " + to + " (")
                        .contains("the other 55 pairs carry");
                assertThat(finding.confidence()).isEqualTo(Finding.Confidence.LIKELY);
            });
            assertThat(found(matrix(from, to, 1, seed))).as("seed " + seed).isEmpty();
        }
    }

    @Test
    void theFewestBlocksForNinetyPercentOfTheBestAreSaid() throws Exception {
        var rows = new StringBuilder();
        int[] blocks = {1, 4, 8, 32, 132};
        double[] rates = {46, 182, 330, 355, 370};
        for (int i = 0; i < blocks.length; i++) {
            rows.append(row("0-1;blocks=" + blocks[i] + ";threads=512", rates[i]));
        }
        assertThat(found(rows.toString())).singleElement().satisfies(finding -> {
            assertThat(finding.sentence()).startsWith("32 blocks are enough for 90 % of the best in Write by kernel")
                    .contains("355 GB/s of 370 GB/s", "over 1 block it is 46 GB/s a block");
            assertThat(finding.numbers().getFirst().value()).isEqualTo(32);
        });
    }

    @Test
    void fourRealGpusHaveNoWeakLink() throws Exception {
        assertThat(found(Files.readString(Path.of("../data/h200/h200_nvlink_pairs.csv")).replace(HEADER, "")))
                .isEmpty();
    }

    private static List<Finding> found(String rows) throws Exception {
        var read = new EvidenceFiles();
        read.add(new ByteArrayInputStream((HEADER + rows).getBytes(StandardCharsets.UTF_8)), "f.csv", "f.csv");
        return new Links().examine(read.evidence());
    }

    private static String matrix(int weakFrom, int weakTo, double factor, long seed) {
        var random = new Random(seed);
        var rows = new StringBuilder();
        for (int from = 0; from < 8; from++) {
            for (int to = 0; to < 8; to++) {
                if (from != to) {
                    rows.append(row(from + "-" + to, 395 * Math.exp(0.002 * random.nextGaussian())
                            * (from == weakFrom && to == weakTo ? factor : 1)));
                }
            }
        }
        return rows.toString();
    }

    private static String row(String pair, double rate) {
        long bytes = 256 << 20;
        return String.format(Locale.ROOT,
                "f.csv,1,gpucomm,0.1.0,cuda,13.0,write,kernel,,NVIDIA H200,1,8,,%d,,,,,20,%.4f,,,,,%.6f,,0,,,,,pair=%s,%n",
                bytes, bytes / (1e3 * rate), rate, pair);
    }
}
