package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

import org.gpucomm.runner.ffi.NativeLibrary;

/**
 * Gate that holds a stream back until the host lets it go, so that a GPU begins when all of its work is queued. A kernel that was never
 * launched before must not be queued behind a closed gate: loading it may wait for the device.
 */
public final class StreamGate implements AutoCloseable {

    private final Device device;
    private final MemorySegment word;
    private int number;

    public StreamGate(Device device) {
        this.device = device;
        this.word = NativeLibrary.struct(MemorySegment.ofAddress(device.allocateHost(Integer.BYTES)), Integer.BYTES);
        word.set(ValueLayout.JAVA_INT, 0, number);
    }

    /** Closes the gate: what is queued on the stream from here on waits for {@link #open}. */
    public void close(Stream stream) {
        stream.await(word.address(), ++number);
    }

    /** Lets the stream go on. */
    public void open() {
        VarHandle.fullFence();
        word.set(ValueLayout.JAVA_INT, 0, number);
    }

    /** Frees the memory of the gate. No stream may wait at it any more. */
    @Override
    public void close() {
        device.freeHost(word.address());
    }
}
