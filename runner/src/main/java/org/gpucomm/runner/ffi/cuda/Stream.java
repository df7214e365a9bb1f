package org.gpucomm.runner.ffi.cuda;

/** CUDA stream: a queue of work on a {@link Device}. */
public final class Stream implements AutoCloseable {

    private final Device device;
    private final CudaFunctions cuda;
    private final long handle;

    Stream(Device device, CudaFunctions cuda, long handle) {
        this.device = device;
        this.cuda = cuda;
        this.handle = handle;
    }

    /** Returns the CUstream handle, for libraries that queue work on the stream. */
    public long handle() {
        return handle;
    }

    /** Returns whether all queued work is complete, without waiting or allocating. */
    public boolean idle() {
        int code = cuda.cuStreamQuery(handle);
        if (code == CudaFunctions.NOT_READY) {
            return false;
        }
        device.check("cuStreamQuery", code);
        return true;
    }

    /** Queues filling memory with a byte value. */
    public void fill(long address, int value, long bytes) {
        if (bytes > 0) {
            device.check("cuMemsetD8Async", cuda.cuMemsetD8Async(address, value, bytes, handle));
        }
    }

    /** Queues a copy within the device. */
    public void copy(long to, long from, long bytes) {
        device.check("cuMemcpyDtoDAsync", cuda.cuMemcpyDtoDAsync_v2(to, from, bytes, handle));
    }

    /** Makes later work of the stream wait for the last recording of an event. */
    public void waitFor(Event event) {
        device.check("cuStreamWaitEvent", cuda.cuStreamWaitEvent(handle, event.handle(), 0));
    }

    /** Queues a wait until a 32-bit word in device or host memory is at least a number, compared with wraparound. */
    public void await(long word, int number) {
        int orGreater = 0; // CU_STREAM_WAIT_VALUE_GEQ
        device.check("cuStreamWaitValue32", cuda.cuStreamWaitValue32(handle, word, number, orGreater));
    }

    /**
     * Starts to capture work instead of running it, until {@link #endCapture}. Streams that wait for this one are captured too. Other
     * threads may capture at the same time.
     */
    public void beginCapture() {
        int threadLocal = 1; // CU_STREAM_CAPTURE_MODE_THREAD_LOCAL
        device.check("cuStreamBeginCapture", cuda.cuStreamBeginCapture_v2(handle, threadLocal));
    }

    /** Ends the capture and returns its graph, ready for {@link #launch}. */
    public Graph endCapture() {
        return endCapture(0);
    }

    /** Ends a capture of several streams and returns its graph; each kernel has the priority of its stream. */
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
