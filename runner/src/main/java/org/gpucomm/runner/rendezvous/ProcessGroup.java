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
 * Group of processes that measure together and exchange messages. All processes make all calls in the same order. A call ends within the
 * timeout, and if it fails in one process, it fails in all with a {@link ProcessGroupException}.
 *
 * <p>The topology is a star over TCP: process 0 ({@link FirstProcess}) receives from all others ({@link OtherProcess}) and answers after
 * the last one. A virtual thread per connection receives, so that a death or an abort is noticed at once, even while a benchmark runs on
 * the GPU. The lock of this object guards the state of these threads.
 */
public abstract sealed class ProcessGroup implements AutoCloseable permits FirstProcess, OtherProcess {

    /** Time for the other processes to read the reason of a failure. */
    private static final Duration FAREWELL = Duration.ofSeconds(1);
    /** Time that a leaving process waits for the others to leave too, so that a TCP reset does not discard the last message. */
    private static final Duration GOODBYE = Duration.ofMillis(200);

    final Member me;
    final Duration timeout;
    /** Current exchange of this process. */
    Frame step = new Frame(Type.GATHER, 0, "");
    private final List<Consumer<ProcessGroupException>> listeners = new ArrayList<>();
    private @Nullable ProcessGroupException ending;
    private boolean closed;

    ProcessGroup(Member me, Duration timeout) {
        this.me = me;
        this.timeout = timeout;
    }

    /**
     * Forms the group: process 0 listens at the rendezvous, the others connect. Returns after all have joined.
     *
     * @param secret  secret of the run, the same for all processes, see {@link Secret#choose}
     * @param timeout timeout for joining, and for each later call
     * @throws ProcessGroupException if a process does not join in time
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

    /** Exchanges data with all other processes. Called with the lock held. */
    abstract byte[] exchange(Frame mine, long deadline);

    abstract List<Peer> peers();

    /** Returns whether this process prints the message of the failure, which is the same in all processes. */
    abstract boolean reportsFailure();

    /** Handles the loss of the connection to a peer that had not sent BYE. Called with the lock held. */
    abstract void lost(Peer peer, String how);

    /** Handles a TIMEOUT of a peer in an exchange. Called with the lock held. */
    abstract void timedOut(Peer peer, Frame waitedAt);

    /** Stops accepting connections. */
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

    /** Returns the number of this process, from 0. */
    public final int process() {
        return me.process();
    }

    public final int processes() {
        return me.processes();
    }

    /**
     * Exchanges bytes: returns those of all processes, in order of process, after all have called this.
     *
     * @param what name of the exchange for messages; must be the same in all processes
     */
    public final List<byte[]> allGather(String what, byte[] mine) {
        return ByteArrays.split(exchange(what, mine, deadline(timeout)));
    }

    /**
     * Ends the group in all processes: their current or next call fails with this reason and the name of this process.
     *
     * @param exitCode exit code for {@link ProcessGroupException#exitCode}
     */
    public final void abort(String reason, int exitCode) {
        end(me + " ended the run: " + reason, exitCode);
    }

    /**
     * Registers a listener, which is called from any thread as soon as the group has failed, even between calls, so that a process can end
     * a collective on its GPU that will never complete. The listener must not wait for a call of this group, including close, which may
     * itself be waiting for the listener.
     */
    public final synchronized void onFailure(Consumer<ProcessGroupException> listener) {
        listeners.add(listener);
        if (ending != null) {
            announce(ending, List.of(listener));
        }
    }

    /** Leaves the group. After a failure this takes up to a second, so that the others receive the reason. */
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
                broadcast(new Frame(Type.BYE, step.number(), ""));
            }
        }
        stopListening();
        var peers = peers();
        // In parallel, because each of a thousand peers may be slow.
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

    /** Receives from a peer until its connection ends, in the thread of the connection. */
    final void receiveFrom(Peer peer) {
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
            case TIMEOUT -> timedOut(peer, frame);
            case ABORT -> end(frame.text(), frame.number());
            case BYE -> peer.left = true;
            case HELLO, PROOF, REFUSED -> end(peer.member + " says " + frame.kind() + " at " + step);
        }
        notifyAll();
    }

    /** Returns whether a peer has sent its data for the current exchange. */
    final boolean hasCome(Peer peer) {
        if (peer.arrived == null && peer.left) {
            throw failed(peer.member + " left the group before " + step);
        }
        return peer.arrived != null;
    }

    /** Sends a frame to all connected peers. Called with the lock held. */
    final void broadcast(Frame frame) {
        peers().forEach(peer -> peer.wire.send(frame));
    }

    final void end(String message) {
        end(message, ProcessGroupException.LOST);
    }

    /** Ends the group in all processes with a reason. Only the first reason has an effect. */
    private synchronized void end(String message, int exitCode) {
        if (!isOver()) {
            ending = new ProcessGroupException(message, exitCode, reportsFailure());
            announce(ending, List.copyOf(listeners));
            notifyAll();
            broadcast(new Frame(Type.ABORT, exitCode, message));
        }
    }

    /** Ends the group and returns the exception to throw. */
    final ProcessGroupException failed(String message) {
        end(message);
        return thrown();
    }

    final synchronized boolean isOver() {
        return closed || ending != null;
    }

    /**
     * Waits, with the lock held, until the condition holds. Returns false after the deadline. The condition is tested before the end of the
     * group, so that an answer counts even if its sender failed right after it.
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

    /** Returns a new exception for the end of the group, so that its stack trace is that of the failing call. */
    final synchronized ProcessGroupException thrown() {
        return ending == null
                ? new ProcessGroupException("the group was closed in this process", ProcessGroupException.LOST, false)
                : new ProcessGroupException(String.valueOf(ending.getMessage()), ending.exitCode(),
                        ending.isReportedHere());
    }

    /** Notifies listeners in a separate thread, because aborting a collective takes seconds. */
    private static void announce(ProcessGroupException reason, List<Consumer<ProcessGroupException>> to) {
        Thread.startVirtualThread(() -> to.forEach(listener -> listener.accept(reason)));
    }
}
