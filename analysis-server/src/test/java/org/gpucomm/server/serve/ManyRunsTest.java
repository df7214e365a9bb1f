package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An upload with a run for each of some thousand tables, as a night of a sweep leaves them. */
@Timeout(300)
@Tag("nightly")
class ManyRunsTest {

    private static final int RUNS = 2_500;
    private static final String TABLE = """
            #                                                              out-of-place                       in-place
            #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                 1048576        262144     float     sum      -1    56.42   18.59   32.53       0    55.10   19.03   33.30       0
                 2097152        524288     float     sum      -1    80.10   26.18   45.82       0    79.90   26.25   45.93       0
            # Out of bounds values : 0 OK
            # Avg bus bandwidth    : 39.395
            """;

    @Test
    void anUploadOfThousandsOfRunsIsStoredAndExamined(@TempDir Path folder) throws Exception {
        try (var server = ServerProcess.start(folder.resolve("data"), "--no-bundled")) {
            var upload = ServerProcess.json(server.upload("all_reduce.log", TABLE.repeat(RUNS))).path("id").asString();
            server.awaitImports();
            assertThat(server.json("uploads/" + upload).path("runs").asInt()).isEqualTo(RUNS);
            var findings = server.json("findings?upload=" + upload);
            assertThat(findings.path("runs").asInt()).isEqualTo(RUNS);
            assertThat(findings.path("measurements").asInt()).isEqualTo(RUNS * 4);
        }
    }
}
