package org.gpucomm.runner.ffi.nccl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;

import org.gpucomm.runner.collective.ElementType;
import org.gpucomm.runner.collective.Reduction;
import org.gpucomm.runner.ffi.cuda.Device;

/**
 * NCCL communicator of one rank, bound to a stream. Operations queue work on the stream, return at once and allocate nothing. Addresses are
 * device addresses, counts are numbers of elements, types and reductions are the codes of {@link #typeCode} and {@link #reduction}. Only
 * the thread of the {@link Device} may use it, except for {@link #abort}.
 */
public final class Communicator {

    private static final int IN_PROGRESS = 7; // ncclInProgress of nccl.h
    private static final int SYMMETRIC = 1; // NCCL_WIN_COLL_SYMMETRIC of nccl.h

    private final NcclFunctions nccl;
    private final long handle;
    private final int ranks;
    private final int rank;
    private final String where;
    private final long stream;
    private final boolean sends;
    private final boolean exchanges; // since 2.28
    private final Arena arena = Arena.ofConfined();
    private final MemorySegment asyncError = arena.allocate(ValueLayout.JAVA_INT);
    private final List<Long> buffers = new ArrayList<>();
    private final List<Long> windows = new ArrayList<>();

    Communicator(NcclFunctions nccl, long handle, int ranks, int rank, String where, long stream) {
        this.nccl = nccl;
        this.handle = handle;
        this.ranks = ranks;
        this.rank = rank;
        this.where = where;
        this.stream = stream;
        this.sends = nccl.library().has("ncclSend", "ncclRecv");
        this.exchanges = nccl.library().has("ncclAlltoAll", "ncclGather", "ncclScatter");
    }

    /** Returns NCCL's code for a type. nccl.h has types and reductions in the order of gpucomm.h, but from 0. */
    public static int typeCode(ElementType type) {
        return type.number() - 1;
    }

    public void allReduce(long send, long receive, long count, int type, int reduction) {
        check("ncclAllReduce", nccl.ncclAllReduce(send, receive, count, type, reduction, handle, stream));
    }

    /** Queues an all-gather of {@code count} elements from each rank. */
    public void allGather(long send, long receive, long count, int type) {
        check("ncclAllGather", nccl.ncclAllGather(send, receive, count, type, handle, stream));
    }

    /** Queues a reduce-scatter of {@code count} elements to each rank. */
    public void reduceScatter(long send, long receive, long count, int type, int reduction) {
        check("ncclReduceScatter", nccl.ncclReduceScatter(send, receive, count, type, reduction, handle, stream));
    }

    public void broadcast(long send, long receive, long count, int type, int root) {
        check("ncclBroadcast", nccl.ncclBroadcast(send, receive, count, type, root, handle, stream));
    }

    public void reduce(long send, long receive, long count, int type, int reduction, int root) {
        check("ncclReduce", nccl.ncclReduce(send, receive, count, type, reduction, root, handle, stream));
    }

    /** Queues an all-to-all of {@code count} elements from each rank to each. NCCL before 2.28 uses grouped sends and receives. */
    public void allToAll(long send, long receive, long count, int bytes, int type) {
        if (exchanges) {
            check("ncclAlltoAll", nccl.ncclAlltoAll(send, receive, count, type, handle, stream));
            return;
        }
        long stride = count * bytes;
        groupStart();
        for (int peer = 0; peer < ranks; peer++) {
            send(send + peer * stride, count, type, peer);
            receive(receive + peer * stride, count, type, peer);
        }
        groupEnd();
    }

    /** Queues a gather of {@code count} elements from each rank. */
    public void gather(long send, long receive, long count, int bytes, int type, int root) {
        if (exchanges) {
            check("ncclGather", nccl.ncclGather(send, receive, count, type, root, handle, stream));
            return;
        }
        groupStart();
        send(send, count, type, root);
        for (int peer = 0; rank == root && peer < ranks; peer++) {
            receive(receive + peer * count * bytes, count, type, peer);
        }
        groupEnd();
    }

    /** Queues a scatter of {@code count} elements to each rank. */
    public void scatter(long send, long receive, long count, int bytes, int type, int root) {
        if (exchanges) {
            check("ncclScatter", nccl.ncclScatter(send, receive, count, type, root, handle, stream));
            return;
        }
        groupStart();
        for (int peer = 0; rank == root && peer < ranks; peer++) {
            send(send + peer * count * bytes, count, type, peer);
        }
        receive(receive, count, type, root);
        groupEnd();
    }

    public void send(long from, long count, int type, int peer) {
        requireSends();
        check("ncclSend", nccl.ncclSend(from, count, type, peer, handle, stream));
    }

    public void receive(long to, long count, int type, int peer) {
        requireSends();
        check("ncclRecv", nccl.ncclRecv(to, count, type, peer, handle, stream));
    }

    /** Starts a group: NCCL launches all operations up to {@link #groupEnd} together. */
    public void groupStart() {
        check("ncclGroupStart", nccl.ncclGroupStart());
    }

    public void groupEnd() {
        check("ncclGroupEnd", nccl.ncclGroupEnd());
    }

    /**
     * Returns the code of a reduction for this communicator.
     *
     * @param scalar factor of this rank for {@link Reduction#MULSUM}, as the bits of an element; ignored for other reductions
     */
    public int reduction(Reduction reduction, ElementType type, long scalar) {
        if (reduction != Reduction.MULSUM) {
            return reduction.number() - 1;
        }
        if (!nccl.library().has("ncclRedOpCreatePreMulSum")) {
            throw new UnsatisfiedLinkError("NCCL has no ncclRedOpCreatePreMulSum; mulsum needs 2.11 or newer");
        }
        int onHost = 1; // ncclScalarHostImmediate
        try (var arena = Arena.ofConfined()) {
            var code = arena.allocate(ValueLayout.JAVA_INT);
            var value = arena.allocateFrom(ValueLayout.JAVA_LONG, scalar);
            check("ncclRedOpCreatePreMulSum",
                    nccl.ncclRedOpCreatePreMulSum(code, value, typeCode(type), onHost, handle));
            return code.get(ValueLayout.JAVA_INT, 0);
        }
    }

    /** Releases a code that {@link #reduction} returned. */
    public void release(Reduction reduction, int code) {
        if (reduction == Reduction.MULSUM) {
            check("ncclRedOpDestroy", nccl.ncclRedOpDestroy(code, handle));
        }
    }

    /** Registers a buffer of ncclMemAlloc, so that NCCL can send from it and receive into it without copies. */
    public void register(long address, long bytes) {
        var handle = arena.allocate(ValueLayout.JAVA_LONG);
        check("ncclCommRegister of " + bytes + " bytes", nccl.ncclCommRegister(this.handle, address, bytes, handle));
        buffers.add(handle.get(ValueLayout.JAVA_LONG, 0));
    }

    /** Registers a buffer of ncclMemAlloc as symmetric memory. All ranks must call this with buffers of the same size. */
    public void registerWindow(long address, long bytes) {
        var window = arena.allocate(ValueLayout.JAVA_LONG);
        check("ncclCommWindowRegister of " + bytes + " bytes",
                nccl.ncclCommWindowRegister(handle, address, bytes, window, SYMMETRIC));
        long registered = window.get(ValueLayout.JAVA_LONG, 0);
        if (registered == 0) {
            throw new IllegalStateException("NCCL made no window of symmetric memory on " + where
                    + ": these GPUs or this system cannot; NCCL_DEBUG=INFO makes NCCL print why");
        }
        windows.add(registered);
    }

    /** Deregisters all buffers and windows. All ranks must call this. */
    public void unregister() {
        windows.forEach(window -> check("ncclCommWindowDeregister", nccl.ncclCommWindowDeregister(handle, window)));
        buffers.forEach(buffer -> check("ncclCommDeregister", nccl.ncclCommDeregister(handle, buffer)));
        windows.clear();
        buffers.clear();
    }

    /** Throws a {@link org.gpucomm.runner.ffi.NativeCallException} if an operation that was queued earlier has failed. */
    public void checkQueued() {
        check("ncclCommGetAsyncError", nccl.ncclCommGetAsyncError(handle, asyncError));
        int code = asyncError.get(ValueLayout.JAVA_INT, 0);
        if (code != IN_PROGRESS) {
            check("an operation queued earlier", code);
        }
    }

    /** Frees the communicator. Waits until the other ranks have called this too. */
    public void destroy() {
        check("ncclCommDestroy", nccl.ncclCommDestroy(handle));
        arena.close();
    }

    /** Aborts queued operations, without the other ranks. The return code is ignored. */
    public void abort() {
        nccl.ncclCommAbort(handle);
    }

    private void requireSends() {
        if (!sends) {
            throw new UnsatisfiedLinkError("NCCL has no ncclSend and ncclRecv; they came with 2.7");
        }
    }

    private void check(String call, int code) {
        if (code != 0) {
            nccl.check(call, where, handle, code);
        }
    }
}
