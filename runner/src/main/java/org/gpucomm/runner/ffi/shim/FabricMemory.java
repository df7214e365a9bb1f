package org.gpucomm.runner.ffi.shim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

import org.gpucomm.runner.ffi.cuda.Device;
import org.jspecify.annotations.Nullable;

/**
 * Memory for transfers: of the host, on pages of its own, or of a GPU. The host's may be used by any thread until it is closed. A
 * GPU's is filled and checked through the host, by the thread that opened the GPU.
 */
public final class FabricMemory implements AutoCloseable {

    private static final long PAGE = 4096;
    /** Bytes that go through the host at a time; a multiple of the pattern's words. */
    private static final long STAGED = 64 << 20;

    private final FabricFunctions functions;
    private final Arena arena = Arena.ofShared();
    /** The memory itself if it is the host's; of a GPU's memory, what its bytes go through. */
    private final MemorySegment segment;
    private final long address;
    private final long bytes;
    private final @Nullable Device gpu;

    /** @param gpu null = memory of the host */
    FabricMemory(FabricFunctions functions, long bytes, @Nullable Device gpu) {
        this.functions = functions;
        this.bytes = bytes;
        this.gpu = gpu;
        // Zeroed, so that every page is there before a transfer touches it.
        this.segment = arena.allocate(gpu == null ? bytes : Math.min(bytes, STAGED), PAGE).fill((byte) 0);
        this.address = gpu == null ? segment.address() : gpu.allocate(bytes);
    }

    public long address() {
        return address;
    }

    public long bytes() {
        return bytes;
    }

    /** Returns the number of the GPU whose memory it is, as CUDA counts them; -1 if it is the host's. */
    int gpu() {
        return gpu == null ? -1 : gpu.ordinal();
    }

    /** Fills a stretch with the pattern of a seed, of which the first byte has number {@code from}. */
    public void fill(long offset, long length, long seed, long from) {
        written(offset, length, part -> functions.gpucomm_fill(part.host(), part.host().byteSize(), seed,
                from + part.offset() - offset));
    }

    /** Clears a stretch, so that what a check finds there came after it. */
    public void clear(long offset, long length) {
        written(offset, length, part -> part.host().fill((byte) 0));
    }

    /** Returns how many bytes of a stretch differ from the pattern. */
    public long wrongBytes(long offset, long length, long seed, long from) {
        return parts(offset, length, part -> {
            if (gpu != null) {
                gpu.download(part.host(), address + part.offset());
            }
            return functions.gpucomm_wrong_bytes(part.host(), part.host().byteSize(), seed,
                    from + part.offset() - offset);
        });
    }

    /** Sets a word of memory of the host. */
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
     * A part of the memory.
     *
     * @param host where the processor reads and writes it
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

    /** Returns the sum of what is done with one part after the other; memory of the host is one part. */
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
