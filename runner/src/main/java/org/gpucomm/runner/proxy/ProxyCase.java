package org.gpucomm.runner.proxy;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Workload;
import org.gpucomm.runner.rig.Case;

/**
 * Case of a request method and its parameters.
 *
 * @param proxies number of CPU threads that serve requests
 * @param posters number of GPU threads that post; 1 for writes
 * @param blocks  number of blocks that fill the buffer; 0 if it is not filled
 * @param bytes   size of a write, or of a request for the operation queue
 */
record ProxyCase(ProxyRequest request, ProxyRequestMethod method, int proxies, int posters, int blocks,
        long bytes) implements Case {

    /** Threads of a block. Libefaxx fills with one block of the same size. */
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

    /** Returns the distance of consecutive writes in a buffer in bytes. */
    long pitch() {
        return (bytes + BLOCK - 1) / BLOCK * BLOCK;
    }
}
