package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

import org.gpucomm.runner.ffi.NativeLibrary;

/**
 * Gate that blocks a stream until the host opens it, so that a GPU starts only after all of its work is queued. Launch every kernel once
 * before queueing it behind a closed gate: loading a kernel may wait for the device.
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

    /** Closes the gate: work that is queued on the stream after this call waits for {@link #open}. */
    public void close(Stream stream) {
        stream.await(word.address(), ++number);
    }

    /** Opens the gate. */
    public void open() {
        VarHandle.fullFence();
        word.set(ValueLayout.JAVA_INT, 0, number);
    }

    /** Frees the memory of the gate. No stream may be waiting. */
    @Override
    public void close() {
        device.freeHost(word.address());
    }
}
