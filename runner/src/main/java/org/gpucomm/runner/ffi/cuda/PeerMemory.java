package org.gpucomm.runner.ffi.cuda;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.invoke.MethodHandle;

import org.gpucomm.runner.ffi.Downcall;

/**
 * Access of one GPU to the memory of others: in this process by peer access, in other processes of this host by handles. Only the
 * thread of the device may call it.
 */
public final class PeerMemory {

    /** CU_IPC_HANDLE_SIZE of cuda.h. */
    private static final int HANDLE_BYTES = 64;
    private static final StructLayout HANDLE = MemoryLayout
            .structLayout(MemoryLayout.sequenceLayout(HANDLE_BYTES, JAVA_BYTE));
    /** CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS of cuda.h, the only flag there is. */
    private static final int LAZY_PEER_ACCESS = 1;
    /** CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED of cuda.h. */
    private static final int ALREADY_ENABLED = 704;

    private final Device device;
    private final CudaFunctions cuda;

    PeerMemory(Device device, CudaFunctions cuda) {
        this.device = device;
        this.cuda = cuda;
    }

    /** Returns whether the GPU can read and write the memory of another GPU of this process. */
    public boolean reaches(int ordinal) {
        try (var arena = Arena.ofConfined()) {
            var can = arena.allocate(JAVA_INT);
            device.check("cuDeviceCanAccessPeer", Downcall.call(cuda.library.address("cuDeviceCanAccessPeer"),
                    can.address(), device.ordinal(), ordinal));
            return can.get(JAVA_INT, 0) != 0;
        }
    }

    /** Lets the GPU read and write the memory of another GPU of this process, at that GPU's own addresses. */
    public void reach(int ordinal) {
        try (var arena = Arena.ofConfined()) {
            var context = arena.allocate(JAVA_LONG);
            device.check("cuDevicePrimaryCtxRetain",
                    Downcall.call(cuda.cuDevicePrimaryCtxRetain, context.address(), ordinal));
            int code = Downcall.call(cuda.library.address("cuCtxEnablePeerAccess"), context.get(JAVA_LONG, 0), 0);
            device.check("cuDevicePrimaryCtxRelease", Downcall.call(cuda.cuDevicePrimaryCtxRelease, ordinal));
            device.check("cuCtxEnablePeerAccess for GPU " + ordinal, code == ALREADY_ENABLED ? 0 : code);
        }
    }

    /** Returns what another process needs to map an allocation of this GPU; the address is that of a whole allocation. */
    public byte[] handle(long address) {
        try (var arena = Arena.ofConfined()) {
            var handle = arena.allocate(HANDLE);
            device.check("cuIpcGetMemHandle",
                    Downcall.call(cuda.library.address("cuIpcGetMemHandle"), handle.address(), address));
            return handle.toArray(JAVA_BYTE);
        }
    }

    /** Maps an allocation of another process of this host. Returns its address here, for {@link #unmap}. */
    public long map(byte[] handle) {
        try (var arena = Arena.ofConfined()) {
            var out = arena.allocate(JAVA_LONG);
            var value = arena.allocate(HANDLE);
            MemorySegment.copy(handle, 0, value, JAVA_BYTE, 0, HANDLE_BYTES);
            device.check("cuIpcOpenMemHandle",
                    Open.call(cuda.library.address("cuIpcOpenMemHandle_v2"), out.address(), value));
            return out.get(JAVA_LONG, 0);
        }
    }

    /** Unmaps what {@link #map} mapped. Work that uses it must be complete. */
    public void unmap(long address) {
        device.check("cuIpcCloseMemHandle",
                Downcall.call(cuda.library.address("cuIpcCloseMemHandle"), address));
    }

    /** cuIpcOpenMemHandle's shape: the handle is a struct and goes by value. */
    private static final class Open {

        private static final MethodHandle HANDLE_BY_VALUE = downcall();

        @SuppressWarnings("restricted")
        private static MethodHandle downcall() {
            return Linker.nativeLinker()
                    .downcallHandle(FunctionDescriptor.of(JAVA_INT, JAVA_LONG, HANDLE, JAVA_INT));
        }

        static int call(MemorySegment function, long out, MemorySegment handle) {
            try {
                return (int) HANDLE_BY_VALUE.invokeExact(function, out, handle, LAZY_PEER_ACCESS);
            } catch (Throwable t) {
                throw new AssertionError(t);
            }
        }
    }
}
