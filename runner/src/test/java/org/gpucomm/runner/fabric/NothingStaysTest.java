package org.gpucomm.runner.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The shims that a build packs are loaded from files, and none of these stays, however the process ends. */
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

    /**
     * libfabric itself leaves its shared memory when a process is killed. What is left is brought under the id of the next process,
     * as if the kernel had come round to that id again.
     */
    @Test
    void whatAKilledProcessLeftInSharedMemoryIsNamedWhereItIsInTheWay() throws Exception {
        FabricBench.needed("shm");
        var started = FabricBench.start(List.of(), "sendrecv", "--provider", "shm", "-b", "8", "-e", "8", "-n",
                "1000000000");
        long dead = started.process().pid();
        try {
            started.printed("# rank 0");
        } finally {
            started.process().destroyForcibly().waitFor();
        }
        var user = ":" + Files.getAttribute(Path.of("/proc/self"), "unix:uid") + ":0";
        var left = Path.of("/dev/shm/" + dead + user);
        assumeTrue(Files.exists(left), "this libfabric leaves nothing");
        try {
            // The process that made it is its second word.
            var again = """
                    cp %1$s /dev/shm/$$%2$s
                    printf "$(printf '\\\\%%03o\\\\%%03o\\\\%%03o' $(($$ & 255)) $(($$ >> 8 & 255)) $(($$ >> 16)))" \
                        | dd of=/dev/shm/$$%2$s bs=1 seek=4 conv=notrunc 2> /dev/null
                    exec "$@"
                    """.formatted(left, user);
            var next = FabricBench.start(List.of("sh", "-c", again, "sh"), "sendrecv", "--provider", "shm", "-b", "8",
                    "-e", "8");
            var run = next.ended();
            long process = next.process().pid();
            assertThat(run.code()).as(run.out()).isEqualTo(4);
            assertThat(run.out()).contains("Device or resource busy")
                    .contains("an earlier process with this one's id, " + process + ", was killed and left /dev/shm/"
                            + process + user)
                    .contains("rm /dev/shm/" + process + ":*").contains("/dev/shm/" + dead + ":* (");
        } finally {
            try (var files = Files.newDirectoryStream(Path.of("/dev/shm"), dead + ":*")) {
                for (var file : files) {
                    Files.delete(file);
                }
            }
        }
    }
}
