package org.gpucomm.runner.ffi.cuda;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Downcall;
import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/** GPUs that this process can use, from the CUDA driver ({@code libcuda}). */
public final class CudaDriver extends FunctionTable {

    // CUdevice_attribute values of cuda.h
    private static final int COMPUTE_CAPABILITY_MAJOR = 75;
    private static final int COMPUTE_CAPABILITY_MINOR = 76;
    static final List<String> SONAMES = List.of("libcuda.so.1", "libcuda.so");
    private static final int NAME_LENGTH = 256;
    private static final int BUS_ID_LENGTH = 32;

    private final MemorySegment cuInit = required("cuInit");
    private final MemorySegment cuDriverGetVersion = required("cuDriverGetVersion");
    private final MemorySegment cuDeviceGetCount = required("cuDeviceGetCount");
    private final MemorySegment cuDeviceGetName = required("cuDeviceGetName");
    private final MemorySegment cuDeviceTotalMem = required("cuDeviceTotalMem_v2", "cuDeviceTotalMem");
    private final MemorySegment cuDeviceGetAttribute = required("cuDeviceGetAttribute");
    private final MemorySegment cuDeviceGetPCIBusId = required("cuDeviceGetPCIBusId");
    private final MemorySegment cuGetErrorString = required("cuGetErrorString");

    private CudaDriver(NativeLibrary library) {
        super(library);
    }

    /** Loads the driver and initialises it. It counts as absent also when it is there but finds no device to drive. */
    public static Availability<CudaDriver> load(LibrarySearch search) {
        return Libraries.load("CUDA driver",
                search.candidates("GPUCOMM_CUDA_LIBRARY", SONAMES),
                library -> {
                    var driver = new CudaDriver(library);
                    driver.check("cuInit", Downcall.call(driver.cuInit, 0));
                    return driver;
                });
    }

    public String path() {
        return library.path();
    }

    /** Returns the newest CUDA version that this driver supports: {@code 13.0}. */
    public String cudaVersion() {
        try (var arena = Arena.ofConfined()) {
            var version = arena.allocate(JAVA_INT);
            check("cuDriverGetVersion", Downcall.call(cuDriverGetVersion, version.address()));
            return CudaRuntime.versionText(version.get(JAVA_INT, 0));
        }
    }

    /** Returns the GPUs in CUDA's own order, which {@code CUDA_VISIBLE_DEVICES} may have changed. */
    public List<Gpu> gpus() {
        try (var arena = Arena.ofConfined()) {
            var count = arena.allocate(JAVA_INT);
            check("cuDeviceGetCount", Downcall.call(cuDeviceGetCount, count.address()));
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
        check("cuDeviceGetName", Downcall.call(cuDeviceGetName, name.address(), NAME_LENGTH, device));
        var memory = arena.allocate(JAVA_LONG);
        check("cuDeviceTotalMem", Downcall.call(cuDeviceTotalMem, memory.address(), device));
        var busId = arena.allocate(BUS_ID_LENGTH);
        check("cuDeviceGetPCIBusId", Downcall.call(cuDeviceGetPCIBusId, busId.address(), BUS_ID_LENGTH, device));
        return new Gpu(device, name.getString(0), memory.get(JAVA_LONG, 0),
                attribute(arena, COMPUTE_CAPABILITY_MAJOR, device) + "."
                        + attribute(arena, COMPUTE_CAPABILITY_MINOR, device),
                busId.getString(0).toLowerCase(Locale.ROOT));
    }

    private int attribute(Arena arena, int attribute, int device) {
        var value = arena.allocate(JAVA_INT);
        check("cuDeviceGetAttribute", Downcall.call(cuDeviceGetAttribute, value.address(), attribute, device));
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
            return Downcall.call(cuGetErrorString, code, text.address()) == 0
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
