package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

import org.gpucomm.runner.ffi.Downcall;
import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/**
 * Functions of {@code libcuda} that benchmarks need, under the names of {@code cuda.h}, and the check of their return codes.
 */
final class CudaFunctions extends FunctionTable {

    /** CUDA_ERROR_NOT_READY of cuda.h: work is still going on, which is no error. */
    static final int NOT_READY = 600;

    // The suffixes are those that cuda.h's macros put behind the names; the plain ones are older ABIs.
    final MemorySegment cuDeviceGetCount = required("cuDeviceGetCount");
    final MemorySegment cuDevicePrimaryCtxRetain = required("cuDevicePrimaryCtxRetain");
    final MemorySegment cuDevicePrimaryCtxRelease = required("cuDevicePrimaryCtxRelease_v2",
            "cuDevicePrimaryCtxRelease");
    final MemorySegment cuCtxSetCurrent = required("cuCtxSetCurrent");
    final MemorySegment cuMemAlloc = required("cuMemAlloc_v2");
    final MemorySegment cuMemFree = required("cuMemFree_v2");
    final MemorySegment cuMemGetInfo = required("cuMemGetInfo_v2");
    final MemorySegment cuMemsetD8Async = required("cuMemsetD8Async");
    final MemorySegment cuMemcpyDtoH = required("cuMemcpyDtoH_v2");
    final MemorySegment cuMemcpyDtoDAsync = required("cuMemcpyDtoDAsync_v2");
    final MemorySegment cuStreamCreate = required("cuStreamCreate");
    final MemorySegment cuStreamDestroy = required("cuStreamDestroy_v2");
    final MemorySegment cuStreamQuery = required("cuStreamQuery");
    final MemorySegment cuEventCreate = required("cuEventCreate");
    final MemorySegment cuEventDestroy = required("cuEventDestroy_v2");
    final MemorySegment cuEventRecord = required("cuEventRecord");
    final MemorySegment cuEventElapsedTime = required("cuEventElapsedTime_v2", "cuEventElapsedTime");
    final MemorySegment cuModuleLoadData = required("cuModuleLoadData");
    final MemorySegment cuModuleUnload = required("cuModuleUnload");
    final MemorySegment cuModuleGetFunction = required("cuModuleGetFunction");
    final MemorySegment cuLaunchKernel = required("cuLaunchKernel");
    // Graphs by thread-local capture came with CUDA 10.1, instantiation with flags with 11.4.
    final Optional<MemorySegment> cuStreamBeginCapture = optional("cuStreamBeginCapture_v2");
    final Optional<MemorySegment> cuStreamEndCapture = optional("cuStreamEndCapture");
    final Optional<MemorySegment> cuGraphInstantiate = optional("cuGraphInstantiateWithFlags");
    final Optional<MemorySegment> cuGraphLaunch = optional("cuGraphLaunch");
    final Optional<MemorySegment> cuGraphExecDestroy = optional("cuGraphExecDestroy");
    final Optional<MemorySegment> cuGraphDestroy = optional("cuGraphDestroy");
    private final MemorySegment cuGetErrorString = required("cuGetErrorString");

    CudaFunctions(NativeLibrary library) {
        super(library);
    }

    /** @throws NativeCallException unless the code is CUDA_SUCCESS */
    void check(String call, String where, int code) {
        if (code != 0) {
            throw new NativeCallException(library.name(), call, where, code, words(code));
        }
    }

    /** Returns a function that only newer drivers have, or throws an error that names the driver. */
    MemorySegment required(String name, Optional<MemorySegment> function) {
        return function.orElseThrow(() -> new UnsatisfiedLinkError(library.name() + " (" + library.path()
                + ") has no function " + name + ", which CUDA graphs need; the driver is too old for them"));
    }

    private String words(int code) {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocate(ValueLayout.ADDRESS);
            return Downcall.call(cuGetErrorString, code, text.address()) == 0
                    ? NativeLibrary.string(text.get(ValueLayout.ADDRESS, 0))
                    : "unknown error";
        }
    }
}
