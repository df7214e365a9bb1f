package org.gpucomm.runner.ffi.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/** The CUDA driver ({@code libcuda}): which GPUs this process can use. */
public final class CudaDriver {

    // CUdevice_attribute values of cuda.h
    private static final int COMPUTE_CAPABILITY_MAJOR = 75;
    private static final int COMPUTE_CAPABILITY_MINOR = 76;
    static final List<String> SONAMES = List.of("libcuda.so.1", "libcuda.so");
    private static final int NAME_LENGTH = 256;
    private static final int BUS_ID_LENGTH = 32;

    private final NativeLibrary library;
    private final MethodHandle cuDriverGetVersion;
    private final MethodHandle cuDeviceGetCount;
    private final MethodHandle cuDeviceGetName;
    private final MethodHandle cuDeviceTotalMem;
    private final MethodHandle cuDeviceGetAttribute;
    private final MethodHandle cuDeviceGetPCIBusId;
    private final MethodHandle cuGetErrorString;

    private CudaDriver(NativeLibrary library) {
        this.library = library;
        cuDriverGetVersion = library.function(FunctionDescriptor.of(JAVA_INT, ADDRESS), "cuDriverGetVersion");
        cuDeviceGetCount = library.function(FunctionDescriptor.of(JAVA_INT, ADDRESS), "cuDeviceGetCount");
        cuDeviceGetName = library.function(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
                "cuDeviceGetName");
        cuDeviceTotalMem = library.function(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT), "cuDeviceTotalMem_v2",
                "cuDeviceTotalMem");
        cuDeviceGetAttribute = library.function(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
                "cuDeviceGetAttribute");
        cuDeviceGetPCIBusId = library.function(FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
                "cuDeviceGetPCIBusId");
        cuGetErrorString = library.function(FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS), "cuGetErrorString");
    }

    /** The driver, loaded and initialised; absent too when it is there but finds no device to drive. */
    public static Availability<CudaDriver> load(LibrarySearch search) {
        return Libraries.load("CUDA driver",
                search.candidates("GPUCOMM_CUDA_LIBRARY", SONAMES),
                library -> {
                    var driver = new CudaDriver(library);
                    driver.check("cuInit",
                            Libraries.call(library.function(FunctionDescriptor.of(JAVA_INT, JAVA_INT), "cuInit"), 0));
                    return driver;
                });
    }

    public String path() {
        return library.path();
    }

    /** The newest CUDA version that this driver supports: {@code 13.0}. */
    public String cudaVersion() {
        try (var arena = Arena.ofConfined()) {
            var version = arena.allocate(JAVA_INT);
            check("cuDriverGetVersion", Libraries.call(cuDriverGetVersion, version));
            return CudaRuntime.versionText(version.get(JAVA_INT, 0));
        }
    }

    /** The GPUs in CUDA's own order, which {@code CUDA_VISIBLE_DEVICES} may have changed. */
    public List<Gpu> gpus() {
        try (var arena = Arena.ofConfined()) {
            var count = arena.allocate(JAVA_INT);
            check("cuDeviceGetCount", Libraries.call(cuDeviceGetCount, count));
            var gpus = new ArrayList<Gpu>();
            for (int device = 0; device < count.get(JAVA_INT, 0); device++) {
                gpus.add(gpu(arena, device));
            }
            return gpus;
        }
    }

    // The driver API's CUdevice is the ordinal itself, as cuDeviceGet's documentation shows.
    private Gpu gpu(Arena arena, int device) {
        var name = arena.allocate(NAME_LENGTH);
        check("cuDeviceGetName", Libraries.call(cuDeviceGetName, name, NAME_LENGTH, device));
        var memory = arena.allocate(JAVA_LONG);
        check("cuDeviceTotalMem", Libraries.call(cuDeviceTotalMem, memory, device));
        var busId = arena.allocate(BUS_ID_LENGTH);
        check("cuDeviceGetPCIBusId", Libraries.call(cuDeviceGetPCIBusId, busId, BUS_ID_LENGTH, device));
        return new Gpu(device, name.getString(0), memory.get(JAVA_LONG, 0),
                attribute(arena, COMPUTE_CAPABILITY_MAJOR, device) + "."
                        + attribute(arena, COMPUTE_CAPABILITY_MINOR, device),
                busId.getString(0).toLowerCase(Locale.ROOT));
    }

    private int attribute(Arena arena, int attribute, int device) {
        var value = arena.allocate(JAVA_INT);
        check("cuDeviceGetAttribute", Libraries.call(cuDeviceGetAttribute, value, attribute, device));
        return value.get(JAVA_INT, 0);
    }

    private void check(String call, int code) {
        if (code != 0) {
            throw new NativeCallException(library.name(), call, code, words(code));
        }
    }

    private String words(int code) {
        try (var arena = Arena.ofConfined()) {
            var text = arena.allocate(ADDRESS);
            text.set(ADDRESS, 0, MemorySegment.NULL);
            return Libraries.call(cuGetErrorString, code, text) == 0
                    ? NativeLibrary.string(text.get(ADDRESS, 0))
                    : "unknown error";
        }
    }

    /**
     * One GPU.
     *
     * @param ordinal           CUDA's number of it in this process
     * @param memoryBytes       of device memory
     * @param computeCapability {@code 9.0}
     * @param pciAddress        lower case, {@code 0000:53:00.0}
     */
    public record Gpu(int ordinal, String name, long memoryBytes, String computeCapability, String pciAddress) {}
}
