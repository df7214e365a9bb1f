package org.gpucomm.runner.ffi.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.FoundLibrary;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeLibrary;

/** CUDA driver ({@code libcuda}): the GPUs that this process can use, and work on them. */
public final class Cuda {

    // CUdevice_attribute values of cuda.h
    private static final int COMPUTE_CAPABILITY_MAJOR = 75;
    private static final int COMPUTE_CAPABILITY_MINOR = 76;
    static final List<String> SONAMES = List.of("libcuda.so.1", "libcuda.so");
    private static final int NAME_LENGTH = 256;
    private static final int BUS_ID_LENGTH = 32;

    private final CudaFunctions cuda;

    private Cuda(CudaFunctions cuda) {
        this.cuda = cuda;
    }

    /** Loads and initialises the driver. The driver also counts as absent if it finds no device. */
    public static Availability<Cuda> load(LibrarySearch search) {
        return NativeLibrary.load("CUDA driver",
                search.candidates("GPUCOMM_CUDA_LIBRARY", SONAMES),
                library -> {
                    var cuda = library.functions(CudaFunctions.class);
                    cuda.check("cuInit", "this host", cuda.cuInit(0));
                    return new Cuda(cuda);
                });
    }

    public String path() {
        return cuda.library().path();
    }

    /** Returns the newest CUDA version that the driver supports, for example {@code 13.0}. */
    public String cudaVersion() {
        try (var arena = Arena.ofConfined()) {
            var version = arena.allocate(JAVA_INT);
            cuda.check("cuDriverGetVersion", cuda.cuDriverGetVersion(version));
            return FoundLibrary.cudaVersion(version.get(JAVA_INT, 0));
        }
    }

    /** Returns the GPUs in CUDA's order, which {@code CUDA_VISIBLE_DEVICES} can change. */
    public List<Gpu> gpus() {
        try (var arena = Arena.ofConfined()) {
            var count = arena.allocate(JAVA_INT);
            cuda.check("cuDeviceGetCount", cuda.cuDeviceGetCount(count));
            var gpus = new ArrayList<Gpu>();
            for (int device = 0; device < count.get(JAVA_INT, 0); device++) {
                gpus.add(gpu(arena, device));
            }
            return gpus;
        }
    }

    /** Opens a GPU for the calling thread, the only thread that may use it. */
    public Device open(int ordinal) {
        return new Device(cuda, ordinal);
    }

    // A CUdevice is the ordinal itself, according to the documentation of cuDeviceGet.
    private Gpu gpu(Arena arena, int device) {
        var name = arena.allocate(NAME_LENGTH);
        cuda.check("cuDeviceGetName", cuda.cuDeviceGetName(name, NAME_LENGTH, device));
        var memory = arena.allocate(JAVA_LONG);
        cuda.check("cuDeviceTotalMem", cuda.cuDeviceTotalMem(memory, device));
        var busId = arena.allocate(BUS_ID_LENGTH);
        cuda.check("cuDeviceGetPCIBusId", cuda.cuDeviceGetPCIBusId(busId, BUS_ID_LENGTH, device));
        return new Gpu(device, name.getString(0), memory.get(JAVA_LONG, 0),
                attribute(arena, COMPUTE_CAPABILITY_MAJOR, device) + "."
                        + attribute(arena, COMPUTE_CAPABILITY_MINOR, device),
                busId.getString(0).toLowerCase(Locale.ROOT));
    }

    private int attribute(Arena arena, int attribute, int device) {
        var value = arena.allocate(JAVA_INT);
        cuda.check("cuDeviceGetAttribute", cuda.cuDeviceGetAttribute(value, attribute, device));
        return value.get(JAVA_INT, 0);
    }

    /**
     * One GPU.
     *
     * @param ordinal           number of the GPU in this process, from 0
     * @param memoryBytes       size of the device memory in bytes
     * @param computeCapability compute capability, for example {@code 9.0}
     * @param pciAddress        PCI address in lower case, for example {@code 0000:53:00.0}
     */
    public record Gpu(int ordinal, String name, long memoryBytes, String computeCapability, String pciAddress) {}
}
