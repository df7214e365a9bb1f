package org.gpucomm.runner.ffi.shim;

import java.time.Duration;

/**
 * Pace at which a list of transfers is posted, as {@code gpucomm_pace} has it.
 *
 * @param iterations how often; each takes the next part of the list, from the beginning after the last
 * @param depth      transfers in flight on a rail at most
 * @param batch      transfers posted to a rail before the thread turns to its next one
 * @param lazy       completions are looked for after a batch only, not after each post
 * @param threads    each drives its own rails, which follow one another
 * @param shared     the threads count in common, not each by itself
 * @param stall      time without a completion on a rail after which it has failed
 * @param single     an iteration begins when the one before is complete
 * @param requests   who asks for the transfers
 */
public record PostingPolicy(int iterations, int depth, int batch, boolean lazy, int threads, boolean shared,
        Duration stall,
        boolean single, Requests requests) {

    static final int LONGS = 11;

    /** Returns this pace for so many iterations. */
    public PostingPolicy times(int count) {
        return new PostingPolicy(count, depth, batch, lazy, threads, shared, stall, single, requests);
    }

    /** Returns this pace with iterations that begin when the one before is complete, by one thread. */
    public PostingPolicy oneByOne() {
        return new PostingPolicy(iterations, depth, batch, lazy, 1, false, stall, true, requests);
    }

    long[] toLongs(int each, int period) {
        return new long[]{iterations, each, period, depth, batch, lazy ? 1 : 0, threads, shared ? 1 : 0,
                stall.toNanos(), single ? 1 : 0, requests.ordinal()};
    }
}
