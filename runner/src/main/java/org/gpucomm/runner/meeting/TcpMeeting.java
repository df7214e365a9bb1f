package org.gpucomm.runner.meeting;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.launch.Rendezvous;
import org.gpucomm.runner.meeting.Frame.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A meeting over TCP, as a star: process 0 ({@link FirstProcess}) hears all others ({@link OtherProcess}) and answers when
 * every one of them has come.
 *
 * <p>The thread that calls does the input and output itself; nothing is handed over to another one, so a barrier costs two
 * packets. A second thread looks at the connections a few times a second while no call is going on, and so learns of a death
 * or an abort while the benchmark is busy on its GPU.
 */
abstract class TcpMeeting implements Meeting {

    /** Between two looks of the watching thread: soon enough for people, too seldom to disturb what is measured. */
    private static final Duration LOOK_INTERVAL = Duration.ofMillis(200);
    /** How long after a failure the others get to read why. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    final Member me;
    final Selector selector;
    final Duration timeout;
    private final int processes;
    private final ReentrantLock turn = new ReentrantLock();
    private final Ending ending = new Ending();
    private final Thread watcher = new Thread(this::watch, "meeting");
    private volatile boolean closed;
    private int sequence;

    TcpMeeting(Member me, int processes, Duration timeout) {
        this.me = me;
        this.processes = processes;
        this.timeout = timeout;
        try {
            selector = Selector.open();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Meeting at(ProcessPlace place, Secret secret, Duration timeout) {
        if (place.rendezvous() == null) {
            throw new IllegalArgumentException(place.processes() + " processes and no rendezvous");
        }
        var rendezvous = Rendezvous.parse(place.rendezvous());
        var me = Member.itself(place.process());
        long deadline = deadline(timeout);
        try {
            return (place.process() == 0
                    ? new FirstProcess(me, place.processes(), timeout,
                            Lobby.at(rendezvous, secret, me, place.processes()))
                    : new Entrance(place, rendezvous, secret, me).enter(timeout, deadline)).begun(deadline);
        } catch (IOException e) {
            throw new MeetingException(me + " cannot set up its connections: " + e.getMessage(), e);
        }
    }

    /** Makes an exchange with all others, until {@code deadline}. Called by one thread at a time. */
    abstract byte[] exchange(Frame mine, long deadline);

    /** Takes what has come, without waiting. Called by one thread at a time. */
    abstract void receive();

    /** Tells those who are still connected that it is over. */
    abstract void tellOthers(String reason, long deadline);

    /** Whether the message of this failure, which all have, is to be printed here. */
    abstract boolean tellsUser();

    abstract List<Connection> connections();

    /** Lets nobody in any more. */
    abstract void stopListening();

    /** Waits until all are connected, then starts to watch them. */
    final TcpMeeting begun(long deadline) {
        try {
            exchange(Kind.BARRIER, "the meeting", new byte[0], deadline);
        } catch (MeetingException e) {
            close();
            throw e;
        }
        watcher.setDaemon(true);
        watcher.start();
        return this;
    }

    @Override
    public final int process() {
        return me.process();
    }

    @Override
    public final int processes() {
        return processes;
    }

    @Override
    public final List<byte[]> allGather(String what, byte[] mine) {
        return Gathered.split(exchange(Kind.GATHER, what, mine, deadline(timeout)), processes);
    }

    @Override
    public final byte[] broadcast(String what, byte @Nullable [] fromFirst) {
        if ((process() == 0) != (fromFirst != null)) {
            throw new IllegalArgumentException(
                    "process 0, and only it, gives the bytes of a broadcast; this is process "
                            + process());
        }
        return exchange(Kind.BROADCAST, what, Objects.requireNonNullElse(fromFirst, new byte[0]), deadline(timeout));
    }

    @Override
    public final void barrier(String what) {
        exchange(Kind.BARRIER, what, new byte[0], deadline(timeout));
    }

    @Override
    public final void abort(String reason) {
        fail(me + " ended the run: " + reason);
    }

    @Override
    public final void onFailure(Consumer<MeetingException> listener) {
        ending.whenItComes(listener);
    }

    @Override
    public final void close() {
        if (closed) {
            return;
        }
        closed = true;
        selector.wakeup();
        turn.lock();
        try {
            stopListening();
            boolean failed = ending.came();
            long deadline = deadline(failed ? FAREWELL : Duration.ZERO);
            for (var connection : connections()) {
                if (!failed) {
                    sayGoodbye(connection);
                }
                connection.closeGently(deadline);
            }
            selector.close();
        } catch (IOException alreadyGone) {
            // Closed either way.
        } finally {
            turn.unlock();
        }
    }

    /** Ends it for all, once; the first reason counts. */
    final void fail(String message) {
        end(message);
    }

    /** As {@link #fail}, and returns what to throw. */
    final MeetingException failed(String message) {
        end(message);
        return ending.thrown();
    }

    /** It is over for a reason that the others know already. */
    final void learn(String message) {
        if (note(new MeetingException(message, tellsUser()))) {
            ending.announce();
        }
    }

    final void throwIfOver() {
        if (ending.came()) {
            throw ending.thrown();
        }
        if (closed) {
            throw new MeetingException("the meeting was closed in this process", false);
        }
    }

    /** Sleeps until something comes, at most until the deadline, and takes it. */
    final void waitUntil(long deadline) {
        try {
            selector.select(Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime())));
        } catch (IOException e) {
            throw failed(me + " cannot wait for its connections: " + e.getMessage());
        }
        if (Thread.interrupted()) {
            Thread.currentThread().interrupt();
            throw failed(me + " was interrupted");
        }
        if (!closed) {
            receive();
        }
        throwIfOver();
    }

    static long deadline(Duration from) {
        return System.nanoTime() + from.toNanos();
    }

    static boolean passed(long deadline) {
        return deadline - System.nanoTime() <= 0;
    }

    /** {@code barrier “size 8” (step 4)}. */
    static String nameOf(Frame frame) {
        return frame.kind().name().toLowerCase(Locale.ROOT) + " “" + frame.what() + "” (step " + frame.sequence() + ")";
    }

    final int sequence() {
        return sequence;
    }

    private byte[] exchange(Kind kind, String what, byte[] payload, long deadline) {
        turn.lock();
        try {
            throwIfOver();
            return exchange(new Frame(kind, ++sequence, what, payload), deadline);
        } finally {
            turn.unlock();
        }
    }

    private void end(String message) {
        if (note(new MeetingException(message, tellsUser()))) {
            tellOthers(message, deadline(FAREWELL));
            ending.announce();
        }
    }

    private boolean note(MeetingException exception) {
        if (closed || !ending.note(exception)) {
            return false;
        }
        selector.wakeup();
        return true;
    }

    private void sayGoodbye(Connection connection) {
        try {
            connection.send(new Frame(Kind.BYE, sequence, ""), deadline(Duration.ZERO));
        } catch (IOException alreadyGone) {
            // It left first.
        }
    }

    private void watch() {
        while (!closed && !ending.came()) {
            try {
                Thread.sleep(LOOK_INTERVAL);
                if (turn.tryLock()) {
                    try {
                        look();
                    } finally {
                        turn.unlock();
                    }
                }
            } catch (IOException | InterruptedException | MeetingException over) {
                return;
            }
        }
    }

    private void look() throws IOException {
        if (!closed && selector.selectNow() > 0) {
            receive();
        }
    }
}
