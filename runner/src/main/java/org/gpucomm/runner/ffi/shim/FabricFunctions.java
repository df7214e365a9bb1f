package org.gpucomm.runner.ffi.shim;

import java.lang.foreign.MemorySegment;
import java.util.function.Supplier;

import org.gpucomm.runner.ffi.Downcall;
import org.gpucomm.runner.ffi.FunctionTable;
import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/** The addresses of the shim's functions, and its words for what went wrong. */
final class FabricFunctions extends FunctionTable {

    final MemorySegment load = required("gpucomm_fabric_load");
    final MemorySegment version = required("gpucomm_fabric_version");
    final MemorySegment domains = required("gpucomm_fabric_domains");
    final MemorySegment copyBy = required("gpucomm_fabric_copy_by");
    final MemorySegment railOpen = required("gpucomm_rail_open");
    final MemorySegment railClose = required("gpucomm_rail_close");
    final MemorySegment railAddress = required("gpucomm_rail_address");
    final MemorySegment railPeer = required("gpucomm_rail_peer");
    final MemorySegment railRegister = required("gpucomm_rail_register");
    final MemorySegment drive = required("gpucomm_drive");
    final MemorySegment await = required("gpucomm_await");
    final MemorySegment pingPong = required("gpucomm_ping_pong");
    final MemorySegment fill = required("gpucomm_fill");
    final MemorySegment wrongBytes = required("gpucomm_wrong_bytes");
    private final MemorySegment error = required("gpucomm_fabric_error");
    private final MemorySegment railError = required("gpucomm_rail_error");

    FabricFunctions(NativeLibrary library) {
        super(library);
    }

    void check(String call, int code) {
        check(call, code, () -> "");
    }

    /** @param advice what to do about it, behind the library's own words */
    void check(String call, int code, Supplier<String> advice) {
        if (code != 0) {
            throw new NativeCallException(Fabric.NAME, call, code, Downcall.text(error, 0) + advice.get());
        }
    }

    void check(String call, String where, long rail, int code) {
        if (code != 0) {
            throw new NativeCallException(Fabric.NAME, call, where, code, Downcall.text(railError, rail));
        }
    }
}
