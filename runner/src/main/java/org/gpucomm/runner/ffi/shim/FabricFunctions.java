package org.gpucomm.runner.ffi.shim;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/** Functions of {@code native/include/gpucomm_fabric.h}, and the check of their return codes. */
interface FabricFunctions extends ShimFunctions {

    int gpucomm_fabric_load(MemorySegment candidates);
    int gpucomm_fabric_version();
    MemorySegment gpucomm_fabric_error();
    int gpucomm_fabric_domains(MemorySegment provider, long device, MemorySegment domains, long capacity,
            MemorySegment count);
    void gpucomm_fabric_copy_by(long function);
    int gpucomm_rail_open(MemorySegment provider, MemorySegment domain, long device, long depth, MemorySegment rail,
            MemorySegment granted);
    int gpucomm_rail_close(long rail);
    MemorySegment gpucomm_rail_error(long rail);
    int gpucomm_rail_address(long rail, MemorySegment address);
    int gpucomm_rail_peer(long rail, MemorySegment address);
    int gpucomm_rail_register(long rail, long memory, long bytes, long gpu, MemorySegment key, MemorySegment base);
    int gpucomm_drive(MemorySegment rails, long count, MemorySegment transfers, MemorySegment pace,
            MemorySegment arrivals, MemorySegment cores, MemorySegment stop, MemorySegment done,
            MemorySegment outcomes, MemorySegment failed);
    int gpucomm_await(MemorySegment rails, long count, MemorySegment arrivals, long sources, MemorySegment words,
            MemorySegment values, long number, long timeout, MemorySegment stop, MemorySegment failed);
    int gpucomm_ping_pong(long rail, long peer, long send, long receive, long bytes, long iterations, long first,
            long timeout, MemorySegment stop, MemorySegment times);
    void gpucomm_fill(MemorySegment memory, long bytes, long seed, long from);
    long gpucomm_wrong_bytes(MemorySegment memory, long bytes, long seed, long from);

    default void check(String call, int code) {
        check(call, code, () -> "");
    }

    /** Throws a {@link NativeCallException} with the error of the library and advice for the user, unless the code is 0. */
    default void check(String call, int code, Supplier<String> advice) {
        if (code != 0) {
            throw new NativeCallException(Fabric.NAME, call, code,
                    NativeLibrary.string(gpucomm_fabric_error()) + advice.get());
        }
    }

    default void check(String call, String where, long rail, int code) {
        if (code != 0) {
            throw new NativeCallException(Fabric.NAME, call, where, code,
                    NativeLibrary.string(gpucomm_rail_error(rail)));
        }
    }
}
