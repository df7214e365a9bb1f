package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;

/** Compiled kernels on a {@link Device}. */
public final class Kernels implements AutoCloseable {

    private final Device device;
    private final CudaFunctions cuda;
    private final long module;

    Kernels(Device device, CudaFunctions cuda, long module) {
        this.device = device;
        this.cuda = cuda;
        this.module = module;
    }

    /**
     * Returns the kernel of this name.
     *
     * @throws NativeCallException if the image has no such kernel
     */
    public Kernel kernel(String name) {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocateFrom(name, StandardCharsets.US_ASCII);
            device.check("cuModuleGetFunction for " + name, cuda.cuModuleGetFunction(device.out(), module, text));
            return new Kernel(name, device.result());
        }
    }

    @Override
    public void close() {
        device.check("cuModuleUnload", cuda.cuModuleUnload(module));
    }

    /** Kernel with a one-dimensional grid and arguments of 64 bits each. */
    public final class Kernel {

        private final String name;
        private final long function;

        private Kernel(String name, long function) {
            this.name = name;
            this.function = function;
        }

        /** Queues a launch on the stream. The driver copies the arguments before the call returns. */
        public void launch(Stream stream, int blocks, int threads, long... arguments) {
            queue(0, stream, blocks, threads, arguments);
        }

        /** Queues a launch like {@link #launch}, with dynamic shared memory for each block, which may exceed 48 KiB. */
        public void launchWith(int sharedBytes, Stream stream, int blocks, int threads, long... arguments) {
            int mostDynamicShared = 8; // CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES
            device.check("cuFuncSetAttribute of " + name,
                    cuda.cuFuncSetAttribute(function, mostDynamicShared, sharedBytes));
            queue(sharedBytes, stream, blocks, threads, arguments);
        }

        private void queue(int sharedBytes, Stream stream, int blocks, int threads, long... arguments) {
            try (var arena = Arena.ofConfined()) {
                var values = arena.allocateFrom(ValueLayout.JAVA_LONG, arguments);
                var pointers = arena.allocate(ValueLayout.ADDRESS, arguments.length);
                for (int i = 0; i < arguments.length; i++) {
                    pointers.setAtIndex(ValueLayout.ADDRESS, i,
                            MemorySegment.ofAddress(values.address() + (long) i * Long.BYTES));
                }
                device.check("cuLaunchKernel of " + name, cuda.cuLaunchKernel(function, blocks, 1, 1, threads, 1, 1,
                        sharedBytes, stream.handle(), pointers, MemorySegment.NULL));
            }
        }
    }
}
