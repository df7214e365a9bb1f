package org.gpucomm.runner.ffi.nccl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Optional;

import org.gpucomm.runner.ffi.Downcall;
import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/** The functions of {@code libnccl} that benchmarks need, under the names of {@code nccl.h}, and the judging of its return codes. */
final class NcclFunctions extends FunctionTable {

    final MemorySegment ncclGetVersion = required("ncclGetVersion");
    final MemorySegment ncclGetUniqueId = required("ncclGetUniqueId");
    final MemorySegment ncclCommInitRank = required("ncclCommInitRank");
    final MemorySegment ncclCommDestroy = required("ncclCommDestroy");
    final MemorySegment ncclCommAbort = required("ncclCommAbort");
    final MemorySegment ncclCommGetAsyncError = required("ncclCommGetAsyncError");
    final MemorySegment ncclAllReduce = required("ncclAllReduce");
    final MemorySegment ncclAllGather = required("ncclAllGather");
    final MemorySegment ncclReduceScatter = required("ncclReduceScatter");
    final MemorySegment ncclBroadcast = required("ncclBroadcast");
    final MemorySegment ncclReduce = required("ncclReduce");
    final MemorySegment ncclGroupStart = required("ncclGroupStart");
    final MemorySegment ncclGroupEnd = required("ncclGroupEnd");
    // Came with 2.7, 2.28 and 2.11.
    final Optional<MemorySegment> ncclSend = optional("ncclSend");
    final Optional<MemorySegment> ncclRecv = optional("ncclRecv");
    final Optional<MemorySegment> ncclAlltoAll = optional("ncclAlltoAll");
    final Optional<MemorySegment> ncclGather = optional("ncclGather");
    final Optional<MemorySegment> ncclScatter = optional("ncclScatter");
    final Optional<MemorySegment> ncclRedOpCreatePreMulSum = optional("ncclRedOpCreatePreMulSum");
    final Optional<MemorySegment> ncclRedOpDestroy = optional("ncclRedOpDestroy");
    final Optional<MemorySegment> ncclMemAlloc = optional("ncclMemAlloc"); // 2.19
    final Optional<MemorySegment> ncclMemFree = optional("ncclMemFree");
    final Optional<MemorySegment> ncclCommRegister = optional("ncclCommRegister"); // 2.19
    final Optional<MemorySegment> ncclCommDeregister = optional("ncclCommDeregister");
    final Optional<MemorySegment> ncclCommWindowRegister = optional("ncclCommWindowRegister"); // 2.27
    final Optional<MemorySegment> ncclCommWindowDeregister = optional("ncclCommWindowDeregister");
    final Optional<MemorySegment> ncclCommInitRankConfig = optional("ncclCommInitRankConfig"); // 2.14
    private final MemorySegment ncclGetErrorString = required("ncclGetErrorString");
    private final Optional<MemorySegment> ncclGetLastError = optional("ncclGetLastError"); // 2.13

    NcclFunctions(NativeLibrary library) {
        super(library);
    }

    /**
     * @param communicator whose last error is reported; 0 = any of this thread
     * @throws NativeCallException unless the code is ncclSuccess
     */
    void check(String call, String where, long communicator, int code) {
        if (code != 0) {
            throw new NativeCallException(library.name(), call, where, code, words(communicator, code));
        }
    }

    private String words(long communicator, int code) {
        var meaning = Downcall.text(ncclGetErrorString, code);
        var last = ncclGetLastError.map(function -> Downcall.text(function, communicator)).orElse("").strip();
        return last.isEmpty()
                ? meaning + "; NCCL_DEBUG=WARN makes NCCL print the cause"
                : meaning + "; last NCCL error: " + last.replaceAll("(?<!\\s)\\s*\n\\s*", "; ");
    }

    int version() {
        try (var arena = Arena.ofConfined()) {
            var version = arena.allocate(ValueLayout.JAVA_INT);
            check("ncclGetVersion", "this host", 0, Downcall.call(ncclGetVersion, version.address()));
            return version.get(ValueLayout.JAVA_INT, 0);
        }
    }
}
