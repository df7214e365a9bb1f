package org.gpucomm.server.serve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.gpucomm.cli.explain.ExplainCommand;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import picocli.CommandLine;

/**
 * From a slow link to the finding that names it: {@code bench fabric} between two network namespaces joined by four limited links, one
 * of which is slowed to a quarter; its rows through {@code explain} and through an upload. On demand, as all that measures rates.
 */
@Tag("links")
@Timeout(400)
class SlowRailTest {

    private static final Path RAILS = Path.of("../runner/src/test/fabric/rails.sh").toAbsolutePath();
    private static final String NAME = "slowrail" + ProcessHandle.current().pid();

    @TempDir
    Path folder;

    @AfterEach
    void stop() throws Exception {
        run(List.of(RAILS.toString(), "stop", NAME));
    }

    @Test
    void aLinkThatIsSlowedToAQuarterIsNamedByExplainAndOnTheServer() throws Exception {
        var made = run(List.of(RAILS.toString(), "start", NAME));
        assumeTrue(made.code() == 0, "no network namespaces (install iproute2, be root)");
        var even = measured("even.csv");
        assertThat(explained(even)).as("four equal links").doesNotContain("is slow in");
        run(List.of(RAILS.toString(), "rate", NAME, "rail2", "20"));
        var slowed = measured("slowed.csv");
        assertThat(explained(slowed)).contains("Interface 2 of 4 (counted from 0) is slow in");
        try (var server = ServerProcess.start(folder.resolve("data"))) {
            var id = ServerProcess.json(server.upload("slowed.csv", Files.readString(slowed))).path("id").asString();
            server.awaitImports();
            assertThat(server.json("findings?run=" + id + "-1").path("items").findValuesAsString("sentence"))
                    .anyMatch(each -> each.startsWith("Interface 2 of 4 (counted from 0) is slow in"));
        }
    }

    /** Rank 0 in one namespace writes to rank 1 in the other over all four links. */
    private Path measured(String name) throws Exception {
        var csv = folder.resolve(name);
        int port = freePort();
        var sides = new ArrayList<Process>();
        for (int rank = 0; rank < 2; rank++) {
            var command = new ArrayList<>(List.of("ip", "netns", "exec", NAME + (rank == 0 ? "-a" : "-b"),
                    ProcessHandle.current().info().command().orElseThrow(), "--enable-native-access=ALL-UNNAMED",
                    "-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path"), "org.gpucomm.runner.Main",
                    "bench", "fabric", "write", "--provider", "tcp", "--interface", "rail0,rail1,rail2,rail3", "-b",
                    "4M",
                    "-e", "4M", "-n", "8", "-w", "1", "--no-iteration-times", "--ranks", "2", "--rank",
                    "" + rank, "--local-rank", "0", "--local-ranks", "1", "--rendezvous", "10.77.9.1:" + port));
            if (rank == 0) {
                command.addAll(List.of("-O", csv.toString()));
            }
            var builder = new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(folder.resolve(name + rank + ".out").toFile());
            builder.environment().keySet().removeIf(each -> each.matches("(SLURM|OMPI|PMI|PMIX|GPUCOMM)_.*|RANK"));
            builder.environment().put("GPUCOMM_SECRET", NAME);
            sides.add(builder.start());
        }
        for (int rank = 0; rank < 2; rank++) {
            var out = new File(folder.toFile(), name + rank + ".out").toPath();
            assertThat(sides.get(rank).waitFor(150, TimeUnit.SECONDS)).as(Files.readString(out)).isTrue();
            assumeTrue(sides.get(rank).exitValue() != 3, Files.readString(out));
            assertThat(sides.get(rank).exitValue()).as(Files.readString(out)).isZero();
        }
        return csv;
    }

    private static String explained(Path csv) {
        var out = new StringWriter();
        new CommandLine(new ExplainCommand()).setOut(new PrintWriter(out)).setErr(new PrintWriter(out))
                .execute(csv.toString());
        return out.toString().replaceAll("\\s+", " ");
    }

    private static int freePort() throws Exception {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static ServerProcess.Ended run(List<String> command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes());
        return new ServerProcess.Ended(process.waitFor(), output);
    }
}
