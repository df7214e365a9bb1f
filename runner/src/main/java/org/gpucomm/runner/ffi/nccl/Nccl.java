package org.gpucomm.runner.ffi.nccl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

import org.gpucomm.results.format.NcclVersion;
import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;
import org.gpucomm.runner.ffi.OutOfMemoryException;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.jspecify.annotations.Nullable;

/** NCCL library ({@code libnccl}). */
public final class Nccl {

    private static final List<String> SONAMES = List.of("libnccl.so.2", "libnccl.so");
    private static final int ZERO = 2; // NCCL_CTA_POLICY_ZERO of nccl.h
    private static final int ZERO_SINCE = 22800;

    private final NcclFunctions nccl;
    private final int version;
    private final boolean allocates;

    private Nccl(NativeLibrary library) {
        this.nccl = library.functions(NcclFunctions.class);
        this.version = library.number("ncclGetVersion", nccl::ncclGetVersion);
        this.allocates = library.has("ncclMemAlloc", "ncclMemFree");
    }

    public static Availability<Nccl> load(LibrarySearch search) {
        return NativeLibrary.load("NCCL", search.candidates("GPUCOMM_NCCL_LIBRARY", SONAMES), Nccl::new);
    }

    /** Returns whether this version has the type. */
    public boolean has(ElementType type) {
        return version >= switch (type) {
            case BFLOAT16 -> 21000;
            case FLOAT8E4M3, FLOAT8E5M2 -> 22400;
            default -> 0;
        };
    }

    /** Returns whether this version has the reduction. */
    public boolean has(Reduction reduction) {
        return version >= switch (reduction) {
            case AVG -> 21000;
            case MULSUM -> 21100;
            default -> 0;
        };
    }

    /** Returns the version, for example {@code 2.28.3}. */
    public String version() {
        return NcclVersion.of(version);
    }

    /** Returns the loaded file. */
    public String path() {
        return nccl.library().path();
    }

    /** Returns whether buffers can be registered with a communicator. */
    public boolean registers() {
        return nccl.library().has("ncclCommRegister", "ncclCommDeregister", "ncclMemAlloc");
    }

    /** Returns whether buffers can be registered as windows of symmetric memory. */
    public boolean registersWindows() {
        return nccl.library().has("ncclCommWindowRegister", "ncclCommWindowDeregister", "ncclMemAlloc");
    }

    /** Returns whether this version supports a CTA policy. Older versions read an unknown policy as 0. */
    public boolean hasCtaPolicy(int policy) {
        return version >= (policy < ZERO ? NcclConfig.SINCE : ZERO_SINCE)
                && nccl.library().has("ncclCommInitRankConfig");
    }

    /** Creates the unique id that all ranks of a communicator need to {@link #join}. */
    public byte[] uniqueId() {
        try (var arena = Arena.ofConfined()) {
            var id = arena.allocate(NcclFunctions.UNIQUE_ID_BYTES);
            nccl.check("ncclGetUniqueId", "this host", 0, nccl.ncclGetUniqueId(id));
            return id.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /**
     * Allocates device memory for buffers and returns its address; {@link #free} frees it. The memory comes from ncclMemAlloc if NCCL has
     * it, which registered buffers and NVLS need, else from the driver.
     *
     * @throws OutOfMemoryException if the device has too little free memory
     */
    public long allocate(Device device, long bytes) {
        if (!allocates) {
            return device.allocate(bytes);
        }
        int code = nccl.ncclMemAlloc(device.out(), Math.max(bytes, 1));
        try {
            nccl.check("ncclMemAlloc of " + bytes + " bytes", device.where(), 0, code);
        } catch (NativeCallException e) {
            throw new OutOfMemoryException(e);
        }
        return device.result();
    }

    public void free(Device device, long address) {
        if (!allocates) {
            device.free(address);
        } else {
            nccl.check("ncclMemFree", device.where(), 0, nccl.ncclMemFree(address));
        }
    }

    /**
     * Joins the communicator of a unique id, and waits until all of its ranks have joined.
     *
     * @param device    GPU of this rank, opened by the calling thread
     * @param ctaPolicy NCCL_CTA_POLICY_… of nccl.h; null for NCCL's default
     */
    public Communicator join(byte[] uniqueId, int ranks, int rank, Device device, Stream stream,
            @Nullable Integer ctaPolicy) {
        var where = "rank " + rank + " (GPU " + device.ordinal() + ")";
        try (var arena = Arena.ofConfined()) {
            var id = arena.allocateFrom(ValueLayout.JAVA_BYTE, uniqueId);
            var communicator = arena.allocate(ValueLayout.JAVA_LONG);
            if (ctaPolicy == null) {
                nccl.check("ncclCommInitRank", where, 0, nccl.ncclCommInitRank(communicator, ranks, id, rank));
            } else {
                nccl.check("ncclCommInitRankConfig", where, 0, nccl.ncclCommInitRankConfig(communicator, ranks, id,
                        rank, NcclConfig.of(arena, ctaPolicy)));
            }
            return new Communicator(nccl, communicator.get(ValueLayout.JAVA_LONG, 0), ranks, rank, where,
                    stream.handle());
        }
    }

    /**
     * Configuration of a communicator: ncclConfig_t as declared in nccl.h 2.27. The structure contains its own size and version, so that later
     * libraries can read it.
     */
    private static final class NcclConfig {

        /** NCCL version of this structure, in the form of NCCL_VERSION. */
        static final int SINCE = 22700;

        private static final int MAGIC = 0xcafebeef;
        private static final int UNDEFINED = Integer.MIN_VALUE;
        private static final int CTA_POLICY = 60;
        private static final int SIZE = 72;
        /** Offsets of the undefined fields: blocking to maxCTAs, splitShare, trafficClass, collnetEnable to nvlsCTAs. */
        private static final int[] NUMBERS = {16, 20, 24, 28, 40, 44, 56, CTA_POLICY, 64, 68};

        /** Returns a configuration in which only the CTA policy is defined. */
        static MemorySegment of(Arena arena, int ctaPolicy) {
            var config = arena.allocate(SIZE, Long.BYTES);
            config.set(ValueLayout.JAVA_LONG, 0, SIZE);
            config.set(ValueLayout.JAVA_INT, 8, MAGIC);
            config.set(ValueLayout.JAVA_INT, 12, SINCE);
            for (int offset : NUMBERS) {
                config.set(ValueLayout.JAVA_INT, offset, UNDEFINED);
            }
            config.set(ValueLayout.JAVA_INT, CTA_POLICY, ctaPolicy);
            return config;
        }
    }
}
