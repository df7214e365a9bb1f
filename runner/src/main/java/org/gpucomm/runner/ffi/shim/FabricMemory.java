package org.gpucomm.runner.ffi.shim;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

import org.gpucomm.runner.ffi.Downcall;

/** Host memory for transfers, on pages of its own. Any thread may use it until it is closed. */
public final class FabricMemory implements AutoCloseable {

    private static final long PAGE = 4096;

    private final FabricFunctions functions;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment segment;

    FabricMemory(FabricFunctions functions, long bytes) {
        this.functions = functions;
        // Zeroed, so that every page is there before a transfer touches it.
        this.segment = arena.allocate(bytes, PAGE).fill((byte) 0);
    }

    public long address() {
        return segment.address();
    }

    public long bytes() {
        return segment.byteSize();
    }

    /** Fills a stretch with the pattern of a seed, of which the first byte has number {@code from}. */
    public void fill(long offset, long bytes, long seed, long from) {
        var stretch = segment.asSlice(offset, bytes);
        Downcall.call(functions.fill, stretch.address(), bytes, seed, from);
    }

    /** Returns how many bytes of a stretch differ from the pattern. */
    public long wrongBytes(long offset, long bytes, long seed, long from) {
        var stretch = segment.asSlice(offset, bytes);
        return Downcall.callForLong(functions.wrongBytes, stretch.address(), bytes, seed, from);
    }

    /** Clears a stretch, so that what a check finds there came after it. */
    public void clear(long offset, long bytes) {
        segment.asSlice(offset, bytes).fill((byte) 0);
    }

    public void putWord(long offset, long value) {
        segment.set(ValueLayout.JAVA_LONG, offset, value);
    }

    @Override
    public void close() {
        arena.close();
    }
}
