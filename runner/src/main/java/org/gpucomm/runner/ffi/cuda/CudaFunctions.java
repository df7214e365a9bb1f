package org.gpucomm.runner.ffi.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

import static java.lang.foreign.ValueLayout.ADDRESS;

/**
 * Functions of {@code libcuda} that benchmarks need. The macros of {@code cuda.h} append the suffixes; names without suffix are older ABIs.
 */
interface CudaFunctions extends FunctionTable {

    /** CUDA_ERROR_NOT_READY of cuda.h: work is still in progress, which is not an error. */
    int NOT_READY = 600;

    /** CU_IPC_HANDLE_SIZE of cuda.h. */
    int IPC_HANDLE_BYTES = 64;

    int cuInit(int flags);
    int cuDriverGetVersion(MemorySegment version);
    int cuDeviceGetCount(MemorySegment count);
    int cuDeviceGetName(MemorySegment name, int length, int device);
    @Names({"cuDeviceTotalMem_v2", "cuDeviceTotalMem"})
    int cuDeviceTotalMem(MemorySegment bytes, int device);
    int cuDeviceGetAttribute(MemorySegment value, int attribute, int device);
    int cuDeviceGetPCIBusId(MemorySegment id, int length, int device);
    int cuGetErrorString(int code, MemorySegment text);

    int cuDevicePrimaryCtxRetain(MemorySegment context, int device);
    @Names({"cuDevicePrimaryCtxRelease_v2", "cuDevicePrimaryCtxRelease"})
    int cuDevicePrimaryCtxRelease(int device);
    int cuCtxSetCurrent(long context);
    int cuCtxGetCurrent(MemorySegment context);
    int cuCtxEnablePeerAccess(long context, int flags);
    int cuDeviceCanAccessPeer(MemorySegment can, int device, int peer);
    int cuMemAlloc_v2(MemorySegment address, long bytes);
    int cuMemFree_v2(long address);
    int cuMemGetInfo_v2(MemorySegment free, MemorySegment total);
    int cuMemHostAlloc(MemorySegment address, long bytes, int flags);
    int cuMemFreeHost(long address);
    /** @param value an unsigned char, widened to an int as C compilers pass it */
    int cuMemsetD8Async(long address, int value, long count, long stream);
    int cuMemcpyDtoH_v2(MemorySegment to, long from, long bytes);
    int cuMemcpyHtoD_v2(long to, MemorySegment from, long bytes);
    int cuMemcpyDtoDAsync_v2(long to, long from, long bytes, long stream);
    int cuStreamCreate(MemorySegment stream, int flags);
    int cuStreamCreateWithPriority(MemorySegment stream, int flags, int priority);
    int cuStreamDestroy_v2(long stream);
    int cuStreamQuery(long stream);
    int cuStreamWaitEvent(long stream, long event, int flags);
    @Names({"cuStreamWaitValue32_v2", "cuStreamWaitValue32"})
    int cuStreamWaitValue32(long stream, long address, int value, int flags);
    int cuEventCreate(MemorySegment event, int flags);
    int cuEventDestroy_v2(long event);
    int cuEventRecord(long event, long stream);
    @Names({"cuEventElapsedTime_v2", "cuEventElapsedTime"})
    int cuEventElapsedTime(MemorySegment milliseconds, long start, long end);
    int cuModuleLoadData(MemorySegment module, MemorySegment image);
    int cuModuleUnload(long module);
    int cuModuleGetFunction(MemorySegment function, long module, MemorySegment name);
    int cuFuncSetAttribute(long function, int attribute, int value);
    int cuLaunchKernel(long function, int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ,
            int sharedBytes, long stream, MemorySegment arguments, MemorySegment extra);

    // Thread-local capture of graphs came with CUDA 10.1, instantiation with flags with 11.4.

    int cuStreamBeginCapture_v2(long stream, int mode);
    int cuStreamEndCapture(long stream, MemorySegment graph);
    int cuGraphInstantiateWithFlags(MemorySegment executable, long graph, long flags);
    int cuGraphLaunch(long executable, long stream);
    int cuGraphExecDestroy(long executable);
    int cuGraphDestroy(long graph);
    int cuIpcGetMemHandle(MemorySegment handle, long address);
    int cuIpcOpenMemHandle_v2(MemorySegment address, @ByValue(IPC_HANDLE_BYTES) MemorySegment handle, int flags);
    int cuIpcCloseMemHandle(long address);

    /** Throws a {@link NativeCallException} unless the code is CUDA_SUCCESS. */
    default void check(String call, int code) {
        if (code != 0) {
            throw new NativeCallException(library().name(), call, code, words(code));
        }
    }

    /** Throws a {@link NativeCallException} unless the code is CUDA_SUCCESS. */
    default void check(String call, String where, int code) {
        if (code != 0) {
            throw new NativeCallException(library().name(), call, where, code, words(code));
        }
    }

    private String words(int code) {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocate(ADDRESS);
            return cuGetErrorString(code, text) == 0 ? NativeLibrary.string(text.get(ADDRESS, 0)) : "unknown error";
        }
    }
}
