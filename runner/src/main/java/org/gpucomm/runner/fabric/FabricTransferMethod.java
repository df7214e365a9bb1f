package org.gpucomm.runner.fabric;

import java.time.Duration;

import org.gpucomm.results.NamedValues;
import org.gpucomm.runner.ffi.shim.PostingPolicy;
import org.gpucomm.runner.ffi.shim.Requests;

/**
 * Path of messages over the interfaces of a seat.
 *
 * @param device     messages are in the memory of GPUs, not of the host
 * @param nics       interfaces that are used
 * @param distribute how a message or a row of messages is divided among them
 * @param threads    that drive them
 * @param pinned     each thread stays on a core of its own near the interfaces
 * @param shared     the threads count in common, not each by itself
 * @param depth      transfers in flight on an interface at most
 * @param batch      transfers posted to an interface before the thread turns to its next one
 * @param lazy       completions are looked for after a batch only, not after each post
 * @param immediate  each write says the peer that it is there
 * @param requests   who asks for the writes
 */
record FabricTransferMethod(boolean device, int nics, Distribution distribute, int threads, boolean pinned,
        boolean shared,
        int depth,
        int batch,
        boolean lazy, boolean immediate, Requests requests) {

    /** Distribution of messages over several interfaces: Libefaxx's two strategies. */
    enum Distribution {
        /** Each interface carries a part of every message. */
        SPLIT("split"),
        /** Each message goes over one interface, the next message over the next. */
        ROUND_ROBIN("round-robin");

        private final String text;

        Distribution(String text) {
            this.text = text;
        }

        /** Returns {@code round-robin}, as variants have it. */
        String text() {
            return text;
        }
    }

    /** Returns the pace of so many iterations. */
    PostingPolicy policy(int iterations, Duration stall) {
        return new PostingPolicy(iterations, depth, batch, lazy, threads, shared, stall, false, requests);
    }

    /** Returns what distinguishes results of one way from those of another. */
    NamedValues settings() {
        return NamedValues.of("nics", "" + nics).with("depth", "" + depth).with("batch", "" + batch)
                .with("threads", "" + threads).with("pinned", pinned ? "1" : "0")
                .with(immediate ? NamedValues.of("immediate", "1") : NamedValues.NONE);
    }

    /** Returns {@code host}, {@code device+split+queue}: the memory, how several interfaces are used, and who asks if not they. */
    String variant() {
        return (device ? "device" : "host") + (nics == 1 ? "" : "+" + distribute.text()) + switch (requests) {
            case DIRECT -> "";
            case QUEUED -> "+queue";
            case QUIET -> "+queue+quiet";
        };
    }
}
