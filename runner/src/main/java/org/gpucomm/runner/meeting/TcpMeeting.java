package org.gpucomm.runner.meeting;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.launch.Rendezvous;
import org.gpucomm.runner.meeting.Frame.Kind;
import org.jspecify.annotations.Nullable;

/**
 * A meeting over TCP, as a star: process 0 ({@link FirstProcess}) hears all others ({@link OtherProcess}) and answers when
 * every one of them has come. Each connection has a virtual thread that receives, so that a death or an abort is known at
 * once, also while a benchmark is busy on its GPU. What they note is guarded by this object's lock.
 */
abstract class TcpMeeting implements Meeting {

    /** The time that the others get to read why a meeting failed. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);
    /** The time that who leaves waits for the others to leave too, so that no reset overtakes what was sent last. */
    private static final Duration GOODBYE = Duration.ofMillis(200);

    final Member me;
    final Duration timeout;
    private final int processes;
    private final List<Consumer<MeetingException>> listeners = new ArrayList<>();
    private @Nullable MeetingException ending;
    private boolean closed;
    private int sequence;

    TcpMeeting(Member me, int processes, Duration timeout) {
        this.me = me;
        this.processes = processes;
        this.timeout = timeout;
    }

    static Meeting at(ProcessPlace place, Secret secret, Duration timeout) {
        var me = Member.itself(place.process());
        if (place.processes() > 1 && place.rendezvous() == null) {
            throw new IllegalArgumentException(place.processes() + " processes and no rendezvous");
        }
        long deadline = deadline(timeout);
        try {
            var where = place.rendezvous();
            var rendezvous = where == null || place.processes() == 1 ? null : Rendezvous.parse(where);
            TcpMeeting meeting = place.process() == 0
                    ? new FirstProcess(me, place.processes(), timeout, secret, rendezvous)
                    : new OtherProcess(place, me, Objects.requireNonNull(rendezvous), secret, timeout);
            return meeting.begun(deadline);
        } catch (IOException e) {
            throw new MeetingException(me + " cannot set up its connections: " + e.getMessage(), e);
        }
    }

    /** Makes an exchange with all others, until {@code deadline}. Called with the lock, by one thread at a time. */
    abstract byte[] exchange(Frame mine, long deadline);

    /** Sends a frame to those who are still connected. Called with the lock. */
    abstract void tellOthers(Frame frame);

    /** Whether the message of this failure, which all have, is to be printed here. */
    abstract boolean tellsUser();

    abstract List<Wire> wires();

    /** Lets nobody in any more. */
    abstract void stopListening();

    private Meeting begun(long deadline) {
        try {
            exchange(Kind.BARRIER, "the meeting", new byte[0], deadline);
            return this;
        } catch (MeetingException e) {
            close();
            throw e;
        }
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
        return Frame.split(exchange(Kind.GATHER, what, mine, deadline(timeout)));
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
        end(me + " ended the run: " + reason);
    }

    @Override
    public final synchronized void onFailure(Consumer<MeetingException> listener) {
        listeners.add(listener);
        if (ending != null) {
            announce(ending, List.of(listener));
        }
    }

    @Override
    public final void close() {
        boolean failed;
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            failed = ending != null;
            if (!failed) {
                tellOthers(new Frame(Kind.BYE, sequence, ""));
            }
        }
        stopListening();
        var wires = wires();
        // Together, not one after the other: of a thousand processes each may take its time.
        var closing = wires.stream().map(wire -> Thread.startVirtualThread(
                () -> wire.close(failed ? FAREWELL : GOODBYE))).toList();
        try {
            for (var thread : closing) {
                thread.join();
            }
        } catch (InterruptedException e) {
            wires.forEach(Wire::closeNow);
            Thread.currentThread().interrupt();
        }
    }

    /** Ends it for all with a reason, unless it is over; the first reason counts. */
    final synchronized void end(String message) {
        if (note(message)) {
            tellOthers(Frame.saying(Kind.ABORT, sequence, message));
        }
    }

    /** Ends it and returns what to throw. */
    final MeetingException failed(String message) {
        end(message);
        return thrown();
    }

    /** Notes that it is over for a reason that the others know already. Returns whether that is new. */
    final synchronized boolean note(String message) {
        if (closed || ending != null) {
            return false;
        }
        ending = new MeetingException(message, tellsUser());
        announce(ending, List.copyOf(listeners));
        notifyAll();
        return true;
    }

    /** Returns why it is over. */
    final synchronized String reason() {
        return ending == null ? "the meeting was closed" : String.valueOf(ending.getMessage());
    }

    final synchronized boolean isOver() {
        return closed || ending != null;
    }

    /**
     * Waits with the lock until the condition holds. Returns whether it does; false once the deadline has passed. An answer
     * counts also if the reason why its sender ends came right behind it.
     */
    final boolean await(BooleanSupplier condition, long deadline) {
        while (true) {
            if (condition.getAsBoolean()) {
                return true;
            }
            requireNotOver();
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                return false;
            }
            try {
                wait(Math.max(1, TimeUnit.NANOSECONDS.toMillis(left)));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw failed(me + " was interrupted");
            }
        }
    }

    static long deadline(Duration from) {
        return System.nanoTime() + from.toNanos();
    }

    static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }

    private synchronized byte[] exchange(Kind kind, String what, byte[] payload, long deadline) {
        requireNotOver();
        return exchange(new Frame(kind, ++sequence, what, payload), deadline);
    }

    private void requireNotOver() {
        if (isOver()) {
            throw thrown();
        }
    }

    /** A new one each time, so that the stack is that of the call that fails. */
    private synchronized MeetingException thrown() {
        return ending == null
                ? new MeetingException("the meeting was closed in this process", false)
                : new MeetingException(String.valueOf(ending.getMessage()), ending.toldHere());
    }

    /** In a thread of its own: listeners may take their time, for aborting a collective takes seconds. */
    private static void announce(MeetingException reason, List<Consumer<MeetingException>> to) {
        Thread.startVirtualThread(() -> to.forEach(listener -> listener.accept(reason)));
    }
}
