package org.gpucomm.runner.ranks;

import java.util.List;

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

    @Override
    void close();

    /** The meeting of one process. */
    static Meeting alone() {
        return new Alone();
    }
}
