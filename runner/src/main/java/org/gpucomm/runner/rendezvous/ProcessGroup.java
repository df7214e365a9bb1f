package org.gpucomm.runner.rendezvous;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

import org.gpucomm.runner.launch.ProcessPlace;
import org.gpucomm.runner.rendezvous.Frame.Type;
import org.gpucomm.runner.rendezvous.Frame.MalformedFrameException;
import org.jspecify.annotations.Nullable;

/**
 * Messages between processes that measure together. Every call is made by all of them in the same order, ends within the time-out, and
 * fails in all when it fails in one, with a {@link ProcessGroupException}.
 *
 * <p>It is a star over TCP: process 0 ({@link FirstProcess}) hears all others ({@link OtherProcess}) and answers when every one
 * of them has come. Each connection has a virtual thread that receives, so that a death or an abort is known at once, also while
 * a benchmark is busy on its GPU. What they note is guarded by this object's lock.
 */
public abstract sealed class ProcessGroup implements AutoCloseable permits FirstProcess, OtherProcess {

    /** The time that the others get to read why the group failed. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);
    /** The time that who leaves waits for the others to leave too, so that no reset overtakes what was sent last. */
    private static final Duration GOODBYE = Duration.ofMillis(200);

    final Member me;
    final Duration timeout;
    /** The exchange that this process is at. */
    Frame step = new Frame(Type.GATHER, 0, "");
    private final List<Consumer<ProcessGroupException>> listeners = new ArrayList<>();
    private @Nullable ProcessGroupException ending;
    private boolean closed;

    ProcessGroup(Member me, Duration timeout) {
        this.me = me;
        this.timeout = timeout;
    }

    /**
     * Meets the others: process 0 listens at the rendezvous, the others connect. Returns when all have come.
     *
     * @param secret  the same for all, see {@link Secret#choose}
     * @param timeout for all to come, and for each call later on
     * @throws ProcessGroupException if not all came
     */
    public static ProcessGroup at(ProcessPlace place, Secret secret, Duration timeout) {
        var me = Member.itself(place.process(), place.processes());
        var rendezvous = place.processes() == 1 ? null : place.rendezvous();
        if (place.processes() > 1 && rendezvous == null) {
            throw new IllegalArgumentException(place.processes() + " processes and no rendezvous");
        }
        long deadline = deadline(timeout);
        try {
            var group = place.process() == 0
                    ? new FirstProcess(me, timeout, secret, rendezvous)
                    : new OtherProcess(me, place.localProcess(), Objects.requireNonNull(rendezvous), secret, timeout);
            return group.begun(deadline);
        } catch (IOException e) {
            throw new ProcessGroupException(me + " cannot set up its connections: " + e.getMessage(), e);
        }
    }

    /** Makes an exchange with all others, until {@code deadline}. Called with the lock, by one thread at a time. */
    abstract byte[] exchange(Frame mine, long deadline);

    abstract List<Peer> peers();

    /** Whether the message of this failure, which all have, is to be printed here. */
    abstract boolean tellsUser();

    /** Takes note that the connection to a peer is gone that had not said goodbye. Called with the lock. */
    abstract void lost(Peer peer, String how);

    /** Takes a peer's word that it waited too long at an exchange. Called with the lock. */
    abstract void complaint(Peer peer, Frame waitedAt);

    /** Lets nobody in any more. */
    abstract void stopListening();

    private ProcessGroup begun(long deadline) {
        try {
            exchange("the rendezvous", new byte[0], deadline);
            return this;
        } catch (ProcessGroupException e) {
            close();
            throw e;
        }
    }

    /** Returns the number of this process, 0 first. */
    public final int process() {
        return me.process();
    }

    public final int processes() {
        return me.processes();
    }

    /**
     * Gives bytes and gets those of all processes, in order of process. It returns when all have come here.
     *
     * @param what names the exchange in messages; must be the same everywhere
     */
    public final List<byte[]> allGather(String what, byte[] mine) {
        return Parts.split(exchange(what, mine, deadline(timeout)));
    }

    /**
     * Ends the group for all: their pending or next call fails with this reason and the name of this process.
     *
     * @param exitCode for {@link ProcessGroupException#exitCode}
     */
    public final void abort(String reason, int exitCode) {
        end(me + " ended the run: " + reason, exitCode);
    }

    /**
     * Calls the listener, from any thread, as soon as it is known that the group is over for all: also while no call is
     * going on here, so that a process can end a collective on its GPU that will never complete. The listener must not wait for
     * a call of this group, close included: that call may be waiting for the listener.
     */
    public final synchronized void onFailure(Consumer<ProcessGroupException> listener) {
        listeners.add(listener);
        if (ending != null) {
            announce(ending, List.of(listener));
        }
    }

    /** Leaves. After a failure it takes up to a second, so that the others get to know why. */
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
                tellOthers(new Frame(Type.BYE, step.number(), ""));
            }
        }
        stopListening();
        var peers = peers();
        // Together, not one after the other: of a thousand processes each may take its time.
        var closing = peers.stream().map(peer -> Thread.startVirtualThread(
                () -> peer.wire.close(failed ? FAREWELL : GOODBYE))).toList();
        try {
            for (var thread : closing) {
                thread.join();
            }
        } catch (InterruptedException e) {
            peers.forEach(peer -> peer.wire.closeNow());
            Thread.currentThread().interrupt();
        }
    }

    /** Takes in what a peer says until its connection ends, in that connection's thread. */
    final void hear(Peer peer) {
        String how;
        try {
            while (true) {
                take(peer, peer.wire.receive());
            }
        } catch (MalformedFrameException e) {
            how = "sent what is no message: " + e.getMessage();
        } catch (IOException over) {
            how = "died or the connection to it broke";
        }
        synchronized (this) {
            if (!peer.left && !isOver()) {
                lost(peer, how);
            }
        }
        peer.wire.ended();
    }

    private synchronized void take(Peer peer, Frame frame) {
        switch (frame.kind()) {
            case GATHER -> {
                if (peer.arrived != null) {
                    end(peer.member + " came to " + frame + " before it was let go from " + peer.arrived);
                }
                peer.arrived = frame;
            }
            case TIMEOUT -> complaint(peer, frame);
            case ABORT -> end(frame.text(), frame.number());
            case BYE -> peer.left = true;
            case HELLO, PROOF, REFUSED -> end(peer.member + " says " + frame.kind() + " at " + step);
        }
        notifyAll();
    }

    /** Returns whether a peer has come to the present exchange. */
    final boolean hasCome(Peer peer) {
        if (peer.arrived == null && peer.left) {
            throw failed(peer.member + " left the group before " + step);
        }
        return peer.arrived != null;
    }

    /** Sends a frame to those who are still connected. Called with the lock. */
    final void tellOthers(Frame frame) {
        peers().forEach(peer -> peer.wire.send(frame));
    }

    final void end(String message) {
        end(message, ProcessGroupException.LOST);
    }

    /** Ends it for all with a reason, unless it is over; the first reason counts. */
    private synchronized void end(String message, int exitCode) {
        if (!isOver()) {
            ending = new ProcessGroupException(message, exitCode, tellsUser());
            announce(ending, List.copyOf(listeners));
            notifyAll();
            tellOthers(new Frame(Type.ABORT, exitCode, message));
        }
    }

    /** Ends it and returns what to throw. */
    final ProcessGroupException failed(String message) {
        end(message);
        return thrown();
    }

    final synchronized boolean isOver() {
        return closed || ending != null;
    }

    /**
     * Waits with the lock until the condition holds. Returns whether it does; false once the deadline has passed. An answer
     * counts also if the reason why its sender ends came right behind it.
     */
    final boolean await(BooleanSupplier condition, long deadline) {
        while (!condition.getAsBoolean()) {
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
        return true;
    }

    static long deadline(Duration from) {
        return System.nanoTime() + from.toNanos();
    }

    static String seconds(Duration duration) {
        return duration.toMillis() % 1000 == 0 ? duration.toSeconds() + " s" : duration.toMillis() + " ms";
    }

    private synchronized byte[] exchange(String what, byte[] payload, long deadline) {
        requireNotOver();
        step = new Frame(Type.GATHER, step.number() + 1, what, payload);
        return exchange(step, deadline);
    }

    private void requireNotOver() {
        if (isOver()) {
            throw thrown();
        }
    }

    /** Returns why it is over; a new one each time, so that the stack is that of the call that fails. */
    final synchronized ProcessGroupException thrown() {
        return ending == null
                ? new ProcessGroupException("the group was closed in this process", ProcessGroupException.LOST, false)
                : new ProcessGroupException(String.valueOf(ending.getMessage()), ending.exitCode(), ending.toldHere());
    }

    /** Notifies listeners, in a thread of its own: they may take their time, for aborting a collective takes seconds. */
    private static void announce(ProcessGroupException reason, List<Consumer<ProcessGroupException>> to) {
        Thread.startVirtualThread(() -> to.forEach(listener -> listener.accept(reason)));
    }
}
