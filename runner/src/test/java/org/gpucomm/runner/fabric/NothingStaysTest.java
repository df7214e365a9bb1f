package org.gpucomm.runner.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shims that a build packs are loaded from files, of which none stays, however the process ends. */
@Timeout(200)
class NothingStaysTest {

    @TempDir
    Path temporary;

    @Test
    void aProcessThatIsKilledLeavesNoLibraryBehind() throws Exception {
        FabricBench.needed("tcp");
        var started = FabricBench.start(List.of(), Map.of("JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + temporary),
                "write", "--provider", "tcp", "-b", "64", "-e", "64", "-n", "1000000000");
        try {
            started.printed("# rank 0");
            assertThat(Files.readString(Path.of("/proc/" + started.process().pid() + "/maps")))
                    .contains(temporary + "/libgpucomm_fabric");
            assertThat(temporary).isEmptyDirectory();
        } finally {
            started.process().destroyForcibly().waitFor();
        }
        assertThat(temporary).isEmptyDirectory();
    }
}
