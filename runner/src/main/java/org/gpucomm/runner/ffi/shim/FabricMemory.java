package org.gpucomm.runner.ffi.shim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

import org.gpucomm.runner.ffi.cuda.Device;
import org.jspecify.annotations.Nullable;

/**
 * Memory for transfers: page-aligned host memory, or GPU memory. Any thread may use host memory until it is closed. GPU memory is filled
 * and checked through a host buffer, by the thread that opened the GPU.
 */
public final class FabricMemory implements AutoCloseable {

    private static final long PAGE = 4096;
    /** Size in bytes of the host buffer for GPU memory; a multiple of the pattern's word size. */
    private static final long STAGED = 64 << 20;

    private final FabricFunctions functions;
    private final Arena arena = Arena.ofShared();
    /** The memory itself if it is host memory, else the host buffer. */
    private final MemorySegment segment;
    private final long address;
    private final long bytes;
    private final @Nullable Device gpu;

    /** @param gpu GPU to allocate on; null for host memory */
    FabricMemory(FabricFunctions functions, long bytes, @Nullable Device gpu) {
        this.functions = functions;
        this.bytes = bytes;
        this.gpu = gpu;
        // Zeroing makes every page resident before a transfer touches it.
        this.segment = arena.allocate(gpu == null ? bytes : Math.min(bytes, STAGED), PAGE).fill((byte) 0);
        this.address = gpu == null ? segment.address() : gpu.allocate(bytes);
    }

    public long address() {
        return address;
    }

    public long bytes() {
        return bytes;
    }

    /** Returns the CUDA ordinal of the GPU; -1 for host memory. */
    int gpu() {
        return gpu == null ? -1 : gpu.ordinal();
    }

    /** Fills a range with the pattern of a seed, starting at byte {@code from} of the pattern. */
    public void fill(long offset, long length, long seed, long from) {
        written(offset, length, part -> functions.gpucomm_fill(part.host(), part.host().byteSize(), seed,
                from + part.offset() - offset));
    }

    /** Zeroes a range, so that a later check does not find old data. */
    public void clear(long offset, long length) {
        written(offset, length, part -> part.host().fill((byte) 0));
    }

    /** Returns the number of bytes of a range that differ from the pattern. */
    public long wrongBytes(long offset, long length, long seed, long from) {
        return parts(offset, length, part -> {
            if (gpu != null) {
                gpu.download(part.host(), address + part.offset());
            }
            return functions.gpucomm_wrong_bytes(part.host(), part.host().byteSize(), seed,
                    from + part.offset() - offset);
        });
    }

    /** Sets a 64-bit word of host memory. */
    public void putWord(long offset, long value) {
        segment.set(ValueLayout.JAVA_LONG, offset, value);
    }

    @Override
    public void close() {
        if (gpu != null) {
            gpu.free(address);
        }
        arena.close();
    }

    /**
     * Range of the memory that is processed at once.
     *
     * @param host host memory through which the range is read and written
     */
    private record Part(long offset, MemorySegment host) {}

    private void written(long offset, long length, Consumer<Part> write) {
        parts(offset, length, part -> {
            write.accept(part);
            if (gpu != null) {
                gpu.upload(address + part.offset(), part.host());
            }
            return 0;
        });
    }

    /** Applies a function to one part after the other and returns the sum of its results; host memory is a single part. */
    private long parts(long offset, long length, ToLongFunction<Part> each) {
        if (gpu == null) {
            return each.applyAsLong(new Part(offset, segment.asSlice(offset, length)));
        }
        long sum = 0;
        for (long done = 0; done < length; done += segment.byteSize()) {
            sum += each.applyAsLong(
                    new Part(offset + done, segment.asSlice(0, Math.min(segment.byteSize(), length - done))));
        }
        return sum;
    }
}
