package org.gpucomm.server.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.LongToDoubleFunction;

import org.gpucomm.server.analysis.evidence.Evidence;
import org.gpucomm.server.analysis.evidence.EvidenceFiles;
import org.gpucomm.server.analysis.hardware.Profiles;
import org.gpucomm.server.analysis.next.PlanText;
import org.gpucomm.server.analysis.next.Questions;
import org.gpucomm.server.analysis.rules.Finding.Confidence;
import org.gpucomm.server.analysis.rules.Finding.Severity;
import org.junit.jupiter.api.Test;

/** All-reduce on two nodes of p4d, each of four interfaces of 12.5 GB/s: two of them carry 25 GB/s, half of the network. */
class PlateausTest {

    /** The busbw at which half of a node's 50 GB/s crosses: busbw · (k-1)/k · n/(n-1). */
    private static final double HALF = 25.0 * 2 * 15 / 16;
    private static final String LARGER = "NCCL_BUFFSIZE=16777216;NCCL_P2P_NET_CHUNKSIZE=524288";

    @Test
    void aPlateauAtTwoOfFourInterfacesIsAnOpenQuestionWithLargerChunksAsTheNextRun() throws Exception {
        var evidence = read(rows("", 1, bytes -> speed(bytes, HALF)));
        var findings = new Plateaus(Profiles.bundled()).examine(evidence);
        assertThat(findings).singleElement().satisfies(finding -> {
            assertThat(finding.confidence()).isEqualTo(Confidence.AMBIGUOUS);
            assertThat(finding.sentence()).contains("levels off at 50 % of what the network carries (AWS p4d.24xlarge)",
                    "2 of 4 interfaces of a node: as if 2 of 4 were used, or each step cost time; a run in larger chunks tells.");
        });
        var plan = new PlanText("next", Questions.of(evidence, findings, List.of()), null).text();
        assertThat(plan).contains("nodes: 2, gpus: 8, processes: 8", "default: {}",
                "{NCCL_BUFFSIZE: \"16777216\", NCCL_P2P_NET_CHUNKSIZE: \"524288\"}");
    }

    @Test
    void theRunInLargerChunksAnswersIt() throws Exception {
        var idle = examine(rows("", 1, bytes -> speed(bytes, HALF)),
                rows(LARGER, 2, bytes -> speed(bytes, 1.01 * HALF)));
        assertThat(idle).singleElement().satisfies(finding -> {
            assertThat(finding.severity()).isEqualTo(Severity.WARNING);
            assertThat(finding.confidence()).isEqualTo(Confidence.LIKELY);
            assertThat(finding.sentence())
                    .endsWith("larger chunks change it by 1 %: the steps are not what costs time, so 2 of "
                            + "4 are idle.");
        });
        var steps = examine(rows("", 1, bytes -> speed(bytes, HALF)),
                rows(LARGER, 2, bytes -> speed(bytes, 1.5 * HALF)));
        assertThat(steps).singleElement().satisfies(finding -> assertThat(finding.sentence())
                .endsWith("in larger chunks 50 % more: it is the steps that cost time, not interfaces that are idle."));
    }

    @Test
    void whatStillRisesOrIsNearNoNumberOfInterfacesIsNone() throws Exception {
        assertThat(examine(rows("", 1, bytes -> speed(bytes, 0.8 * HALF)))).isEmpty();
        assertThat(examine(rows("", 1, bytes -> speed(bytes, 1.7 * HALF)))).as("three of four may be all").isEmpty();
        assertThat(examine(rows("", 1, bytes -> HALF * bytes / (1 << 30)))).as("it still rises").isEmpty();
        assertThat(examine(rows("", 1, bytes -> speed(bytes, HALF)).replace("p4d.24xlarge", ""))).isEmpty();
        assertThat(examine(rows("", 1, bytes -> speed(bytes, HALF)).replace(",2,16,", ",1,16,"))).isEmpty();
    }

    private static double speed(long bytes, double most) {
        return most * bytes / (bytes + (1 << 20));
    }

    private static List<Finding> examine(String... tables) throws Exception {
        return new Plateaus(Profiles.bundled()).examine(read(tables));
    }

    private static Evidence read(String... tables) throws Exception {
        var files = new EvidenceFiles();
        for (int i = 0; i < tables.length; i++) {
            files.add(new ByteArrayInputStream(tables[i].getBytes(StandardCharsets.UTF_8)), i + ".csv", "run " + i);
        }
        return files.evidence();
    }

    /** @param busbw GB/s by size */
    private static String rows(String settings, int section, LongToDoubleFunction busbw) {
        var text = new StringBuilder(
                "source,section,tool,library,operation,instance_type,gpu,nodes,ranks,message_bytes,datatype,"
                        + "redop,placement,time_us,algbw_GBps,busbw_GBps,wrong,settings\n");
        for (long bytes = 1 << 20; bytes <= 1 << 30; bytes *= 4) {
            double bus = busbw.applyAsDouble(bytes);
            double alg = bus * 16 / 30;
            text.append(String.format(Locale.ROOT,
                    "a.log,%d,nccl-tests,nccl,all_reduce,p4d.24xlarge,NVIDIA A100,2,16,%d,float,sum,out_of_place,%.3f,%.4f,%.4f,0,%s%n",
                    section, bytes, bytes / alg / 1e3, alg, bus, settings));
        }
        return text.toString();
    }
}
