package org.gpucomm.runner.ffi.shim;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;

import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LocalBuild;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;
import org.gpucomm.runner.ffi.OutOfMemoryException;

/**
 * NVSHMEM through the shim {@code native/shim/nvshmem}, which is compiled on the GPU host. One process drives one GPU, and only the thread
 * of that GPU may use this.
 */
public final class NvshmemShim {

    /** Environment variable that names a shim to load instead of the one of {@code gpucomm doctor --build}. */
    public static final String VARIABLE = "GPUCOMM_NVSHMEM_SHIM";

    private static final long PIECE_BYTES = 512L << 20;
    private static final long WORDS_BYTES = 1 << 20;
    /** Reserve of the heap, so that a drop at the largest message is not caused by a full heap. */
    private static final long SPARE_BYTES = 1L << 30;

    private final NvshmemFunctions nvshmem;

    private NvshmemShim(NvshmemFunctions nvshmem) {
        this.nvshmem = nvshmem;
    }

    /** Loads the shim. If there is none, the reason names the command that builds it. */
    public static Availability<NvshmemShim> load(LibrarySearch search) {
        var environment = search.environment();
        var named = environment.getOrDefault(VARIABLE, "");
        var file = named.isBlank() ? LocalBuild.nvshmemShim(environment).toString() : named;
        var loaded = NativeLibrary.load("NVSHMEM's shim", List.of(file), library -> {
            var nvshmem = library.functions(NvshmemFunctions.class);
            nvshmem.requireAbi();
            return new NvshmemShim(nvshmem);
        });
        return loaded instanceof Availability.Absent<NvshmemShim> absent
                ? new Availability.Absent<>(absent.name(), List.of(String.join("; ", absent.reasons())
                        + ". gpucomm doctor --build makes it, in seconds, where nvcc and NVSHMEM's headers are"))
                : loaded;
    }

    /**
     * Returns the size in bytes of a symmetric heap for these allocations, with a reserve of 1 GiB. NVSHMEM 3.4.5 takes memory in pieces of
     * 512 MiB, and two allocations of 1 GiB do not fit into a heap of 2.5 GiB.
     */
    public static long heapFor(long... allocations) {
        long heap = SPARE_BYTES;
        for (long bytes : allocations) {
            heap += (bytes + WORDS_BYTES + PIECE_BYTES - 1) / PIECE_BYTES * PIECE_BYTES;
        }
        return heap;
    }

    /** Creates the unique id that all processes need to {@link #join}, which takes the same size of the symmetric heap. */
    public byte[] uniqueId(long heapBytes) {
        try (var arena = Arena.ofConfined()) {
            var bytes = arena.allocate(JAVA_LONG);
            check("gpucomm_nvshmem_id_bytes", nvshmem.gpucomm_nvshmem_id_bytes(bytes));
            var id = arena.allocate(bytes.get(JAVA_LONG, 0), Long.BYTES);
            check("gpucomm_nvshmem_id", nvshmem.gpucomm_nvshmem_id(id, heapBytes));
            return id.toArray(JAVA_BYTE);
        }
    }

    /**
     * Joins the other processes. All processes must call this.
     *
     * @param heapBytes size of the symmetric heap, unless NVSHMEM_SYMMETRIC_SIZE is set
     */
    public void join(byte[] id, int rank, int ranks, int device, long heapBytes) {
        try (var arena = Arena.ofConfined()) {
            var copy = arena.allocate(id.length, Long.BYTES);
            MemorySegment.copy(id, 0, copy, JAVA_BYTE, 0, id.length);
            check("gpucomm_nvshmem_join", nvshmem.gpucomm_nvshmem_join(copy, rank, ranks, device, heapBytes));
        }
    }

    /** Leaves the other processes. All processes must call this. */
    public void leave() {
        check("gpucomm_nvshmem_leave", nvshmem.gpucomm_nvshmem_leave());
    }

    /** Returns the version of the loaded NVSHMEM, for example {@code 3.4.5}. */
    public String version() {
        try (var arena = Arena.ofConfined()) {
            var versions = arena.allocate(JAVA_LONG, 2);
            check("gpucomm_nvshmem_version", nvshmem.gpucomm_nvshmem_version(versions, versions.asSlice(Long.BYTES)));
            long loaded = versions.getAtIndex(JAVA_LONG, 1);
            return loaded / 10000 + "." + loaded / 100 % 100 + "." + loaded % 100;
        }
    }

    /**
     * Allocates zeroed symmetric memory. All processes must call this with the same size.
     *
     * @throws OutOfMemoryException if the heap has too little free memory
     */
    public long allocate(long bytes) {
        try (var arena = Arena.ofConfined()) {
            var out = arena.allocate(JAVA_LONG);
            check("gpucomm_nvshmem_allocate", nvshmem.gpucomm_nvshmem_allocate(bytes, out));
            return out.get(JAVA_LONG, 0);
        } catch (NativeCallException e) {
            throw new OutOfMemoryException(e);
        }
    }

    public void free(long address) {
        check("gpucomm_nvshmem_free", nvshmem.gpucomm_nvshmem_free(address));
    }

    /** Queues a barrier of all processes, which also completes earlier puts. */
    public void barrier(long stream) {
        check("gpucomm_nvshmem_barrier", nvshmem.gpucomm_nvshmem_barrier(stream));
    }

    /** Queues an all-to-all of {@code bytes} bytes from each rank to each. */
    public void allToAll(long to, long from, long bytes, long stream) {
        check("gpucomm_nvshmem_alltoall", nvshmem.gpucomm_nvshmem_alltoall(to, from, bytes, stream));
    }

    /** Queues an all-gather of {@code bytes} bytes of each rank. */
    public void fcollect(long to, long from, long bytes, long stream) {
        check("gpucomm_nvshmem_fcollect", nvshmem.gpucomm_nvshmem_fcollect(to, from, bytes, stream));
    }

    /** Queues a broadcast. */
    public void broadcast(long to, long from, long bytes, int root, long stream) {
        check("gpucomm_nvshmem_broadcast", nvshmem.gpucomm_nvshmem_broadcast(to, from, bytes, root, stream));
    }

    /** Queues an all-reduce by sum. The type is {@code ElementType.number()} of the elements. */
    public void reduce(long to, long from, long count, int type, long stream) {
        check("gpucomm_nvshmem_reduce", nvshmem.gpucomm_nvshmem_reduce(to, from, count, type, stream));
    }

    /** Queues all-to-alls by a kernel. */
    public void deviceAllToAll(long way, long to, long from, long share, long signals, long mostBlocks, long first,
            long repeats, long blocks, long threads, long deadline, long lost, long stream) {
        check("gpucomm_nvshmem_device_alltoall", nvshmem.gpucomm_nvshmem_device_alltoall(way, to, from, share, signals,
                mostBlocks, first, repeats, blocks, threads, deadline, lost, stream));
    }

    /** Queues puts or gets by a kernel. */
    public void deviceRma(long gets, long scope, long to, long from, long bytes, long peer, long repeats, long each,
            long blocks, long threads, long stream) {
        check("gpucomm_nvshmem_device_rma", nvshmem.gpucomm_nvshmem_device_rma(gets, scope, to, from, bytes, peer,
                repeats, each, blocks, threads, stream));
    }

    /** Queues puts with signals by a kernel. */
    public void devicePutSignal(long scope, long to, long from, long bytes, long signal, long peer, long starts,
            long first, long rounds, long deadline, long lost, long stream) {
        check("gpucomm_nvshmem_device_put_signal", nvshmem.gpucomm_nvshmem_device_put_signal(scope, to, from, bytes,
                signal, peer, starts, first, rounds, deadline, lost, stream));
    }

    /** Queues a step of Jacobi's method. */
    public void jacobi(long way, long from, long to, long pitch, long nx, long rows, long norm, long spread,
            long aboveRow, long belowRow, long signals, long number, long above, long below, long deadline, long lost,
            long stream) {
        check("gpucomm_nvshmem_jacobi", nvshmem.gpucomm_nvshmem_jacobi(way, from, to, pitch, nx, rows, norm, spread,
                aboveRow, belowRow, signals, number, above, below, deadline, lost, stream));
    }

    private void check(String call, int code) {
        if (code != 0) {
            throw new NativeCallException(nvshmem.library().name(), call, code,
                    NativeLibrary.string(nvshmem.gpucomm_nvshmem_error()));
        }
    }
}
