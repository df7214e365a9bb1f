package org.gpucomm.server.analysis.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

import picocli.CommandLine;

/** Where explain takes its logs from. */
class ExplainInputTest {

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void aFolderIsTheFilesBelowItAndThoseWithoutResultsAreNamed(@TempDir Path folder) throws IOException {
        Files.createDirectories(folder.resolve("nights/1"));
        Files.writeString(folder.resolve("nights/1/nccl_all_reduce.csv"), wrong());
        Files.writeString(folder.resolve("nights/README.md"), "hello\n");
        assertThat(explain(folder.resolve("nights").toString())).isEqualTo(1);
        assertThat(out.toString()).contains("wrong data");
        assertThat(err.toString()).contains("README.md: no known format");
    }

    @Test
    @ResourceLock(Resources.SYSTEM_OUT)
    void aDashIsStandardInput() {
        var usual = System.in;
        System.setIn(new ByteArrayInputStream(wrong().getBytes(StandardCharsets.UTF_8)));
        try {
            assertThat(explain("-")).isEqualTo(1);
        } finally {
            System.setIn(usual);
        }
        assertThat(out.toString()).contains("wrong data");
    }

    private static String wrong() {
        return """
                # nThread 1 nGpus 8 minBytes 1048576 maxBytes 2097152 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1
                #
                #                                                     out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                     1048576        262144     float     sum      -1    56.42   18.59   32.53      0    55.10   19.03   33.30      0
                     2097152        524288     float     sum      -1    80.10   26.18   45.82      7    79.90   26.25   45.93      7
                # Out of bounds values : 2 FAILED
                # Avg bus bandwidth    : 39.395
                """;
    }

    private int explain(String... arguments) {
        return new CommandLine(new ExplainCommand()).setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
