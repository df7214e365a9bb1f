package org.gpucomm.runner.ffi.cuda;

/** CUDA graph: work that was captured from a {@link Stream} and is launched as a whole. */
public final class Graph implements AutoCloseable {

    private final Device device;
    private final CudaFunctions cuda;
    private final long handle;
    private final long executable;

    Graph(Device device, CudaFunctions cuda, long handle, long executable) {
        this.device = device;
        this.cuda = cuda;
        this.handle = handle;
        this.executable = executable;
    }

    long executable() {
        return executable;
    }

    @Override
    public void close() {
        device.check("cuGraphExecDestroy", cuda.cuGraphExecDestroy(executable));
        device.check("cuGraphDestroy", cuda.cuGraphDestroy(handle));
    }
}
