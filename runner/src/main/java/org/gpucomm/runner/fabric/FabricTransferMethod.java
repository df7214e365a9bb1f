package org.gpucomm.runner.fabric;

import java.time.Duration;

import org.gpucomm.results.NamedValues;
import org.gpucomm.runner.ffi.shim.PostingPolicy;
import org.gpucomm.runner.ffi.shim.Requests;

/**
 * Method of transferring messages over the interfaces of a seat.
 *
 * @param device     whether messages are in GPU memory, not in host memory
 * @param nics       number of interfaces
 * @param distribute distribution of messages over the interfaces
 * @param threads    number of threads that drive the interfaces
 * @param pinned     whether each thread is pinned to a core of its own near the interfaces
 * @param shared     whether the threads share their counters
 * @param depth      maximum number of transfers in flight on an interface
 * @param batch      transfers posted to an interface before the thread continues with its next one
 * @param lazy       whether completions are polled only after a batch, not after each post
 * @param immediate  whether each write notifies the peer of its arrival
 * @param requests   source of the requests for writes
 */
record FabricTransferMethod(boolean device, int nics, Distribution distribute, int threads, boolean pinned,
        boolean shared, int depth, int batch, boolean lazy, boolean immediate, Requests requests) {

    /** Distribution of messages over several interfaces: the two strategies of Libefaxx. */
    enum Distribution {
        /** Each interface carries a part of every message. */
        SPLIT("split"),
        /** Each message goes over one interface, in turn. */
        ROUND_ROBIN("round-robin");

        private final String text;

        Distribution(String text) {
            this.text = text;
        }

        /** Returns the text in variants, for example {@code round-robin}. */
        String text() {
            return text;
        }
    }

    /** Returns the posting policy for a number of iterations. */
    PostingPolicy policy(int iterations, Duration stall) {
        return new PostingPolicy(iterations, depth, batch, lazy, threads, shared, stall, false, requests);
    }

    /** Returns the settings that distinguish results of different transfer methods. */
    NamedValues settings() {
        return NamedValues.of("nics", "" + nics).with("depth", "" + depth).with("batch", "" + batch)
                .with("threads", "" + threads).with("pinned", pinned ? "1" : "0")
                .with(immediate ? NamedValues.of("immediate", "1") : NamedValues.NONE);
    }

    /** Returns the variant: memory, distribution over several interfaces, source of requests; for example {@code device+split+queue}. */
    String variant() {
        return (device ? "device" : "host") + (nics == 1 ? "" : "+" + distribute.text()) + switch (requests) {
            case DIRECT -> "";
            case QUEUED -> "+queue";
            case QUIET -> "+queue+quiet";
        };
    }
}
