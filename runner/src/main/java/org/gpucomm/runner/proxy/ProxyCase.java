package org.gpucomm.runner.proxy;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Workload;
import org.gpucomm.runner.rig.Case;

/**
 * Requests of one kind.
 *
 * @param proxies threads of the CPU that take them
 * @param posters threads of the GPU that post; of a write 1
 * @param blocks  that fill what is written; 0 where nothing is filled
 * @param bytes   of a write; of the queue those of a request
 */
record ProxyCase(ProxyRequest request, ProxyRequestMethod method, int proxies, int posters, int blocks,
        long bytes) implements Case {

    /** Threads of a block. Libefaxx fills with one block of as many. */
    static final int BLOCK = 256;
    /** GPUCOMM_REQUEST_BYTES of gpucomm_queue.h. */
    static final int REQUEST_BYTES = 16;

    @Override
    public Workload workload() {
        return new Workload(request.operation(), method.variant(), null, new Bytes(bytes), null, null, null, null,
                isQueue() ? (long) request.protocol().iterations() * request.posts() : request.protocol().iterations());
    }

    @Override
    public NamedValues settings() {
        var settings = isQueue() ? NamedValues.of("posters", "" + posters) : NamedValues.NONE;
        if (method != ProxyRequestMethod.FILL) {
            settings = settings.with("proxies", "" + proxies).with("depth", "" + request.depth());
        }
        return blocks > 0 ? settings.with("blocks", "" + blocks).with("threads", "" + BLOCK) : settings;
    }

    boolean isQueue() {
        return request.operation() == Operation.QUEUE;
    }

    /** Returns the distance from one write's place in a buffer to the next one's, bytes. */
    long pitch() {
        return (bytes + BLOCK - 1) / BLOCK * BLOCK;
    }
}
