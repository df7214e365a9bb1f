package org.gpucomm.runner.meeting;

import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

import org.gpucomm.runner.launch.ProcessPlace;
import org.jspecify.annotations.Nullable;

/**
 * What processes that measure together say to one another. Every call is made by all of them in the same order, ends within
 * the time-out, and fails in all when it fails in one, with a {@link MeetingException}.
 */
public interface Meeting extends AutoCloseable {

    /** Number of this process, 0 first. */
    int process();

    int processes();

    /**
     * Each gives its bytes and gets those of all.
     *
     * @param what names the exchange in messages; must be the same everywhere
     * @return in order of process
     */
    List<byte[]> allGather(String what, byte[] mine);

    /** Process 0 gives bytes, all get them; the others give null. */
    byte[] broadcast(String what, byte @Nullable [] fromFirst);

    /** Returns when all have come here. */
    void barrier(String what);

    /** Ends the meeting for all: their pending or next call fails with this reason and the name of this process. */
    void abort(String reason);

    /**
     * Calls the listener, from any thread, as soon as it is known that the meeting is over for all: also while no call is
     * going on here, so that a process can end a collective on its GPU that will never complete. The listener must not wait for a call
     * of this meeting, close included: that call may be waiting for the listener.
     */
    void onFailure(Consumer<MeetingException> listener);

    /** Leaves. After a failure it takes up to a second, so that the others get to know why. */
    @Override
    void close();

    /**
     * Meets the others: process 0 listens at the rendezvous, the others connect. Returns when all have come.
     *
     * @param secret  the same for all, see {@link Secret#choose}
     * @param timeout for all to come, and for each call later on
     * @throws MeetingException if not all came
     */
    static Meeting at(ProcessPlace place, Secret secret, Duration timeout) {
        return TcpMeeting.at(place, secret, timeout);
    }
}
