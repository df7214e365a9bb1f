package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.OutOfMemoryException;

/**
 * One GPU, through its primary context, which NCCL uses too. CUDA's current device belongs to the operating system's thread:
 * a device and all that comes of it are to be used by the platform thread that opened it.
 */
public final class Device implements AutoCloseable {

    private final CudaFunctions cuda;
    private final int ordinal;
    private final String where;
    /** For out-parameters of calls in timed loops, which must not allocate. */
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment out = arena.allocate(2 * Long.BYTES, Long.BYTES);

    private Device(CudaFunctions cuda, int ordinal) {
        this.cuda = cuda;
        this.ordinal = ordinal;
        this.where = "GPU " + ordinal;
    }

    static Device open(CudaFunctions cuda, int ordinal) {
        var device = new Device(cuda, ordinal);
        // A CUdevice is the ordinal itself, as cuDeviceGet's documentation shows.
        device.check("cuDevicePrimaryCtxRetain", cuda.cuDevicePrimaryCtxRetain(device.out, ordinal));
        device.check("cuCtxSetCurrent", cuda.cuCtxSetCurrent(device.result()));
        return device;
    }

    public int ordinal() {
        return ordinal;
    }

    /** Returns the name of the GPU for messages: {@code GPU 0}. */
    public String where() {
        return where;
    }

    /** Returns how many bytes of device memory nobody uses. */
    public long freeBytes() {
        check("cuMemGetInfo", cuda.cuMemGetInfo_v2(out, out.asSlice(Long.BYTES)));
        return result();
    }

    /**
     * Returns an address in device memory. {@link #free} frees it.
     *
     * @throws OutOfMemoryException if there is not so much
     */
    public long allocate(long bytes) {
        return allocated("cuMemAlloc", bytes, cuda.cuMemAlloc_v2(out, Math.max(bytes, 1)));
    }

    public void free(long address) {
        check("cuMemFree", cuda.cuMemFree_v2(address));
    }

    /** Returns an address in pinned memory of the host, which all GPUs read and write. {@link #freeHost} frees it. */
    public long allocateHost(long bytes) {
        int forAllContexts = 1; // CU_MEMHOSTALLOC_PORTABLE
        return allocated("cuMemHostAlloc", bytes, cuda.cuMemHostAlloc(out, bytes, forAllContexts));
    }

    private long allocated(String call, long bytes, int code) {
        try {
            check(call + " of " + bytes + " bytes", code);
        } catch (NativeCallException e) {
            throw new OutOfMemoryException(e);
        }
        return result();
    }

    public void freeHost(long address) {
        check("cuMemFreeHost", cuda.cuMemFreeHost(address));
    }

    /** Returns the CUDA context of the calling thread, which C code gives to threads of its own. */
    public long context() {
        check("cuCtxGetCurrent", cuda.cuCtxGetCurrent(out));
        return result();
    }

    /** Returns the address of the first of these functions that the driver has, for C that calls it in threads of its own. */
    public long function(String... names) {
        return cuda.library().address(names).address();
    }

    /** Reads 64 bits at an address. It waits for nothing: the work that wrote them must be complete. */
    public long readLong(long address) {
        check("cuMemcpyDtoH", cuda.cuMemcpyDtoH_v2(out, address, Long.BYTES));
        return result();
    }

    /** Reads so many doubles at an address. It waits for nothing, as {@link #readLong}. */
    public double[] readDoubles(long address, int count) {
        try (var memory = Arena.ofConfined()) {
            var values = memory.allocate(ValueLayout.JAVA_DOUBLE, count);
            check("cuMemcpyDtoH", cuda.cuMemcpyDtoH_v2(values, address, values.byteSize()));
            return values.toArray(ValueLayout.JAVA_DOUBLE);
        }
    }

    /** Writes numbers of 64 bits. No work that is queued may use them. */
    public void write(long address, long... numbers) {
        try (var memory = Arena.ofConfined()) {
            var values = memory.allocateFrom(ValueLayout.JAVA_LONG, numbers);
            upload(address, values);
        }
    }

    /** Copies bytes of the host to device memory. No work that is queued may use them. */
    public void upload(long address, MemorySegment bytes) {
        check("cuMemcpyHtoD", cuda.cuMemcpyHtoD_v2(address, bytes, bytes.byteSize()));
    }

    /** Copies device memory to the host. It waits for nothing, as {@link #readLong}. */
    public void download(MemorySegment bytes, long address) {
        check("cuMemcpyDtoH", cuda.cuMemcpyDtoH_v2(bytes, address, bytes.byteSize()));
    }

    /** Returns how many multiprocessors the GPU has, each of which runs a block at least. */
    public int multiprocessors() {
        int attribute = 16; // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
        check("cuDeviceGetAttribute", cuda.cuDeviceGetAttribute(out, attribute, ordinal));
        return out.get(ValueLayout.JAVA_INT, 0);
    }

    /** Returns what maps memory of other GPUs for this one. */
    public PeerMemory peers() {
        return new PeerMemory(this, cuda);
    }

    /** Makes a stream that does not wait for the default stream. */
    public Stream stream() {
        int nonBlocking = 1; // CU_STREAM_NON_BLOCKING
        check("cuStreamCreate", cuda.cuStreamCreate(out, nonBlocking));
        return new Stream(this, cuda, result());
    }

    /** Makes a stream of the highest priority: its blocks run before those that wait on other streams. */
    public Stream urgentStream() {
        int nonBlocking = 1; // CU_STREAM_NON_BLOCKING
        int most = -100; // the driver takes the most urgent that it has
        check("cuStreamCreateWithPriority", cuda.cuStreamCreateWithPriority(out, nonBlocking, most));
        return new Stream(this, cuda, result());
    }

    public Event event() {
        check("cuEventCreate", cuda.cuEventCreate(out, 0));
        return new Event(this, cuda, result());
    }

    /**
     * Loads compiled kernels.
     *
     * @param image a fat binary, cubin or PTX
     */
    public Kernels kernels(byte[] image) {
        try (var memory = Arena.ofConfined()) {
            // PTX is text that ends with 0.
            var bytes = memory.allocate(image.length + 1L, Long.BYTES);
            bytes.asByteBuffer().put(image);
            check("cuModuleLoadData", cuda.cuModuleLoadData(out, bytes));
            return new Kernels(this, cuda, result());
        }
    }

    /** Releases the primary context. */
    @Override
    public void close() {
        int code = cuda.cuDevicePrimaryCtxRelease(ordinal);
        arena.close();
        check("cuDevicePrimaryCtxRelease", code);
    }

    void check(String call, int code) {
        cuda.check(call, where, code);
    }

    /** Returns memory for the out-parameters of calls, 16 bytes. */
    public MemorySegment out() {
        return out;
    }

    /** Returns what the last call wrote to {@link #out}. */
    public long result() {
        return out.get(ValueLayout.JAVA_LONG, 0);
    }
}
