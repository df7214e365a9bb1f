package org.gpucomm.analysis.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.junit.jupiter.api.Test;

/** Curves that an analysis compares with one another: its time must not grow with their square. */
class PairsTest {

    @Test
    void aThousandAlternativesAreOneGroup() throws IOException, UnreadableFile {
        assertThat(groups(table(1000, 4))).singleElement().satisfies(group -> assertThat(group).hasSize(1000));
    }

    @Test
    void aMatrixOfCopiesWithoutSizesHasNoWinner() throws IOException, UnreadableFile {
        var log = new StringBuilder("nvbandwidth Version: v0.8\n\nRunning device_to_device_memcpy_read_ce.\n"
                + "memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)\n    ");
        for (int gpu = 0; gpu < 36; gpu++) {
            log.append(String.format("%10d", gpu));
        }
        for (int row = 0; row < 36; row++) {
            log.append(String.format("%n%2d", row));
            for (int column = 0; column < 36; column++) {
                log.append(
                        row == column ? "       N/A" : String.format("%10.2f", 790 + (row * 7 + column) % 10 / 10.0));
            }
        }
        var evidence = read("nvbandwidth.log", log.append("\n\nSUM device_to_device_memcpy_read_ce 1.00\n").toString());
        assertThat(evidence.observations()).hasSize(36 * 35);
        assertThat(new Alternatives().examine(evidence)).isEmpty();
    }

    private static List<List<Curve>> groups(Evidence evidence) {
        return Pairs.tasks(evidence.alongSize()).stream().flatMap(task -> Pairs.alternatives(task).stream()).toList();
    }

    /** A table of one curve a host. */
    private static Evidence table(int hosts, int sizes) throws IOException, UnreadableFile {
        var table = new StringBuilder("host,size_bytes,operation,time (us),ranks,library\n");
        for (int host = 0; host < hosts; host++) {
            for (int size = 0; size < sizes; size++) {
                table.append("node").append(host).append(',').append(1 << 20 + size).append(",all_reduce,")
                        .append(100 + host % 7).append(",8,nccl\n");
            }
        }
        return read("hosts.csv", table.toString());
    }

    private static Evidence read(String name, String text) throws IOException, UnreadableFile {
        var files = new EvidenceFiles();
        files.add(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), name, name);
        return files.evidence();
    }
}
