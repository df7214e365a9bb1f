package org.gpucomm.runner.benchmark;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.runner.ffi.CudaDriver;
import org.gpucomm.runner.fingerprint.Fingerprint;
import org.gpucomm.runner.ranks.Meeting;
import org.jspecify.annotations.Nullable;

/** The ranks of this process: starts a thread for each GPU and sees to it that all of them end. */
final class Benchmark {

    /** For threads to notice that another has failed; one that does not is stuck in a native call. */
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final Spec spec;
    private final Libraries libraries;
    private final List<CudaDriver.Gpu> gpus;
    private final String host;
    private final Meeting meeting;
    private final Supplier<Fingerprint> fingerprint;
    private final Duration timeout;

    /**
     * @param gpus        that this process is to drive, in order of rank
     * @param fingerprint of this host; asked for by the first thread
     * @param timeout     for each step; a thread that is longer at one ends all
     */
    Benchmark(Spec spec, Libraries libraries, List<CudaDriver.Gpu> gpus, String host, Meeting meeting,
            Supplier<Fingerprint> fingerprint, Duration timeout) {
        this.spec = spec;
        this.libraries = libraries;
        this.gpus = gpus;
        this.host = host;
        this.meeting = meeting;
        this.fingerprint = fingerprint;
        this.timeout = timeout;
    }

    /**
     * Measures.
     *
     * @param report where results go, in the first process; null in the others
     * @return what went wrong, in this process or another; null if nothing did
     */
    @Nullable
    Throwable run(@Nullable Report report, PrintStream messages) throws InterruptedException {
        var crew = new Crew(gpus.size(), meeting);
        var running = new CountDownLatch(gpus.size());
        var threads = new ArrayList<Thread>();
        for (int seat = 0; seat < gpus.size(); seat++) {
            var program = new RankProgram(spec, libraries, crew, seat, self(seat), fingerprint,
                    rank(seat) == 0 ? report : null);
            threads.add(Thread.ofPlatform().daemon().name("gpu-" + gpus.get(seat).ordinal()).start(() -> {
                try {
                    program.run();
                } catch (Throwable t) {
                    crew.fail(t);
                } finally {
                    running.countDown();
                }
            }));
        }
        watch(crew, running);
        if (crew.failure() != null && !running.await(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
            stuck(threads).forEach(name -> messages.println("gpucomm: " + name + " is stuck in a native call"));
        }
        return crew.failure();
    }

    private void watch(Crew crew, CountDownLatch running) throws InterruptedException {
        while (crew.failure() == null && !running.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
            if (IntStream.range(0, gpus.size()).anyMatch(seat -> isLate(crew.seat(seat)))) {
                crew.fail(new TimeoutException("nothing has happened for " + timeout.toSeconds() + " s: "
                        + IntStream.range(0, gpus.size()).mapToObj(seat -> where(seat) + " is " + crew.doing(seat))
                                .collect(Collectors.joining("; "))));
            }
        }
    }

    private boolean isLate(Crew.Seat seat) {
        return !timeout.isZero() && System.nanoTime() - seat.since() > timeout.toNanos();
    }

    private static List<String> stuck(List<Thread> threads) {
        return threads.stream().filter(Thread::isAlive).map(Thread::getName).toList();
    }

    private Introduction.Self self(int seat) {
        return new Introduction.Self(rank(seat), host, gpus.get(seat));
    }

    private int rank(int seat) {
        return meeting.process() * gpus.size() + seat;
    }

    private String where(int seat) {
        return "rank " + rank(seat) + " (GPU " + gpus.get(seat).ordinal() + " of " + host + ")";
    }

    /** A step took longer than it may. */
    static final class TimeoutException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TimeoutException(String message) {
            super(message);
        }
    }
}
