package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.junit.jupiter.api.Test;

/** Rows as {@code bench fabric write -O} writes them. */
class RailsTest {

    private static final String HEADER = "source,section,tool,tool_version,library,library_version,operation,variant,"
            + "instance_type,gpu,nodes,ranks,problem,message_bytes,datatype,redop,root,placement,iterations,time_us,"
            + "time_min_us,time_p50_us,time_p99_us,time_max_us,algbw_GBps,busbw_GBps,wrong,baseline_us,started_at,"
            + "speedup,efficiency_pct,settings,metrics\n";
    private static final int SEEDS = 200;

    @Test
    void aSlowInterfaceIsNamedWithWhatItCostsTheOthers() throws Exception {
        var finding = found(split(4, 12.3, 2, 0.25, 7)).getFirst();
        assertThat(finding.sentence()).startsWith("Interface 2 of 4 (counted from 0) is slow in ")
                .contains("over 4 interfaces", "all together move no more than 12.");
        assertThat(finding.confidence()).isEqualTo(Confidence.LIKELY);
        assertThat(number(finding, "share")).isCloseTo(25, within(2.0));
        assertThat(number(finding, "others")).isCloseTo(12.3, within(0.4));
        assertThat(finding.rows()).hasSize(9); // from 256 KiB, 64 KiB each, to 64 MiB
    }

    @Test
    void whichIsSlowIsFoundAndEqualOnesRaiseNoAlarm() throws Exception {
        int found = 0;
        int alarms = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            int slow = new Random(seed).nextInt(4);
            var named = found(split(4, 12.3, slow, 0.8, seed));
            found += named.size() == 1 && number(named.getFirst(), "interface") == slow ? 1 : 0;
            alarms += found(split(4, 12.3, 0, 1, seed)).isEmpty() ? 0 : 1;
        }
        System.out.printf("planted slow interface, 20 %%: named in %d of %d seeds; %d alarms where all are equal%n",
                found,
                SEEDS, alarms);
        assertThat(found).isGreaterThanOrEqualTo(SEEDS * 95 / 100);
        assertThat(alarms).isLessThanOrEqualTo(SEEDS / 100);
    }

    private static double number(Finding finding, String name) {
        return finding.numbers().stream().filter(each -> each.name().equals(name)).findFirst().orElseThrow().value();
    }

    private static List<Finding> found(String... files) throws IOException, UnreadableFile {
        var read = new EvidenceFiles();
        for (int i = 0; i < files.length; i++) {
            read.add(new ByteArrayInputStream((HEADER + files[i]).getBytes(StandardCharsets.UTF_8)), "f" + i + ".csv",
                    "f" + i + ".csv");
        }
        return new Rails().examine(read.evidence());
    }

    /**
     * Messages of 64 KiB to 64 MiB in equal parts over interfaces of so many GB/s, one of them slower by a factor. Noise is 1 %
     * of each interface and size, now and then a rate of two thirds for any of them, and the whole waits for the last part.
     */
    private static String split(int nics, double rate, int slow, double factor, long seed) {
        var random = new Random(seed);
        var rows = new StringBuilder();
        for (long bytes = 64 << 10; bytes <= 64 << 20; bytes *= 2) {
            var rates = IntStream.range(0, nics).mapToDouble(rail -> rate * (rail == slow ? factor : 1)
                    * Math.exp(0.01 * random.nextGaussian()) * (random.nextInt(25) == 0 ? 0.67 : 1)).toArray();
            double slowest = java.util.Arrays.stream(rates).min().orElseThrow();
            double time = 2 + bytes / (1e3 * nics * slowest);
            var metrics = IntStream.range(0, nics)
                    .mapToObj(rail -> String.format(Locale.ROOT, "rail%d_GBps=%.4g", rail, rates[rail]))
                    .collect(Collectors.joining(";"));
            rows.append(String.format(Locale.ROOT,
                    "f.csv,1,gpucomm,0.1.0,libfabric,2.1,write,%s,p5.48xlarge,,2,2,,%d,,,,,200,%.4f,,,,,%.6f,,0,,,,,"
                            + "provider=efa;nics=%d;depth=64;batch=16;threads=1;pinned=1,%s%n",
                    nics == 1 ? "host" : "host+split", bytes, time, bytes / (1e3 * time), nics, metrics));
        }
        return rows.toString();
    }
}
