package org.gpucomm.runner.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.bench.FakeGpus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real processes, some of which come to a bad end. */
@Timeout(120)
class ProcessesTest {

    private static final String FOR_EVER = "1000000";

    @TempDir
    Path folder;

    private final List<Process> running = new ArrayList<>();
    private String rendezvous = "";

    @BeforeEach
    void findAPort() {
        rendezvous = "127.0.0.1:" + FakeGpus.freePort();
    }

    @AfterEach
    void leaveNoneBehind() {
        running.forEach(Process::destroyForcibly);
    }

    @Test
    void processesMeetPassTheirBarriersAndEndWell() throws Exception {
        for (int i = 0; i < 3; i++) {
            start(i, Map.of(), "200", "0", "30000", "" + i, "3", rendezvous);
        }
        assertThat(exitCodes()).containsOnly(0);
        assertThat(output(1)).contains("passed", "us a barrier");
    }

    @Test
    void whenOneIsKilledAllEndAtOnceAndOneSaysWhich() throws Exception {
        for (int i = 0; i < 4; i++) {
            start(i, Map.of(), FOR_EVER, "20", "60000", "" + i, "4", rendezvous);
        }
        waitForPassing(4);
        running.get(2).destroyForcibly();
        var codes = exitCodes();
        assertThat(codes).containsExactly(3, 3, 128 + 9, 3);
        assertThat(output(0)).contains(
                "process 2 on ", "(pid " + running.get(2).pid() + ") died or the connection to it broke");
        assertThat(output(1) + output(3)).doesNotContain("died");
    }

    @Test
    void whenProcess0IsKilledTheNextSaysSo() throws Exception {
        for (int i = 0; i < 3; i++) {
            start(i, Map.of(), FOR_EVER, "20", "60000", "" + i, "3", rendezvous);
        }
        waitForPassing(3);
        running.getFirst().destroyForcibly();
        assertThat(exitCodes()).containsExactly(128 + 9, 3, 3);
        assertThat(output(1)).contains("process 0 on ", "died or the connection to it broke");
        assertThat(output(2)).doesNotContain("died");
    }

    @Test
    void anotherSecretEndsAllWithinTheTimeout() throws Exception {
        start(0, Map.of("GPUCOMM_SECRET", "right"), "1", "0", "3000", "0", "2", rendezvous);
        start(1, Map.of("GPUCOMM_SECRET", "wrong"), "1", "0", "3000", "1", "2", rendezvous);
        assertThat(exitCodes()).containsOnly(3);
        assertThat(output(0)).contains("process 1 of 2 did not come", "has another secret");
        assertThat(output(1)).contains("it has another secret than process 0");
    }

    @Test
    void processesOfASlurmStepFindOneAnotherByItsVariables() throws Exception {
        for (int i = 0; i < 4; i++) {
            start(i, Map.of("SLURM_JOB_ID", "" + ProcessHandle.current().pid(), "SLURM_STEP_ID", "0", "SLURM_PROCID",
                    "" + i,
                    "SLURM_NTASKS", "4", "SLURM_LOCALID", "0", "SLURM_NODEID", "" + i, "SLURM_TASKS_PER_NODE", "1(x4)",
                    "SLURM_JOB_NODELIST", "no-such-node-[1-4]", "SLURM_LAUNCH_NODE_IPADDR", "127.0.0.1"), "3", "0",
                    "30000");
        }
        assertThat(exitCodes()).containsOnly(0);
    }

    private void start(int process, Map<String, String> variables, String... arguments) throws IOException {
        var command = new ArrayList<>(FakeGpus.java(OneProcess.class.getName()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(file(process).toFile());
        OneProcess.clear(builder.environment());
        builder.environment().putAll(variables);
        running.add(builder.start());
    }

    private void waitForPassing(int processes) throws Exception {
        for (int i = 0; i < processes; i++) {
            while (!output(i).contains("passed") && running.get(i).isAlive()) {
                Thread.sleep(20);
            }
        }
    }

    private List<Integer> exitCodes() throws InterruptedException {
        var codes = new ArrayList<Integer>();
        for (var process : running) {
            codes.add(process.waitFor());
        }
        return codes;
    }

    private Path file(int process) {
        return folder.resolve("process-" + process);
    }

    private String output(int process) throws IOException {
        return Files.readString(file(process));
    }
}
