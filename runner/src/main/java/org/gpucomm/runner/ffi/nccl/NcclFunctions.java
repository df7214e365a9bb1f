package org.gpucomm.runner.ffi.nccl;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

import org.gpucomm.runner.ffi.Downcall;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/** The functions of {@code libnccl} that benchmarks need, under the names of {@code nccl.h}, and the judging of its return codes. */
final class NcclFunctions {

    private static final MethodHandle WORDS_OF_INT = pointer(ValueLayout.JAVA_INT);
    private static final MethodHandle WORDS_OF_POINTER = pointer(ValueLayout.JAVA_LONG);

    final NativeLibrary library;
    final MemorySegment ncclGetVersion;
    final MemorySegment ncclGetUniqueId;
    final MemorySegment ncclCommInitRank;
    final MemorySegment ncclCommDestroy;
    final MemorySegment ncclCommAbort;
    final MemorySegment ncclCommGetAsyncError;
    final MemorySegment ncclAllReduce;
    final MemorySegment ncclAllGather;
    final MemorySegment ncclReduceScatter;
    final MemorySegment ncclBroadcast;
    final MemorySegment ncclReduce;
    final MemorySegment ncclGroupStart;
    final MemorySegment ncclGroupEnd;
    final Optional<MemorySegment> ncclSend;
    final Optional<MemorySegment> ncclRecv;
    final Optional<MemorySegment> ncclAlltoAll;
    final Optional<MemorySegment> ncclGather;
    final Optional<MemorySegment> ncclScatter;
    final Optional<MemorySegment> ncclRedOpCreatePreMulSum;
    final Optional<MemorySegment> ncclRedOpDestroy;
    final Optional<MemorySegment> ncclMemAlloc;
    final Optional<MemorySegment> ncclMemFree;
    final Optional<MemorySegment> ncclCommRegister;
    final Optional<MemorySegment> ncclCommDeregister;
    final Optional<MemorySegment> ncclCommWindowRegister;
    final Optional<MemorySegment> ncclCommWindowDeregister;
    final Optional<MemorySegment> ncclCommInitRankConfig;
    private final MemorySegment ncclGetErrorString;
    private final Optional<MemorySegment> ncclGetLastError;

    NcclFunctions(NativeLibrary library) {
        this.library = library;
        ncclGetVersion = library.address("ncclGetVersion");
        ncclGetUniqueId = library.address("ncclGetUniqueId");
        ncclCommInitRank = library.address("ncclCommInitRank");
        ncclCommDestroy = library.address("ncclCommDestroy");
        ncclCommAbort = library.address("ncclCommAbort");
        ncclCommGetAsyncError = library.address("ncclCommGetAsyncError");
        ncclAllReduce = library.address("ncclAllReduce");
        ncclAllGather = library.address("ncclAllGather");
        ncclReduceScatter = library.address("ncclReduceScatter");
        ncclBroadcast = library.address("ncclBroadcast");
        ncclReduce = library.address("ncclReduce");
        ncclGroupStart = library.address("ncclGroupStart");
        ncclGroupEnd = library.address("ncclGroupEnd");
        // Came with 2.7, 2.28 and 2.11.
        ncclSend = library.find("ncclSend");
        ncclRecv = library.find("ncclRecv");
        ncclAlltoAll = library.find("ncclAlltoAll");
        ncclGather = library.find("ncclGather");
        ncclScatter = library.find("ncclScatter");
        ncclRedOpCreatePreMulSum = library.find("ncclRedOpCreatePreMulSum");
        ncclRedOpDestroy = library.find("ncclRedOpDestroy");
        ncclMemAlloc = library.find("ncclMemAlloc"); // 2.19
        ncclMemFree = library.find("ncclMemFree");
        ncclCommRegister = library.find("ncclCommRegister"); // 2.19
        ncclCommDeregister = library.find("ncclCommDeregister");
        ncclCommWindowRegister = library.find("ncclCommWindowRegister"); // 2.27
        ncclCommWindowDeregister = library.find("ncclCommWindowDeregister");
        ncclCommInitRankConfig = library.find("ncclCommInitRankConfig"); // 2.14
        ncclGetErrorString = library.address("ncclGetErrorString");
        ncclGetLastError = library.find("ncclGetLastError"); // 2.13
    }

    /**
     * @param communicator whose last error is told; 0 = any of this thread
     * @throws NativeCallException unless the code is ncclSuccess
     */
    void check(String call, String where, long communicator, int code) {
        if (code != 0) {
            throw new NativeCallException(library.name(), call, where, code, words(communicator, code));
        }
    }

    private String words(long communicator, int code) {
        var meaning = text(WORDS_OF_INT, ncclGetErrorString, code);
        var last = ncclGetLastError.map(function -> text(function, communicator)).orElse("").strip();
        return last.isEmpty()
                ? meaning + "; NCCL_DEBUG=WARN makes NCCL print the cause"
                : meaning + "; last NCCL error: " + last.replaceAll("\\s*\n\\s*", "; ");
    }

    private static String text(MethodHandle shape, MemorySegment function, int argument) {
        MemorySegment text;
        try {
            text = (MemorySegment) shape.invokeExact(function, argument);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
        return NativeLibrary.string(text);
    }

    private static String text(MemorySegment function, long argument) {
        MemorySegment text;
        try {
            text = (MemorySegment) WORDS_OF_POINTER.invokeExact(function, argument);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
        return NativeLibrary.string(text);
    }

    int version() {
        try (var arena = Arena.ofConfined()) {
            var version = arena.allocate(ValueLayout.JAVA_INT);
            check("ncclGetVersion", "this host", 0, Downcall.call(ncclGetVersion, version.address()));
            return version.get(ValueLayout.JAVA_INT, 0);
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle pointer(ValueLayout argument) {
        return Linker.nativeLinker().downcallHandle(FunctionDescriptor.of(ValueLayout.ADDRESS, argument));
    }
}
