package org.gpucomm.runner.ffi.nccl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.Downcall;
import org.gpucomm.runner.ffi.Libraries;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.OutOfMemoryException;
import org.gpucomm.runner.ffi.cuda.Device;
import org.gpucomm.runner.ffi.cuda.Stream;
import org.jspecify.annotations.Nullable;

/** NCCL, for programs that communicate. {@link Nccl} only says that it is there. */
public final class NcclLibrary {

    /** NCCL_UNIQUE_ID_BYTES of nccl.h. */
    public static final int UNIQUE_ID_BYTES = 128;

    private static final int ZERO = 2; // NCCL_CTA_POLICY_ZERO of nccl.h
    private static final int ZERO_SINCE = 22800;

    private final NcclFunctions functions;
    private final int version;

    private NcclLibrary(NcclFunctions functions) {
        this.functions = functions;
        this.version = functions.version();
    }

    public static Availability<NcclLibrary> load(LibrarySearch search) {
        return Libraries.load("NCCL", search.candidates("GPUCOMM_NCCL_LIBRARY", Nccl.SONAMES),
                library -> new NcclLibrary(new NcclFunctions(library)));
    }

    /** Whether this version has the type. */
    public boolean has(ElementType type) {
        return version >= NcclCodes.since(type);
    }

    /** Whether this version has the reduction. */
    public boolean has(Reduction reduction) {
        return version >= NcclCodes.since(reduction);
    }

    /** Returns the version: {@code 2.28.3}. */
    public String version() {
        return Nccl.versionText(version);
    }

    /** Returns the file that was loaded. */
    public String path() {
        return functions.library.path();
    }

    /** Whether buffers can be registered with a communicator. */
    public boolean registers() {
        return functions.ncclCommRegister.isPresent() && functions.ncclCommDeregister.isPresent()
                && functions.ncclMemAlloc.isPresent();
    }

    /** Whether buffers can be registered as windows of symmetric memory. */
    public boolean registersWindows() {
        return functions.ncclCommWindowRegister.isPresent() && functions.ncclCommWindowDeregister.isPresent()
                && functions.ncclMemAlloc.isPresent();
    }

    /** Whether a communicator can be configured how to use thread blocks; an older NCCL takes what it does not know for 0. */
    public boolean hasCtaPolicy(int policy) {
        return version >= (policy < ZERO ? NcclConfig.SINCE : ZERO_SINCE)
                && functions.ncclCommInitRankConfig.isPresent();
    }

    /** Returns what ranks that are to form one communicator must all be given. */
    public byte[] uniqueId() {
        try (var arena = Arena.ofConfined()) {
            var id = arena.allocate(UNIQUE_ID_BYTES);
            functions.check("ncclGetUniqueId", "this host", 0,
                    Downcall.call(functions.ncclGetUniqueId, id.address()));
            return id.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    /**
     * Returns device memory for buffers: NCCL's own where it has any, which its faster paths (registered buffers, NVLS) need, else the
     * driver's. Freed by {@link #free}.
     *
     * @throws OutOfMemoryException if there is not so much
     */
    public long allocate(Device device, long bytes) {
        if (functions.ncclMemAlloc.isEmpty() || functions.ncclMemFree.isEmpty()) {
            return device.allocate(bytes);
        }
        int code = Downcall.call(functions.ncclMemAlloc.get(), device.out().address(), Math.max(bytes, 1));
        try {
            functions.check("ncclMemAlloc of " + bytes + " bytes", device.where(), 0, code);
        } catch (NativeCallException e) {
            throw new OutOfMemoryException(e);
        }
        return device.result();
    }

    public void free(Device device, long address) {
        if (functions.ncclMemAlloc.isEmpty() || functions.ncclMemFree.isEmpty()) {
            device.free(address);
        } else {
            functions.check("ncclMemFree", device.where(), 0,
                    Downcall.call(functions.ncclMemFree.get(), address));
        }
    }

    /**
     * Joins the communicator of a unique id; returns when all of its ranks have joined.
     *
     * @param device    the GPU of this rank, open in the calling thread
     * @param ctaPolicy NCCL_CTA_POLICY_… of nccl.h; null = NCCL's own choice
     */
    public Communicator join(byte[] uniqueId, int ranks, int rank, Device device, Stream stream,
            @Nullable Integer ctaPolicy) {
        var where = "rank " + rank + " (GPU " + device.ordinal() + ")";
        try (var arena = Arena.ofConfined()) {
            var id = arena.allocate(UNIQUE_ID_BYTES);
            MemorySegment.copy(uniqueId, 0, id, ValueLayout.JAVA_BYTE, 0, UNIQUE_ID_BYTES);
            var communicator = arena.allocate(ValueLayout.JAVA_LONG);
            if (ctaPolicy == null) {
                functions.check("ncclCommInitRank", where, 0,
                        Join.call(functions.ncclCommInitRank, communicator.address(), ranks, id, rank));
            } else {
                functions.check("ncclCommInitRankConfig", where, 0,
                        NcclConfig.join(functions.ncclCommInitRankConfig.orElseThrow(), communicator.address(), ranks,
                                id,
                                rank, NcclConfig.of(arena, ctaPolicy).address()));
            }
            return new Communicator(functions, communicator.get(ValueLayout.JAVA_LONG, 0), ranks, rank, where,
                    stream.handle());
        }
    }

    /** ncclCommInitRank's shape: the unique id is a struct and goes by value. */
    private static final class Join {

        private static final MethodHandle SHAPE = Downcall.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT,
                MemoryLayout.structLayout(MemoryLayout.sequenceLayout(UNIQUE_ID_BYTES, ValueLayout.JAVA_BYTE)),
                ValueLayout.JAVA_INT);

        static int call(MemorySegment function, long communicator, int ranks, MemorySegment id, int rank) {
            try {
                return (int) SHAPE.invokeExact(function, communicator, ranks, id, rank);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }
    }
}
