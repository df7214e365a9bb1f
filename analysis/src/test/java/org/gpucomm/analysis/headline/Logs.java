package org.gpucomm.analysis.headline;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

import org.gpucomm.results.format.UnreadableFile;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFiles;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Rules;

/** Logs as nccl-tests prints them, and what is said of them. */
final class Logs {

    private static final Rules RULES = new Rules(Profiles.bundled());

    private final EvidenceFiles files = new EvidenceFiles();

    Logs add(String name, String text) throws IOException, UnreadableFile {
        return add(name, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }

    Logs add(String name, InputStream in) throws IOException, UnreadableFile {
        files.add(in, name, name);
        return this;
    }

    Evidence evidence() {
        return files.evidence();
    }

    List<Finding> findings() {
        return RULES.examine(evidence());
    }

    MainPoint headline() {
        var evidence = evidence();
        return Headlines.of(evidence, evidence, files.facts(), findings());
    }

    /** All-reduce of 8 B and up, doubling. @param micros by size in bytes */
    static String allReduce(String gpu, int nodes, int perNode, long last, DoubleUnaryOperator micros) {
        return head(gpu, nodes, perNode, last) + rows(nodes * perNode, last, micros, 0)
                + "# Out of bounds values : 0 OK\n# Avg bus bandwidth    : 1\n";
    }

    static String head(String gpu, int nodes, int perNode, long last) {
        var text = new StringBuilder("# nThread 1 nGpus 1 minBytes 8 maxBytes " + last
                + " step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1 graph: 0\n#\n# Using devices\n");
        for (int rank = 0; rank < nodes * perNode; rank++) {
            text.append(
                    String.format(Locale.ROOT, "#  Rank %2d Group  0 Pid %6d on nid00%02d device %2d [0000:19:00] %s\n",
                            rank, 1000 + rank, 10 + rank / perNode, rank % perNode, gpu));
        }
        return text.append("""
                #
                #                                                              out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                """).toString();
    }

    static String rows(int ranks, long last, DoubleUnaryOperator micros, int wrongAtLast) {
        var text = new StringBuilder();
        for (long bytes = 8; bytes <= last; bytes *= 2) {
            double time = micros.applyAsDouble(bytes);
            double algbw = bytes / time / 1e3;
            var one = String.format(Locale.ROOT, "  %9.2f  %7.2f %7.2f %6d", time, algbw,
                    algbw * 2 * (ranks - 1) / ranks, bytes == last ? wrongAtLast : 0);
            text.append(String.format(Locale.ROOT, "%12d  %12d     float     sum      -1%s%s\n", bytes, bytes / 4, one,
                    one));
        }
        return text.toString();
    }
}
