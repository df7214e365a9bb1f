package org.gpucomm.runner.rig;

import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.gpucomm.runner.host.Fingerprint;
import org.gpucomm.runner.rendezvous.ProcessGroup;
import org.jspecify.annotations.Nullable;

/** Runner of a measurement: starts a thread for each seat of this process and ensures that all of them end. Independent of any library. */
public final class Rig {

    /** Time for threads to notice a failure of another; a thread that is still running after that is stuck in a native call. */
    private static final Duration GRACE = Duration.ofSeconds(5);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final Setup setup;
    private final Protocol protocol;
    private final String host;
    private final ProcessGroup group;
    private final Supplier<Fingerprint> fingerprint;
    private final Duration timeout;
    private final @Nullable Report report;
    private List<SeatExchange> introductions = List.of();
    private @Nullable Cases cases;

    /**
     * @param fingerprint supplier of the host's fingerprint, called by the first thread
     * @param timeout     time limit of each step; if a thread exceeds it, all threads fail
     * @param report      report of results in process 0; null in other processes
     */
    public Rig(Setup setup, Protocol protocol, String host, ProcessGroup group, Supplier<Fingerprint> fingerprint,
            Duration timeout, @Nullable Report report) {
        this.setup = setup;
        this.protocol = protocol;
        this.host = host;
        this.group = group;
        this.fingerprint = fingerprint;
        this.timeout = timeout;
        this.report = report;
    }

    /** Runs the measurement. Returns the first failure of this or another process; null if there is none. */
    public @Nullable Throwable run(PrintStream messages) throws InterruptedException {
        var places = setup.seats();
        var crew = new RankThreads(places.size(), group);
        var seats = IntStream.range(0, places.size())
                .mapToObj(number -> new Seat(crew, number, places.get(number).waitsFor())).toList();
        var running = new CountDownLatch(places.size());
        var threads = new ArrayList<Thread>();
        for (var seat : seats) {
            var program = new SeatProgram(this, setup, protocol, crew, seat);
            var name = places.get(seat.number()).name().toLowerCase(Locale.ROOT).replace(' ', '-');
            threads.add(Thread.ofPlatform().daemon().name(name).start(() -> {
                try {
                    program.run();
                } catch (Throwable t) {
                    crew.fail(t);
                } finally {
                    running.countDown();
                }
            }));
        }
        watch(crew, seats, running);
        if (crew.failure() != null && !running.await(GRACE.toMillis(), TimeUnit.MILLISECONDS)) {
            threads.stream().filter(Thread::isAlive)
                    .forEach(thread -> messages.println("gpucomm: " + thread.getName() + " is stuck in a native call"));
        }
        return crew.failure();
    }

    SeatExchange introduction(int seat, long room) {
        return new SeatExchange(group.process(), seat, ProcessHandle.current().pid(), host,
                setup.seats().get(seat).text(), setup.agreement(), room);
    }

    boolean isOf(SeatExchange introduction, int seat) {
        return introduction.process() == group.process() && introduction.seat() == seat;
    }

    synchronized void met(List<SeatExchange> all) {
        introductions = all;
    }

    /** Returns the cases, which are computed once per process, because the routing of a Mixture-of-Experts layer is slow to compute. */
    synchronized Cases cases() {
        if (cases == null) {
            cases = setup.cases(introductions.size(),
                    introductions.stream().mapToLong(SeatExchange::room).min().orElseThrow());
        }
        return cases;
    }

    Fingerprint fingerprint() {
        return fingerprint.get();
    }

    @Nullable
    Report reportOf(int rank) {
        return rank == 0 ? report : null;
    }

    private void watch(RankThreads crew, List<Seat> seats, CountDownLatch running) throws InterruptedException {
        while (crew.failure() == null && !running.await(BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
            if (seats.stream().anyMatch(seat -> seat.isLate(timeout))) {
                crew.fail(new TimeoutException("nothing has happened for " + timeout.toSeconds() + " s: "
                        + seats.stream().map(seat -> where(seat.number()) + " is " + seat.doing())
                                .collect(Collectors.joining("; "))));
            }
        }
    }

    private synchronized String where(int seat) {
        var place = setup.seats().get(seat).name() + " of " + host;
        return IntStream.range(0, introductions.size()).filter(rank -> isOf(introductions.get(rank), seat)).boxed()
                .findFirst().map(rank -> "rank " + rank + " (" + place + ")").orElse(place);
    }

    /** Error of a step that exceeds its time limit. */
    static final class TimeoutException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        TimeoutException(String message) {
            super(message);
        }
    }
}
