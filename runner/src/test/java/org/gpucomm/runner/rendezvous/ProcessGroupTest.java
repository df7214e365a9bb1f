package org.gpucomm.runner.rendezvous;

import static java.nio.charset.StandardCharsets.UTF_8;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.launch.RendezvousAddress;
import org.gpucomm.runner.bench.FakeGpus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Processes as threads of this one. */
@Timeout(60)
class ProcessGroupTest {

    private static final Duration LONG = Duration.ofSeconds(30);
    private static final Duration SHORT = Duration.ofMillis(700);

    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(Thread.ofPlatform().daemon().factory());
    private int port;

    @BeforeEach
    void findAPort() {
        port = FakeGpus.freePort();
    }

    @AfterEach
    void stop() {
        threads.shutdownNow();
    }

    @FunctionalInterface
    private interface Part {
        String play(ProcessGroup group) throws Exception;
    }

    @Test
    void everyoneGetsTheBytesOfAllInOrderOfProcess() throws Exception {
        assertThat(results(all(4, LONG, group -> {
            var all = group.allGather("names", ("p" + group.process()).getBytes(UTF_8));
            return String.join(" ", all.stream().map(one -> new String(one, UTF_8)).toList());
        }))).hasSize(4).containsOnly("p0 p1 p2 p3");
    }

    @Test
    void everyoneGetsAMillionBytesOfEach() throws Exception {
        assertThat(results(all(3, LONG, group -> {
            var all = group.allGather("plan", ("" + group.process()).repeat(1_000_000).getBytes(UTF_8));
            return all.stream().map(one -> new String(one, UTF_8)).collect(Collectors.joining());
        }))).containsOnly("0".repeat(1_000_000) + "1".repeat(1_000_000) + "2".repeat(1_000_000));
    }

    @Test
    void sixtyFourProcessesMeetExchangeAndPart() throws Exception {
        assertThat(results(all(64, LONG, group -> {
            for (int i = 0; i < 20; i++) {
                barrier(group, "round " + i);
            }
            return group.allGather("who", new byte[]{(byte) group.process()}).stream().map(one -> one[0]).toList()
                    .equals(IntStream.range(0, 64).mapToObj(i -> (byte) i).toList()) ? "right" : "wrong";
        }))).hasSize(64).containsOnly("right");
    }

    @Test
    void nobodyPassesABarrierBeforeAllHaveCome() throws Exception {
        var arrived = new java.util.concurrent.atomic.AtomicInteger();
        assertThat(results(all(8, LONG, group -> {
            for (int round = 1; round <= 50; round++) {
                if (group.process() == round % 8) {
                    Thread.sleep(2);
                }
                arrived.incrementAndGet();
                barrier(group, "in");
                if (arrived.get() != 8 * round) {
                    return "passed with " + arrived.get() + " of " + 8 * round;
                }
                barrier(group, "out");
            }
            return "held";
        }))).containsOnly("held");
    }

    @Test
    void aProcessThatNeverComesIsNamedByAllThatDid() throws Exception {
        var there = List.of(start(0, 4, SHORT, Secret.NONE, group -> "met"),
                start(2, 4, SHORT.multipliedBy(5), Secret.NONE, group -> "met"));
        assertThat(failures(there)).containsOnly(
                "processes 1, 3 of 4 did not come to 127.0.0.1:" + port + " within 700 ms");
    }

    @Test
    void withoutProcess0TheOthersSayWhereTheyLookedForIt() throws Exception {
        assertThat(failure(start(1, 2, SHORT, Secret.NONE, group -> "met")))
                .contains("process 1 on ", "could not reach process 0 at 127.0.0.1:" + port + " within 700 ms: ");
    }

    @Test
    void aProcessWithAnotherSecretIsToldSoAndTheOthersGoOnWithoutIt() throws Exception {
        var first = start(0, 2, Duration.ofSeconds(3), new Secret("right"), group -> "met");
        assertThat(failure(start(1, 2, LONG, new Secret("wrong"), group -> "met")))
                .contains("process 1 on ", "was not let in", "another secret than process 0", "GPUCOMM_SECRET");
        start(1, 2, LONG, new Secret("right"), group -> "met").get();
        assertThat(first.get()).isEqualTo("met");
    }

    @Test
    void aWrongSecretIsAmongTheReasonsOfTheOneWhoWaitsInVain() throws Exception {
        var first = start(0, 2, Duration.ofSeconds(3), new Secret("right"), group -> "met");
        start(1, 2, LONG, new Secret("wrong"), group -> "met");
        assertThat(failure(first)).contains("process 1 of 2 did not come",
                "has another secret and says it is process 1");
    }

    @Test
    void garbageAtThePortDisturbsNobody() throws Exception {
        var first = start(0, 2, LONG, Secret.NONE, group -> "met");
        var random = new Random(1);
        var silent = connect();
        for (int i = 0; i < 50; i++) {
            try (var stranger = connect()) {
                var garbage = new byte[random.nextInt(2000)];
                random.nextBytes(garbage);
                stranger.getOutputStream().write(i % 2 == 0 ? garbage : "GET / HTTP/1.1\r\n\r\n".getBytes(UTF_8));
            } catch (IOException shownOut) {
                // As it should be.
            }
        }
        assertThat(start(1, 2, LONG, Secret.NONE, group -> "met").get()).isEqualTo("met");
        assertThat(first.get()).isEqualTo("met");
        silent.close();
    }

    @Test
    void somethingElseThatListensThereIsNotTakenForProcess0() throws Exception {
        try (var other = new ServerSocket(port, 5, InetAddress.getLoopbackAddress())) {
            threads.submit(() -> {
                while (true) {
                    other.accept().getOutputStream().write("220 mail.example.org ESMTP\r\n".getBytes(UTF_8));
                }
            });
            assertThat(failure(start(1, 2, Duration.ofSeconds(3), Secret.NONE, group -> "met")))
                    .contains("what answers there is not gpucomm");
        }
    }

    @Test
    void aPortInUseIsSaid() throws Exception {
        try (var other = new ServerSocket(port, 5, InetAddress.getLoopbackAddress())) {
            assertThat(other.isBound()).isTrue();
            assertThat(failure(start(0, 2, SHORT, Secret.NONE, group -> "met"))).contains(
                    "cannot listen at 127.0.0.1:" + port, "Address already in use", "--rendezvous HOST:PORT");
        }
    }

    @Test
    void processesThatDisagreeAreBothNamed() throws Exception {
        assertThat(failures(all(3, LONG, group -> {
            barrier(group, group.process() == 2 ? "size 16" : "size 8");
            return "passed";
        }))).hasSize(1).first().asString().contains("process 2 on ", "is at “size 16” (step 2) while process 0",
                "is at “size 8” (step 2)");
    }

    @Test
    void differentNumbersOfProcessesAreAContradictionForAll() throws Exception {
        var runs = List.of(start(0, 3, LONG, Secret.NONE, group -> "met"),
                start(1, 2, LONG, Secret.NONE, group -> "met"));
        assertThat(failures(runs)).hasSize(1).first().asString().contains("process 1 on ",
                "counts 2 processes, process 0",
                "counts 3");
    }

    @Test
    void twoOfTheSameNumberAreAContradictionForAll() throws Exception {
        var runs = List.of(start(0, 3, LONG, Secret.NONE, group -> "met"),
                start(1, 3, LONG, Secret.NONE, group -> "met"), start(1, 3, LONG, Secret.NONE, group -> "met"));
        assertThat(failures(runs)).hasSize(1).first().asString()
                .contains("two say that they are process 1: process 1 on ");
    }

    @Test
    void theReasonOfTheOneWhoAbortsReachesAllAndIsToldOnce() throws Exception {
        var runs = all(4, LONG, group -> {
            if (group.process() == 3) {
                group.abort("out of device memory", 3);
            }
            barrier(group, "next");
            return "passed";
        });
        assertThat(failures(runs)).hasSize(1).first().asString().contains("process 3 on ",
                "ended the run: out of device memory");
        assertThat(runs).filteredOn(run -> ((ProcessGroupException) run.exceptionNow()).isReportedHere())
                .containsExactly(runs.getFirst());
        assertThat(runs).allMatch(run -> ((ProcessGroupException) run.exceptionNow()).exitCode() == 3);
    }

    @Test
    void anAnswerCountsAlthoughItsSenderAbortsRightBehindIt() throws Exception {
        for (int round = 0; round < 40; round++) {
            assertThat(results(all(3, LONG, group -> {
                var all = group.allGather("names", new byte[1]);
                if (group.process() == 0) {
                    group.abort("enough", 4);
                }
                return all.size() + " answers";
            }))).as("round " + round).containsOnly("3 answers");
        }
    }

    @Test
    void anAbortIsHeardByThoseWhoAreBusyWithSomethingElse() throws Exception {
        assertThat(results(all(3, LONG, group -> {
            var heard = new CompletableFuture<String>();
            group.onFailure(failure -> heard.complete(failure.getMessage()));
            if (group.process() == 1) {
                group.abort("its GPU fell off the bus", 4);
            }
            return heard.get(5, TimeUnit.SECONDS).replaceAll(" on .* ended", " ended");
        }))).containsOnly("process 1 ended the run: its GPU fell off the bus");
    }

    @Test
    void theOneWhoDoesNotComeToABarrierIsNamedByAll() throws Exception {
        assertThat(failures(all(3, SHORT, group -> {
            if (group.process() == 2) {
                Thread.sleep(2500);
            }
            barrier(group, "size 8");
            return "passed";
        }))).hasSize(1).first().asString().matches(
                "process 2 on .* did not come to “size 8” \\(step 2\\) within 700 ms(, says process 1 .*)?");
    }

    @Test
    void process0TooCanBeTheOneWhoDoesNotCome() throws Exception {
        assertThat(failures(all(3, SHORT, group -> {
            if (group.process() == 0) {
                Thread.sleep(2500);
            }
            barrier(group, "size 8");
            return "passed";
        }))).hasSize(1).first().asString().contains("process 0 on ",
                "did not come to “size 8” within 700 ms, says process");
    }

    @Test
    void oneWhoLeavesEarlyIsNamed() throws Exception {
        var runs = all(3, LONG, group -> {
            if (group.process() != 1) {
                barrier(group, "one more");
            }
            return "done";
        });
        assertThat(runs.get(1).get()).isEqualTo("done");
        assertThat(failure(runs.get(0))).contains("process 1 on ", "left the group before “one more”");
        assertThat(failure(runs.get(2))).contains("process 1 on ", "left the group before “one more”");
    }

    @Test
    void aGroupOnTheLoopbackInterfaceIsOpenToNoOtherInterface() throws Exception {
        try (var door = FirstProcess.listen(new RendezvousAddress("localhost", port), Member.itself(0, 2))) {
            assertThat(door.getInetAddress().isLoopbackAddress()).isTrue();
        }
    }

    private static void barrier(ProcessGroup group, String what) {
        group.allGather(what, new byte[0]);
    }

    private Socket connect() throws Exception {
        while (true) {
            try {
                return new Socket(InetAddress.getLoopbackAddress(), port);
            } catch (IOException notYet) {
                Thread.sleep(10);
            }
        }
    }

    private List<Future<String>> all(int processes, Duration timeout, Part part) {
        return IntStream.range(0, processes).mapToObj(i -> start(i, processes, timeout, Secret.NONE, part)).toList();
    }

    private Future<String> start(int process, int processes, Duration timeout, Secret secret, Part part) {
        var place = new ProcessPlace(process, processes, process, processes,
                RendezvousAddress.parse("127.0.0.1:" + port),
                "test");
        Callable<String> run = () -> {
            try (var group = ProcessGroup.at(place, secret, timeout)) {
                return part.play(group);
            }
        };
        return threads.submit(run);
    }

    private static List<String> results(List<Future<String>> runs) throws Exception {
        var results = new ArrayList<String>();
        for (var run : runs) {
            results.add(run.get());
        }
        return results;
    }

    private static List<String> failures(List<Future<String>> runs) throws Exception {
        var messages = new ArrayList<String>();
        for (var run : runs) {
            messages.add(failure(run));
        }
        return messages.stream().distinct().toList();
    }

    private static String failure(Future<String> run) throws InterruptedException {
        try {
            return "no failure but " + run.get();
        } catch (ExecutionException e) {
            return String.valueOf(e.getCause().getMessage());
        }
    }
}
