package org.gpucomm.runner.ffi.nccl;

import java.lang.foreign.MemorySegment;

import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/** Functions of {@code libnccl} that benchmarks need, as declared in {@code nccl.h}, and the check of their return codes. */
interface NcclFunctions extends FunctionTable {

    /** NCCL_UNIQUE_ID_BYTES of nccl.h. */
    int UNIQUE_ID_BYTES = 128;

    int ncclGetVersion(MemorySegment version);
    int ncclGetUniqueId(MemorySegment id);
    int ncclCommInitRank(MemorySegment communicator, int ranks, @ByValue(UNIQUE_ID_BYTES) MemorySegment id, int rank);
    int ncclCommDestroy(long communicator);
    int ncclCommAbort(long communicator);
    int ncclCommGetAsyncError(long communicator, MemorySegment code);
    int ncclAllReduce(long send, long receive, long count, int type, int reduction, long communicator, long stream);
    int ncclAllGather(long send, long receive, long count, int type, long communicator, long stream);
    int ncclReduceScatter(long send, long receive, long count, int type, int reduction, long communicator, long stream);
    int ncclBroadcast(long send, long receive, long count, int type, int root, long communicator, long stream);
    int ncclReduce(long send, long receive, long count, int type, int reduction, int root, long communicator,
            long stream);
    int ncclGroupStart();
    int ncclGroupEnd();
    MemorySegment ncclGetErrorString(int code);

    // 2.7
    int ncclSend(long from, long count, int type, int peer, long communicator, long stream);
    int ncclRecv(long to, long count, int type, int peer, long communicator, long stream);
    // 2.11
    int ncclRedOpCreatePreMulSum(MemorySegment reduction, MemorySegment scalar, int type, int residence,
            long communicator);
    int ncclRedOpDestroy(int reduction, long communicator);
    // 2.13, 2.14
    MemorySegment ncclGetLastError(long communicator);
    int ncclCommInitRankConfig(MemorySegment communicator, int ranks, @ByValue(UNIQUE_ID_BYTES) MemorySegment id,
            int rank, MemorySegment config);
    // 2.19
    int ncclMemAlloc(MemorySegment address, long bytes);
    int ncclMemFree(long address);
    int ncclCommRegister(long communicator, long address, long bytes, MemorySegment handle);
    int ncclCommDeregister(long communicator, long handle);
    // 2.27
    int ncclCommWindowRegister(long communicator, long address, long bytes, MemorySegment window, int flags);
    int ncclCommWindowDeregister(long communicator, long window);
    // 2.28
    int ncclAlltoAll(long send, long receive, long count, int type, long communicator, long stream);
    int ncclGather(long send, long receive, long count, int type, int root, long communicator, long stream);
    int ncclScatter(long send, long receive, long count, int type, int root, long communicator, long stream);

    /**
     * @param communicator communicator whose last error is reported; 0 for the last error of this thread
     * @throws NativeCallException unless the code is ncclSuccess
     */
    default void check(String call, String where, long communicator, int code) {
        if (code != 0) {
            throw new NativeCallException(library().name(), call, where, code, words(communicator, code));
        }
    }

    private String words(long communicator, int code) {
        var meaning = NativeLibrary.string(ncclGetErrorString(code));
        var last = library().has("ncclGetLastError")
                ? NativeLibrary.string(ncclGetLastError(communicator)).strip()
                : "";
        return last.isEmpty()
                ? meaning + "; NCCL_DEBUG=WARN makes NCCL print the cause"
                : meaning + "; last NCCL error: " + last.replaceAll("(?<!\\s)\\s*\n\\s*", "; ");
    }
}
