package org.gpucomm.runner.ffi.shim;

import java.time.Duration;

/**
 * Policy for posting a list of transfers, as in {@code gpucomm_pace}.
 *
 * @param iterations number of iterations; each takes the next part of the list, cyclically
 * @param depth      maximum number of transfers in flight on a rail
 * @param batch      transfers posted to a rail before the thread continues with its next one
 * @param lazy       whether completions are polled only after a batch, not after each post
 * @param threads    number of threads; each drives consecutive rails of its own
 * @param shared     whether the threads share their counters
 * @param stall      time without a completion after which a rail has failed
 * @param single     whether an iteration begins only when the previous one is complete
 * @param requests   source of the requests
 */
public record PostingPolicy(int iterations, int depth, int batch, boolean lazy, int threads, boolean shared,
        Duration stall, boolean single, Requests requests) {

    /** Returns this policy with one thread and iterations that begin only when the previous one is complete. */
    public PostingPolicy oneByOne() {
        return new PostingPolicy(iterations, depth, batch, lazy, 1, false, stall, true, requests);
    }

    long[] toLongs(int each, int period) {
        return new long[]{iterations, each, period, depth, batch, lazy ? 1 : 0, threads, shared ? 1 : 0,
                stall.toNanos(), single ? 1 : 0, requests.ordinal()};
    }
}
