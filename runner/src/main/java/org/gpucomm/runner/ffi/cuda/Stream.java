package org.gpucomm.runner.ffi.cuda;

/** A queue of work on a {@link Device}. */
public final class Stream implements AutoCloseable {

    private final Device device;
    private final CudaFunctions cuda;
    private final long handle;

    Stream(Device device, CudaFunctions cuda, long handle) {
        this.device = device;
        this.cuda = cuda;
        this.handle = handle;
    }

    /** Returns the handle, for libraries that queue work on the stream. */
    public long handle() {
        return handle;
    }

    /** Returns whether all work is complete. Neither waits nor allocates. */
    public boolean idle() {
        int code = cuda.cuStreamQuery(handle);
        if (code == CudaFunctions.NOT_READY) {
            return false;
        }
        device.check("cuStreamQuery", code);
        return true;
    }

    /** Sets bytes to a value, behind the work that is queued. */
    public void fill(long address, int value, long bytes) {
        if (bytes > 0) {
            device.check("cuMemsetD8Async", cuda.cuMemsetD8Async(address, value, bytes, handle));
        }
    }

    /** Copies within the device, behind the work that is queued. */
    public void copy(long to, long from, long bytes) {
        device.check("cuMemcpyDtoDAsync", cuda.cuMemcpyDtoDAsync_v2(to, from, bytes, handle));
    }

    /** Holds back work that is queued from now on until the event is complete, as it was recorded last. */
    public void waitFor(Event event) {
        device.check("cuStreamWaitEvent", cuda.cuStreamWaitEvent(handle, event.handle(), 0));
    }

    /** Queues waiting until a word, in memory of the host too, is at least a number. Numbers wrap. */
    public void await(long word, int number) {
        int orGreater = 0; // CU_STREAM_WAIT_VALUE_GEQ
        device.check("cuStreamWaitValue32", cuda.cuStreamWaitValue32(handle, word, number, orGreater));
    }

    /**
     * Begins to record work in place of doing it, until {@link #endCapture}; streams that wait for this one record too. Other
     * threads may capture meanwhile.
     */
    public void beginCapture() {
        int threadLocal = 1; // CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
        device.check("cuStreamBeginCapture", cuda.cuStreamBeginCapture_v2(handle, threadLocal));
    }

    /** Returns what was recorded, ready for {@link #launch}. */
    public Graph endCapture() {
        return endCapture(0);
    }

    /** Returns what was recorded on several streams; each kernel keeps the priority of its stream. */
    public Graph endCaptureOfUrgent() {
        int useNodePriority = 8; // CUDA_GRAPH_INSTANTIATE_FLAG_USE_NODE_PRIORITY, since 11.7
        return endCapture(useNodePriority);
    }

    private Graph endCapture(int flags) {
        var out = device.out();
        device.check("cuStreamEndCapture", cuda.cuStreamEndCapture(handle, out));
        long graph = device.result();
        device.check("cuGraphInstantiateWithFlags", cuda.cuGraphInstantiateWithFlags(out, graph, flags));
        return new Graph(device, cuda, graph, device.result());
    }

    public void launch(Graph graph) {
        device.check("cuGraphLaunch", cuda.cuGraphLaunch(graph.executable(), handle));
    }

    @Override
    public void close() {
        device.check("cuStreamDestroy", cuda.cuStreamDestroy_v2(handle));
    }
}
