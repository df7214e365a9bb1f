package org.gpucomm.runner.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;

import org.gpucomm.results.Measurement;
import org.gpucomm.runner.bench.FakeGpus;
import org.gpucomm.runner.fabric.FabricBench.Run;
import org.gpucomm.runner.fabric.FabricBench.Runs;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code bench fabric} between two hosts whose truth is known: two network namespaces of this host, joined by four links of 80
 * Mbit/s each ({@code src/test/fabric/rails.sh}). The tests that measure rates, which a busy host falls short of, are tagged and run
 * on demand only, on a host that is idle: {@code mvn -pl runner -am verify -Dgroups=links -DexcludedGroups=}.
 */
@Timeout(240)
@Tag("nightly")
class NamespacesTest {

    private static final Path RAILS = Path.of("src/test/fabric/rails.sh").toAbsolutePath();
    private static final String NAME = "gpucomm" + ProcessHandle.current().pid();
    private static final String ALL = "rail0,rail1,rail2,rail3";
    /** 80 Mbit/s without the headers of Ethernet, IP and TCP: 1448 of 1514 bytes. */
    private static final double ONE_RAIL_GBPS = 0.08 / 8 * 1448 / 1514;

    @TempDir
    static Path folder;

    @BeforeAll
    static void start() throws Exception {
        FabricBench.needed("tcp");
        var made = run(RAILS.toString(), "start", NAME);
        assumeTrue(made.code() == 0, "no network namespaces (install iproute2, be root)");
        var seen = run("ip", "netns", "exec", NAME + "-a", "fi_info", "-p", "tcp");
        assumeTrue(seen.out().contains("domain: rail3"), "libfabric does not see the links (install libfabric-bin)");
    }

    @AfterAll
    static void stop() throws Exception {
        run(RAILS.toString(), "stop", NAME);
    }

    @Test
    void everyByteArrivesOverFourRailsAndThreeBuffersInTurnUseThree() throws Exception {
        var split = right(between(List.of(), "write", "--interface", ALL, "-b", "256K", "-e", "256K", "-n", "4"));
        assertThat(rail(split, 0) * rail(split, 1) * rail(split, 2) * rail(split, 3)).isPositive();
        var inTurn = right(between(List.of(), "write", "--interface", ALL, "--distribute", "round_robin", "-b", "256K",
                "-e", "256K", "-n", "3", "--depth", "1"));
        assertThat(rail(inTurn, 0) * rail(inTurn, 1) * rail(inTurn, 2)).isPositive();
        assertThat(rail(inTurn, 3)).isZero();
    }

    @Test
    @Tag("links")
    void oneRailIsAsFastAsItsLinkAndAsPingPong() throws Exception {
        double pingPong = pingPong();
        for (var operation : List.of("write", "send")) {
            double rate = gigabytes(best(operation, "--interface", "rail0", "-b", "1M", "-e", "1M", "-n", "12"));
            assertThat(rate).as(operation).isBetween(0.93 * ONE_RAIL_GBPS, 1.05 * ONE_RAIL_GBPS);
            assertThat(rate).as(operation).isGreaterThanOrEqualTo(0.95 * pingPong);
        }
    }

    @Test
    @Tag("links")
    void fourRailsCarryFourTimesAsMuchSplitAndThreeBuffersInTurnUseThree() throws Exception {
        double one = gigabytes(best("send", "--interface", "rail0", "-b", "1M", "-e", "1M", "-n", "12"));
        double four = gigabytes(best("write", "--interface", ALL, "-b", "4M", "-e", "4M", "-n", "12"));
        assertThat(four).isGreaterThanOrEqualTo(0.93 * 4 * one);
        // Three messages over four interfaces in turn: the fourth has nothing to carry.
        var three = best("write", "--interface", ALL, "--distribute", "round_robin", "-b", "4M", "-e", "4M", "-n", "3",
                "--depth", "1");
        assertThat(gigabytes(three)).isBetween(0.93 * 3 * one, 1.07 * 3 * one);
        assertThat(rail(three, 2)).isCloseTo(one, within(0.1 * one));
        assertThat(rail(three, 3)).isZero();
    }

    @Test
    @Tag("links")
    void aRailThatIsSlowedToAQuarterShowsInTheRatesOfTheRails() throws Exception {
        run(RAILS.toString(), "rate", NAME, "rail2", "20");
        try {
            var row = best("write", "--interface", ALL, "-b", "2M", "-e", "2M", "-n", "8");
            assertThat(rail(row, 2)).isCloseTo(ONE_RAIL_GBPS / 4, within(0.25 * ONE_RAIL_GBPS / 4));
            for (int healthy : new int[]{0, 1, 3}) {
                assertThat(rail(row, healthy)).isGreaterThan(0.7 * ONE_RAIL_GBPS);
            }
            // Every message waits for its part on the slow one.
            assertThat(gigabytes(row)).isCloseTo(ONE_RAIL_GBPS, within(0.25 * ONE_RAIL_GBPS));
        } finally {
            run(RAILS.toString(), "rate", NAME, "rail2", "80");
        }
    }

    @Test
    void aRailThatGoesDownIsNamedWithTheRankThatItLedTo() throws Exception {
        // Down in the middle of what is measured: connecting sends less.
        var cut = List.of("sh", "-c", """
                sent() { ip netns exec %1$s-a cat /sys/class/net/rail1/statistics/tx_bytes; }
                before=$(sent)
                for try in $(seq 300); do
                  [ $(($(sent) - before)) -lt 100000000 ] || exec %2$s down %1$s rail1
                  sleep 0.2
                done""".formatted(NAME, RAILS));
        try {
            var runs = between(cut, "write", "--interface", ALL, "-b", "1M", "-e", "1M", "-n", "100000", "--stall",
                    "5");
            assertThat(runs.first().code()).as(runs.first().out()).isEqualTo(4);
            assertThat(runs.first().out()).containsPattern("rank 0 with rank 1 on \\S+, rail 1 \\(rail1\\)");
        } finally {
            run("ip", "-n", NAME + "-a", "link", "set", "rail1", "up");
        }
    }

    /**
     * Returns the fastest of three runs: links limit from above, and a host whose processors are busy with something else is
     * below that.
     */
    private static Measurement best(String... arguments) throws Exception {
        Measurement fastest = right(between(List.of(), arguments));
        for (int again = 0; again < 2; again++) {
            var other = right(between(List.of(), arguments));
            fastest = gigabytes(other) > gigabytes(fastest) ? other : fastest;
        }
        return fastest;
    }

    /** Runs both processes, each in its namespace, and beside them a command that disturbs. */
    private static Runs between(List<String> beside, String... arguments) throws Exception {
        var csv = Files.createTempDirectory(folder, "rows").resolve("rows.csv");
        var all = FabricBench.with(arguments, "--provider", "tcp", "-w", "2", "--no-iteration-times", "--ranks", "2",
                "--local-rank", "0", "--local-ranks", "1", "--rendezvous", "10.77.9.1:" + FakeGpus.freePort());
        var processes = new ArrayList<FabricBench.Started>();
        processes.add(FabricBench.start(in("a"), FabricBench.with(all, "--rank", "0", "-O", csv.toString())));
        processes.add(FabricBench.start(in("b"), FabricBench.with(all, "--rank", "1")));
        var other = beside.isEmpty()
                ? null
                : new ProcessBuilder(beside).redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
        var runs = new ArrayList<Run>();
        for (var process : processes) {
            runs.add(process.ended());
        }
        if (other != null) {
            assertThat(other.waitFor(30, TimeUnit.SECONDS)).isTrue();
        }
        return new Runs(runs, FabricBench.rows(csv), csv);
    }

    private static List<String> in(String side) {
        return List.of("ip", "netns", "exec", NAME + "-" + side);
    }

    /** What libfabric's own fi_pingpong reaches over one link, 10⁹ bytes a second. */
    private static double pingPong() throws Exception {
        var program = "FI_TCP_IFACE=rail0 timeout 30 fi_pingpong -p tcp -e rdm -I 12 -S 1048576";
        var script = "ip netns exec %1$s-b sh -c '%2$s' >/dev/null & sleep 1; ip netns exec %1$s-a sh -c '%2$s 10.77.0.2'; wait"
                .formatted(NAME, program);
        var result = run("sh", "-c", script);
        var megabytes = Pattern.compile("1m\\s+\\S+\\s+\\S+\\s+\\S+\\s+\\S+s\\s+([0-9.]+)").matcher(result.out());
        assumeTrue(megabytes.find(), "no fi_pingpong (install libfabric-bin)");
        return Double.parseDouble(megabytes.group(1)) / 1e3;
    }

    private static Measurement right(Runs runs) {
        assertThat(runs.processes()).allSatisfy(run -> assertThat(run.code()).as(run.out()).isZero());
        assertThat(runs.rows()).hasSize(1);
        assertThat(Objects.requireNonNull(runs.rows().getFirst().outcome().wrong()).doubleValue()).isZero();
        return runs.rows().getFirst();
    }

    private static double gigabytes(Measurement row) {
        return Objects.requireNonNull(row.outcome().algbw()).doubleValue();
    }

    private static double rail(Measurement row, int number) {
        return Double.parseDouble(row.outcome().metrics().get("rail" + number + "_GBps").orElseThrow());
    }

    private static Run run(String... command) throws Exception {
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }
}
