package org.gpucomm.runner.ffi.shim;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

import org.gpucomm.runner.ffi.NativeCallException;
import org.gpucomm.runner.ffi.NativeLibrary;

/** The addresses of the shim's functions, and its words for what went wrong. */
final class FabricFunctions {

    final MemorySegment load;
    final MemorySegment version;
    final MemorySegment domains;
    final MemorySegment railOpen;
    final MemorySegment railClose;
    final MemorySegment railAddress;
    final MemorySegment railPeer;
    final MemorySegment railRegister;
    final MemorySegment drive;
    final MemorySegment await;
    final MemorySegment pingPong;
    final MethodHandle fill;
    final MethodHandle wrongBytes;
    private final MethodHandle error;
    private final MethodHandle railError;

    FabricFunctions(NativeLibrary library) {
        load = library.address("gpucomm_fabric_load");
        version = library.address("gpucomm_fabric_version");
        domains = library.address("gpucomm_fabric_domains");
        railOpen = library.address("gpucomm_rail_open");
        railClose = library.address("gpucomm_rail_close");
        railAddress = library.address("gpucomm_rail_address");
        railPeer = library.address("gpucomm_rail_peer");
        railRegister = library.address("gpucomm_rail_register");
        drive = library.address("gpucomm_drive");
        await = library.address("gpucomm_await");
        pingPong = library.address("gpucomm_ping_pong");
        var stretch = new MemoryLayout[]{ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG};
        fill = library.function(FunctionDescriptor.ofVoid(stretch), "gpucomm_fill");
        wrongBytes = library.function(FunctionDescriptor.of(ValueLayout.JAVA_LONG, stretch), "gpucomm_wrong_bytes");
        error = library.function(FunctionDescriptor.of(ADDRESS), "gpucomm_fabric_error");
        railError = library.function(FunctionDescriptor.of(ADDRESS, ValueLayout.JAVA_LONG), "gpucomm_rail_error");
    }

    void check(String call, int code) {
        if (code != 0) {
            throw new NativeCallException(Fabric.NAME, call, code, words(error));
        }
    }

    void check(String call, String where, long rail, int code) {
        if (code != 0) {
            throw new NativeCallException(Fabric.NAME, call, where, code, railWords(rail));
        }
    }

    private static String words(MethodHandle function) {
        MemorySegment text;
        try {
            text = (MemorySegment) function.invokeExact();
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
        return NativeLibrary.string(text);
    }

    private String railWords(long rail) {
        MemorySegment text;
        try {
            text = (MemorySegment) railError.invokeExact(rail);
        } catch (Throwable t) {
            throw new AssertionError(t);
        }
        return NativeLibrary.string(text);
    }
}
