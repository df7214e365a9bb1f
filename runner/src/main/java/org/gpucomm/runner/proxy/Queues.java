package org.gpucomm.runner.proxy;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.gpucomm.runner.ffi.shim.ProxyShim;

/**
 * Queues of one GPU for one case, and their proxy threads, as defined in {@code native/include/gpucomm_queue.h} and
 * {@code native/kernels/proxy.cu}.
 */
final class Queues implements AutoCloseable {

    /** Size of struct Known of proxy.cu. */
    private static final int KNOWN_BYTES = 256;

    private final Device device;
    private final Stream stream;
    private final ProxyCase of;
    private final List<Stream> copies;
    private final ProxyShim.Threads threads;
    private final long shared;
    /** Device address of the GPU's state of each queue, followed by the counter of filled parts. */
    private final long known;
    private final long deadline;
    private final long lost;
    /** Number of writes so far. */
    private long writes;
    /** Number of parts filled by blocks so far. */
    private long gathered;

    /** Starts the proxy threads; {@code lost} is the device address of the word to which kernels write failures. */
    Queues(ProxyShim shim, Device device, Stream stream, ProxyCase of, Duration lostAfter, long lost) {
        int depth = of.request().depth();
        long bytes = of.proxies() * ProxyShim.queueBytes(depth);
        long knownBytes = (long) (of.proxies() + 1) * KNOWN_BYTES;
        this.device = device;
        this.stream = stream;
        this.of = of;
        this.deadline = lostAfter.toNanos();
        this.lost = lost;
        this.shared = device.allocateHost(bytes);
        this.known = device.allocate(knownBytes);
        this.copies = IntStream.range(0, of.proxies()).mapToObj(_ -> device.stream()).toList();
        stream.fill(shared, 0, bytes);
        stream.fill(known, 0, knownBytes);
        while (!stream.idle()) {
            Thread.onSpinWait();
        }
        this.threads = shim.start(device, shared, depth, copies.stream().mapToLong(Stream::handle).toArray());
    }

    /** Makes later requests copy between the same offsets of two buffers. */
    void copy(long to, long from) {
        threads.copy(to, from);
    }

    /** Queues {@code each} posts of each poster; the seed determines the content of the requests. */
    void post(Kernels kernels, int each, long seed) {
        int blocks = (of.posters() + ProxyCase.BLOCK - 1) / ProxyCase.BLOCK;
        kernels.kernel("gpucomm_proxy_post").launch(stream, blocks, of.posters() / blocks, shared, of.proxies(),
                of.request().depth(), known, of.method().number(), each, seed, deadline, lost);
    }

    /** Queues writes from the slots of a buffer; the seed determines the data that the GPU fills in. */
    void write(Kernels kernels, long buffer, long slots, int many, long seed) {
        int blocks = Math.max(1, of.blocks());
        kernels.kernel("gpucomm_proxy_write").launch(stream, blocks, of.method().fills() ? ProxyCase.BLOCK : 1, shared,
                of.proxies(), of.request().depth(), buffer, of.bytes(), of.pitch(), slots, writes, many,
                of.method().number(), seed, known + (long) of.proxies() * KNOWN_BYTES, gathered, deadline, lost);
        writes += many;
        gathered += of.method().fills() ? (long) blocks * many : 0;
    }

    /** Returns the slot of the next write. */
    long slotOfNext(long slots) {
        return writes % slots;
    }

    void inspect(long count, long seed) {
        threads.inspect(count, seed);
    }

    long wrong() {
        return threads.wrong();
    }

    void throwIfFailed() {
        threads.throwIfFailed();
    }

    /** Ends the threads and frees everything. No work may be pending. */
    @Override
    public void close() {
        threads.close();
        copies.forEach(Stream::close);
        device.free(known);
        device.freeHost(shared);
    }
}
