package org.gpucomm.runner.gpu;

import org.gpucomm.runner.collective.Collective;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.collective.RankWork;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Kernels;
import org.gpucomm.runner.ffi.cuda.Stream;

/**
 * Data check on the device: fills the buffers of a rank and counts wrong elements. {@code native/kernels/values.h} defines the expected
 * elements. All work is queued on the stream of the rank.
 */
public final class DeviceCheck {

    private static final int THREADS = 256;
    private static final int MOST_BLOCKS = 4096;

    private final Device device;
    private final Stream stream;
    private final Kernels kernels;
    private final Kernels.Kernel fill;
    private final Kernels.Kernel check;
    private final long counter;

    public DeviceCheck(Device device, Stream stream, byte[] image) {
        this.device = device;
        this.stream = stream;
        this.kernels = device.kernels(image);
        this.fill = kernels.kernel("gpucomm_fill");
        this.check = kernels.kernel("gpucomm_check");
        this.counter = device.allocate(Long.BYTES);
    }

    /** Queues filling the send buffer of a rank. */
    public void fill(Collective collective, RankWork work, long buffer, long seed) {
        int reduction = collective.operation().reduces() ? work.reduction().number() : Reduction.COPY;
        for (var piece : collective.given(work)) {
            if (piece.count() > 0) {
                fill.launch(stream, blocks(piece.count()), THREADS, buffer + work.bytes(piece.offset()), piece.count(),
                        work.type().number(), reduction, work.ranks(), seed, piece.source(), piece.sourceOffset());
            }
        }
    }

    /** Queues counting the wrong elements; {@link #wrong} returns the count when the stream is idle. */
    public void check(Collective collective, RankWork work, long buffer, long seed) {
        stream.fill(counter, 0, Long.BYTES);
        for (var piece : collective.expected(work)) {
            if (piece.count() > 0) {
                check.launch(stream, blocks(piece.count()), THREADS, buffer + work.bytes(piece.offset()),
                        piece.count(), work.type().number(),
                        piece.reduced() ? work.reduction().number() : Reduction.COPY, work.ranks(), seed,
                        piece.source(), piece.sourceOffset(), counter);
            }
        }
    }

    /** Returns the number of wrong elements of the last {@link #check}, which must be complete. */
    public long wrong() {
        return device.readLong(counter);
    }

    private static int blocks(long count) {
        return (int) Math.min(MOST_BLOCKS, (count + THREADS - 1) / THREADS);
    }

    /** Frees memory and kernels. All launches must be complete. */
    public void close() {
        device.free(counter);
        kernels.close();
    }
}
