package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

import org.gpucomm.runner.ffi.Downcall;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/** The functions of {@code libcuda} that benchmarks need, under the names of {@code cuda.h}, and the judging of its return codes. */
final class CudaFunctions {

    /** CUDA_ERROR_NOT_READY of cuda.h: work is still going on, which is no error. */
    static final int NOT_READY = 600;

    final NativeLibrary library;
    final MemorySegment cuDeviceGetCount;
    final MemorySegment cuDevicePrimaryCtxRetain;
    final MemorySegment cuDevicePrimaryCtxRelease;
    final MemorySegment cuCtxSetCurrent;
    final MemorySegment cuMemAlloc;
    final MemorySegment cuMemFree;
    final MemorySegment cuMemGetInfo;
    final MemorySegment cuMemsetD8Async;
    final MemorySegment cuMemcpyDtoH;
    final MemorySegment cuMemcpyDtoDAsync;
    final MemorySegment cuStreamCreate;
    final MemorySegment cuStreamDestroy;
    final MemorySegment cuStreamQuery;
    final MemorySegment cuEventCreate;
    final MemorySegment cuEventDestroy;
    final MemorySegment cuEventRecord;
    final MemorySegment cuEventElapsedTime;
    final MemorySegment cuModuleLoadData;
    final MemorySegment cuModuleUnload;
    final MemorySegment cuModuleGetFunction;
    final MemorySegment cuLaunchKernel;
    final Optional<MemorySegment> cuStreamBeginCapture;
    final Optional<MemorySegment> cuStreamEndCapture;
    final Optional<MemorySegment> cuGraphInstantiate;
    final Optional<MemorySegment> cuGraphLaunch;
    final Optional<MemorySegment> cuGraphExecDestroy;
    final Optional<MemorySegment> cuGraphDestroy;
    private final MemorySegment cuGetErrorString;

    /** The suffixes are those that cuda.h's macros put behind the names; the plain ones are older ABIs. */
    CudaFunctions(NativeLibrary library) {
        this.library = library;
        cuDeviceGetCount = library.address("cuDeviceGetCount");
        cuDevicePrimaryCtxRetain = library.address("cuDevicePrimaryCtxRetain");
        cuDevicePrimaryCtxRelease = library.address("cuDevicePrimaryCtxRelease_v2", "cuDevicePrimaryCtxRelease");
        cuCtxSetCurrent = library.address("cuCtxSetCurrent");
        cuMemAlloc = library.address("cuMemAlloc_v2");
        cuMemFree = library.address("cuMemFree_v2");
        cuMemGetInfo = library.address("cuMemGetInfo_v2");
        cuMemsetD8Async = library.address("cuMemsetD8Async");
        cuMemcpyDtoH = library.address("cuMemcpyDtoH_v2");
        cuMemcpyDtoDAsync = library.address("cuMemcpyDtoDAsync_v2");
        cuStreamCreate = library.address("cuStreamCreate");
        cuStreamDestroy = library.address("cuStreamDestroy_v2");
        cuStreamQuery = library.address("cuStreamQuery");
        cuEventCreate = library.address("cuEventCreate");
        cuEventDestroy = library.address("cuEventDestroy_v2");
        cuEventRecord = library.address("cuEventRecord");
        cuEventElapsedTime = library.address("cuEventElapsedTime_v2", "cuEventElapsedTime");
        cuModuleLoadData = library.address("cuModuleLoadData");
        cuModuleUnload = library.address("cuModuleUnload");
        cuModuleGetFunction = library.address("cuModuleGetFunction");
        cuLaunchKernel = library.address("cuLaunchKernel");
        // Graphs by thread-local capture came with CUDA 10.1, instantiation with flags with 11.4.
        cuStreamBeginCapture = library.find("cuStreamBeginCapture_v2");
        cuStreamEndCapture = library.find("cuStreamEndCapture");
        cuGraphInstantiate = library.find("cuGraphInstantiateWithFlags");
        cuGraphLaunch = library.find("cuGraphLaunch");
        cuGraphExecDestroy = library.find("cuGraphExecDestroy");
        cuGraphDestroy = library.find("cuGraphDestroy");
        cuGetErrorString = library.address("cuGetErrorString");
    }

    /** @throws NativeCallException unless the code is CUDA_SUCCESS */
    void check(String call, String where, int code) {
        if (code != 0) {
            throw new NativeCallException(library.name(), call, where, code, words(code));
        }
    }

    /** A function that only newer drivers have. */
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
