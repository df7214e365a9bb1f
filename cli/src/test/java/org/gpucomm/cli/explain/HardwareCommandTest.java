package org.gpucomm.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;

import org.gpucomm.cli.accept.AcceptCommand;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

/** Hardware that no profile has: the form, filled in, is what explain and accept then judge by. */
class HardwareCommandTest {

    @TempDir
    Path folder;

    private Path log;
    private final StringWriter out = new StringWriter();

    @BeforeEach
    void aLogOfHardwareThatNobodyKnows() throws Exception {
        log = folder.resolve("odd.log");
        Files.writeString(log, """
                # nThread 1 nGpus 1 minBytes 16777216 maxBytes 33554432 step: 2(factor) warmup iters: 5 iters: 20 agg iters: 1 validation: 1
                #
                # Using devices
                #  Rank  0 Group  0 Pid   1000 on nid0010 device  0 [0000:19:00] NVIDIA Odd 9000
                #  Rank  1 Group  0 Pid   1001 on nid0010 device  1 [0000:20:00] NVIDIA Odd 9000
                #
                #                                                              out-of-place                       in-place
                #       size         count      type   redop    root     time   algbw   busbw #wrong     time   algbw   busbw #wrong
                #        (B)    (elements)                               (us)  (GB/s)  (GB/s)            (us)  (GB/s)  (GB/s)
                    16777216       4194304     float     sum      -1    400.0   41.94   41.94      0    400.0   41.94   41.94      0
                    33554432       8388608     float     sum      -1    780.0   43.02   43.02      0    780.0   43.02   43.02      0
                # Out of bounds values : 0 OK
                # Avg bus bandwidth    : 42.48
                """);
    }

    @Test
    void theFormFilledInGivesTheLimitAndThePeers() throws Exception {
        assertThat(run(new ExplainCommand(), "--all", log.toString())).isZero();
        assertThat(text()).contains("Cannot be judged: no hardware profile has NVIDIA Odd 9000",
                "next: gpucomm hardware odd.log > hardware.yaml");
        assertThat(run(new HardwareCommand(), log.toString())).isZero();
        var form = text();
        assertThat(form).contains("gpus: [\"NVIDIA Odd 9000\"]", "node_gpus: 2 ", "nvlink: FILL ");
        var profile = folder.resolve("hardware.yaml");
        Files.writeString(profile, form);
        assertThat(run(new ExplainCommand(), "--hardware", profile.toString(), log.toString())).isEqualTo(2);
        assertThat(text()).contains("nvlink", "'FILL'");
        Files.writeString(profile, form.replace("nic: FILL", "nic: none").replace("fabric: FILL", "fabric: roce")
                .replace("nvlink: FILL", "nvlink: 50").replace(": FILL", ": 100").replace("values: []",
                        "values: [{operation: all_reduce, nodes: 1, bytes: 33554432, busbw: 48, source: ours}]"));
        assertThat(run(new ExplainCommand(), "--hardware", profile.toString(), log.toString())).isZero();
        assertThat(text()).contains("86 % of the 50 GB/s that NVLink", "90 % of the one published run")
                .doesNotContain("no hardware profile has");
        assertThat(run(new AcceptCommand(), "--against", "peers", "--share", "85", "--hardware", profile.toString(),
                log.toString())).isZero();
        assertThat(text()).contains("pass All-Reduce on 2 GPUs, 32 MiB: 40.8 GB/s (85 % of 48.0) asked",
                "43.0 GB/s at 32 MiB");
        assertThat(run(new AcceptCommand(), "--against", "peers", log.toString())).isEqualTo(2);
        assertThat(text()).contains("nothing is published of such nodes");
    }

    private String text() {
        // A form's lines are what they are; sentences are wrapped.
        return out.toString().startsWith("# Bandwidths") ? out.toString() : out.toString().replaceAll("\\s+", " ");
    }

    private int run(Object command, String... arguments) {
        out.getBuffer().setLength(0);
        var writer = new PrintWriter(out, true);
        return new CommandLine(command).setOut(writer).setErr(writer).execute(arguments);
    }
}
