package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.OutOfMemoryException;

/**
 * One GPU, used through its primary context, as NCCL does. CUDA's current device is a property of the operating system's thread: only the
 * platform thread that opened a device may use the device and the objects made from it.
 */
public final class Device implements AutoCloseable {

    private final CudaFunctions cuda;
    private final int ordinal;
    private final String where;
    /** Memory for out-parameters, because timed loops must not allocate. */
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment out = arena.allocate(2 * Long.BYTES, Long.BYTES);

    /** Opens a GPU for the calling thread. */
    Device(CudaFunctions cuda, int ordinal) {
        this.cuda = cuda;
        this.ordinal = ordinal;
        this.where = "GPU " + ordinal;
        // A CUdevice is the ordinal itself, according to the documentation of cuDeviceGet.
        check("cuDevicePrimaryCtxRetain", cuda.cuDevicePrimaryCtxRetain(out, ordinal));
        check("cuCtxSetCurrent", cuda.cuCtxSetCurrent(result()));
    }

    public int ordinal() {
        return ordinal;
    }

    /** Returns the name of the GPU for messages, for example {@code GPU 0}. */
    public String where() {
        return where;
    }

    /** Returns the free device memory in bytes. */
    public long freeBytes() {
        check("cuMemGetInfo", cuda.cuMemGetInfo_v2(out, out.asSlice(Long.BYTES)));
        return result();
    }

    /**
     * Allocates device memory, to be freed by {@link #free}, and returns its address.
     *
     * @throws OutOfMemoryException if the device has too little free memory
     */
    public long allocate(long bytes) {
        return allocated("cuMemAlloc", bytes, cuda.cuMemAlloc_v2(out, Math.max(bytes, 1)));
    }

    public void free(long address) {
        check("cuMemFree", cuda.cuMemFree_v2(address));
    }

    /** Allocates pinned host memory, which all GPUs can read and write, and returns its address. {@link #freeHost} frees it. */
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

    /** Returns the CUDA context of the calling thread, for C code that sets it in its own threads. */
    public long context() {
        check("cuCtxGetCurrent", cuda.cuCtxGetCurrent(out));
        return result();
    }

    /** Returns the address of the first function that the driver has, for C code that calls it in its own threads. */
    public long function(String... names) {
        return cuda.library().address(names).address();
    }

    /** Reads 64 bits at a device address, without waiting: the work that wrote them must be complete. */
    public long readLong(long address) {
        check("cuMemcpyDtoH", cuda.cuMemcpyDtoH_v2(out, address, Long.BYTES));
        return result();
    }

    /** Reads {@code count} doubles at a device address, without waiting, like {@link #readLong}. */
    public double[] readDoubles(long address, int count) {
        try (var memory = Arena.ofConfined()) {
            var values = memory.allocate(ValueLayout.JAVA_DOUBLE, count);
            check("cuMemcpyDtoH", cuda.cuMemcpyDtoH_v2(values, address, values.byteSize()));
            return values.toArray(ValueLayout.JAVA_DOUBLE);
        }
    }

    /** Writes 64-bit numbers to device memory that no queued work may use. */
    public void write(long address, long... numbers) {
        try (var memory = Arena.ofConfined()) {
            var values = memory.allocateFrom(ValueLayout.JAVA_LONG, numbers);
            upload(address, values);
        }
    }

    /** Copies host memory to device memory that no queued work may use. */
    public void upload(long address, MemorySegment bytes) {
        check("cuMemcpyHtoD", cuda.cuMemcpyHtoD_v2(address, bytes, bytes.byteSize()));
    }

    /** Copies device memory to the host, without waiting, like {@link #readLong}. */
    public void download(MemorySegment bytes, long address) {
        check("cuMemcpyDtoH", cuda.cuMemcpyDtoH_v2(bytes, address, bytes.byteSize()));
    }

    /** Returns the number of multiprocessors. Each runs at least one block at a time. */
    public int multiprocessors() {
        int attribute = 16; // CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT
        check("cuDeviceGetAttribute", cuda.cuDeviceGetAttribute(out, attribute, ordinal));
        return out.get(ValueLayout.JAVA_INT, 0);
    }

    /** Returns the access of this GPU to the memory of other GPUs. */
    public PeerMemory peers() {
        return new PeerMemory(this, cuda);
    }

    /** Creates a stream that does not synchronise with the default stream. */
    public Stream stream() {
        int nonBlocking = 1; // CU_STREAM_NON_BLOCKING
        check("cuStreamCreate", cuda.cuStreamCreate(out, nonBlocking));
        return new Stream(this, cuda, result());
    }

    /** Creates a stream of the highest priority: its blocks run before pending blocks of other streams. */
    public Stream urgentStream() {
        int nonBlocking = 1; // CU_STREAM_NON_BLOCKING
        int most = -100; // the driver clamps this to the highest priority
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
     * @param image fat binary, cubin or PTX
     */
    public Kernels kernels(byte[] image) {
        try (var memory = Arena.ofConfined()) {
            // PTX is text that must end with a zero byte.
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

    /** Returns 16 bytes of memory for out-parameters of calls. */
    public MemorySegment out() {
        return out;
    }

    /** Returns the 64 bits that the last call wrote to {@link #out}. */
    public long result() {
        return out.get(ValueLayout.JAVA_LONG, 0);
    }
}
