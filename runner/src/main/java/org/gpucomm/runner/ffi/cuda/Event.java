package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.ValueLayout;

/** CUDA event, which records when the device reaches a point of a {@link Stream}. */
public final class Event implements AutoCloseable {

    private final Device device;
    private final CudaFunctions cuda;
    private final long handle;

    Event(Device device, CudaFunctions cuda, long handle) {
        this.device = device;
        this.cuda = cuda;
        this.handle = handle;
    }

    long handle() {
        return handle;
    }

    /** Records the event after the work that is already queued. */
    public void record(Stream stream) {
        device.check("cuEventRecord", cuda.cuEventRecord(handle, stream.handle()));
    }

    /** Returns the time from an earlier event to this one in µs. Both must be complete. CUDA's resolution is about half a µs. */
    public double microsSince(Event earlier) {
        device.check("cuEventElapsedTime", cuda.cuEventElapsedTime(device.out(), earlier.handle, handle));
        // The library returns ms as a float: digits below a nanosecond come from the conversion.
        return Math.rint(device.out().get(ValueLayout.JAVA_FLOAT, 0) * 1e6) / 1e3;
    }

    @Override
    public void close() {
        device.check("cuEventDestroy", cuda.cuEventDestroy_v2(handle));
    }
}
