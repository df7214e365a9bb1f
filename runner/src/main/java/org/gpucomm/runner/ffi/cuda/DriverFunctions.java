package org.gpucomm.runner.ffi.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/** Functions of {@code libcuda} that list the GPUs, as declared in {@code cuda.h}. */
interface DriverFunctions extends FunctionTable {

    int cuInit(int flags);
    int cuDriverGetVersion(MemorySegment version);
    int cuDeviceGetCount(MemorySegment count);
    int cuDeviceGetName(MemorySegment name, int length, int device);
    @Names({"cuDeviceTotalMem_v2", "cuDeviceTotalMem"})
    int cuDeviceTotalMem(MemorySegment bytes, int device);
    int cuDeviceGetAttribute(MemorySegment value, int attribute, int device);
    int cuDeviceGetPCIBusId(MemorySegment id, int length, int device);
    int cuGetErrorString(int code, MemorySegment text);

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
