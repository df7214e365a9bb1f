package org.gpucomm.runner.ffi.shim;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;
import org.gpucomm.runner.ffi.cuda.Device;

/**
 * CPU threads of the shim {@code native/shim/proxy}, which serve request queues of a GPU. They are written in C because the JVM must not
 * pause a loop over pinned memory.
 */
public final class ProxyShim {

    private static final String NAME = "proxy threads";
    private static final PackedShim SHIM = new PackedShim(NAME, "GPUCOMM_PROXY_SHIM", "libgpucomm_proxy.so",
            "native/shim/proxy", "a C compiler");
    // Layout of a queue in gpucomm_queue.h.
    private static final long SLOTS_AT = 256;
    private static final long REQUEST_AND_ANSWER_BYTES = 20;
    private static final long PAGE = 4096;

    private final ProxyFunctions proxy;

    private ProxyShim(ProxyFunctions proxy) {
        this.proxy = proxy;
    }

    /** Loads the shim of this build. */
    public static Availability<ProxyShim> load(LibrarySearch search) {
        return SHIM.load(search, library -> {
            var proxy = library.functions(ProxyFunctions.class);
            proxy.requireAbi();
            return new ProxyShim(proxy);
        });
    }

    /** Returns the size in bytes of the host memory of a queue for {@code depth} requests. */
    public static long queueBytes(int depth) {
        return (SLOTS_AT + depth * REQUEST_AND_ANSWER_BYTES + PAGE - 1) / PAGE * PAGE;
    }

    /**
     * Starts a thread and a queue for each stream; the queues are consecutive in host memory.
     *
     * @param shared  address of zeroed pinned host memory, {@link #queueBytes} for each queue
     * @param streams handles of the streams on which the threads queue copies
     */
    public Threads start(Device device, long shared, int depth, long[] streams) {
        try (var arena = Arena.ofConfined()) {
            var driver = arena.allocateFrom(JAVA_LONG, device.context(), device.function("cuCtxSetCurrent"),
                    device.function("cuMemcpyDtoDAsync_v2"),
                    device.function("cuStreamWriteValue32_v2", "cuStreamWriteValue32"));
            var handles = arena.allocateFrom(JAVA_LONG, streams);
            var out = arena.allocate(JAVA_LONG);
            check("gpucomm_proxies_start",
                    proxy.gpucomm_proxies_start(shared, streams.length, depth, driver, handles, out));
            return new Threads(out.get(JAVA_LONG, 0));
        }
    }

    private void check(String call, int code) {
        if (code != 0) {
            throw new NativeCallException(NAME, call, code, NativeLibrary.string(proxy.gpucomm_proxy_error()));
        }
    }

    /** Running proxy threads of one GPU. */
    public final class Threads implements AutoCloseable {

        private final long handle;

        private Threads(long handle) {
            this.handle = handle;
        }

        /** Makes later requests copy between the same offsets of two buffers. */
        public void copy(long to, long from) {
            check("gpucomm_proxies_copy", proxy.gpucomm_proxies_copy(handle, to, from));
        }

        /** Makes the threads verify later requests, until {@link #wrong}. No request may be in flight. */
        public void inspect(long count, long seed) {
            check("gpucomm_proxies_inspect", proxy.gpucomm_proxies_inspect(handle, count, seed));
        }

        /** Returns the number of requests that were wrong, duplicated or missing since {@link #inspect}. */
        public long wrong() {
            try (var arena = Arena.ofConfined()) {
                var wrong = arena.allocate(JAVA_LONG);
                check("gpucomm_proxies_wrong", proxy.gpucomm_proxies_wrong(handle, wrong));
                return wrong.get(JAVA_LONG, 0);
            }
        }

        /** Throws a {@link NativeCallException} if a thread has ended because of a failed call. */
        public void throwIfFailed() {
            check("copying for the GPU", proxy.gpucomm_proxies_failed(handle));
        }

        /** Ends the threads. No work queued on the GPU may still need them. */
        @Override
        public void close() {
            check("gpucomm_proxies_stop", proxy.gpucomm_proxies_stop(handle));
        }
    }

    private interface ProxyFunctions extends ShimFunctions {

        int gpucomm_proxies_start(long shared, long queues, long depth, MemorySegment driver, MemorySegment streams,
                MemorySegment proxies);
        int gpucomm_proxies_stop(long proxies);
        int gpucomm_proxies_copy(long proxies, long to, long from);
        int gpucomm_proxies_inspect(long proxies, long count, long seed);
        int gpucomm_proxies_wrong(long proxies, MemorySegment wrong);
        int gpucomm_proxies_failed(long proxies);
        MemorySegment gpucomm_proxy_error();
    }
}
