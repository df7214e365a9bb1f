package org.gpucomm.runner.benchmark;

import org.gpucomm.runner.ffi.Device;
import org.gpucomm.runner.ffi.Kernels;
import org.gpucomm.runner.ffi.NcclType;
import org.gpucomm.runner.ffi.Stream;

/**
 * Fills a rank's buffers on the device and counts there what is not as it must be. What elements are, {@code
 * native/kernels/values.h} says. All of it is queued on the rank's stream.
 */
final class Verification {

    private static final int THREADS = 256;
    private static final int MOST_BLOCKS = 4096;
    /** GPUCOMM_COPY of gpucomm.h: elements are arbitrary bits. Types and reductions count from 1 there. */
    private static final int COPY = 0;

    private final Device device;
    private final Stream stream;
    private final Kernels kernels;
    private final Kernels.Kernel fill;
    private final Kernels.Kernel check;
    private final long counter;

    Verification(Device device, Stream stream, KernelImage.Present image) {
        this.device = device;
        this.stream = stream;
        this.kernels = device.kernels(image.bytes());
        this.fill = kernels.kernel("gpucomm_fill");
        this.check = kernels.kernel("gpucomm_check");
        this.counter = device.allocate(Long.BYTES);
    }

    /** Queues the filling of what a rank gives. */
    void fill(Collective collective, Work work, long buffer, long seed) {
        for (var piece : collective.given(work)) {
            if (piece.count() > 0) {
                fill.launch(stream, blocks(piece.count()), THREADS, buffer + work.bytes(piece.offset()),
                        piece.count(), work.type().ordinal() + 1, operation(collective, work), work.ranks(), seed,
                        piece.source(), piece.sourceOffset());
            }
        }
    }

    /** Queues the counting; {@link #wrong} tells the result when the stream is idle. */
    void check(Collective collective, Work work, long buffer, long seed) {
        stream.fill(counter, 0, Long.BYTES);
        for (var piece : collective.expected(work)) {
            if (piece.count() > 0) {
                check.launch(stream, blocks(piece.count()), THREADS, buffer + work.bytes(piece.offset()),
                        piece.count(), work.type().ordinal() + 1,
                        piece.reduced() ? work.reduction().ordinal() + 1 : COPY, work.ranks(),
                        seed, piece.source(), piece.sourceOffset(), counter);
            }
        }
    }

    /** Elements that were wrong in the last {@link #check}, which must be complete. */
    long wrong() {
        return device.readLong(counter);
    }

    private static long operation(Collective collective, Work work) {
        return collective.reduces() ? work.reduction().ordinal() + 1 : COPY;
    }

    private static int blocks(long count) {
        return (int) Math.min(MOST_BLOCKS, (count + THREADS - 1) / THREADS);
    }

    /** What a mulsum multiplies a rank's elements by, as bits of an element: 1 for even ranks, 2 for odd ones. */
    static long scalarBits(NcclType type, int rank) {
        boolean two = (rank & 1) == 1;
        return switch (type) {
            case INT8, UINT8, INT32, UINT32, INT64, UINT64 -> two ? 2 : 1;
            case HALF -> Short.toUnsignedLong(Float.floatToFloat16(two ? 2 : 1));
            case FLOAT -> Float.floatToIntBits(two ? 2 : 1);
            case DOUBLE -> Double.doubleToLongBits(two ? 2 : 1);
            case BFLOAT16 -> Float.floatToIntBits(two ? 2 : 1) >>> 16;
            case FLOAT8E4M3 -> two ? 0x40 : 0x38;
            case FLOAT8E5M2 -> two ? 0x40 : 0x3C;
        };
    }

    /** What was launched must be complete. */
    void close() {
        device.free(counter);
        kernels.close();
    }
}
