package org.gpucomm.runner.ffi.cuda;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;

import java.lang.foreign.Arena;

/**
 * Access of one GPU to the memory of others: by peer access within this process, by IPC handles between processes of this host. Only the
 * thread of the device may use it.
 */
public final class PeerMemory {

    /** CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS of cuda.h, the only flag that exists. */
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
        device.check("cuDeviceCanAccessPeer", cuda.cuDeviceCanAccessPeer(device.out(), device.ordinal(), ordinal));
        return device.out().get(JAVA_INT, 0) != 0;
    }

    /** Enables the GPU to access the memory of another GPU of this process, at the same addresses as that GPU. */
    public void reach(int ordinal) {
        device.check("cuDevicePrimaryCtxRetain", cuda.cuDevicePrimaryCtxRetain(device.out(), ordinal));
        int code = cuda.cuCtxEnablePeerAccess(device.result(), 0);
        device.check("cuDevicePrimaryCtxRelease", cuda.cuDevicePrimaryCtxRelease(ordinal));
        device.check("cuCtxEnablePeerAccess for GPU " + ordinal, code == ALREADY_ENABLED ? 0 : code);
    }

    /** Returns the handle by which another process maps an allocation of this GPU; the address must be the start of the allocation. */
    public byte[] handle(long address) {
        try (var arena = Arena.ofConfined()) {
            var handle = arena.allocate(CudaFunctions.IPC_HANDLE_BYTES);
            device.check("cuIpcGetMemHandle", cuda.cuIpcGetMemHandle(handle, address));
            return handle.toArray(JAVA_BYTE);
        }
    }

    /** Maps an allocation of another process of this host and returns its address in this process. */
    public long map(byte[] handle) {
        try (var arena = Arena.ofConfined()) {
            var value = arena.allocateFrom(JAVA_BYTE, handle);
            device.check("cuIpcOpenMemHandle", cuda.cuIpcOpenMemHandle_v2(device.out(), value, LAZY_PEER_ACCESS));
            return device.result();
        }
    }

    /** Unmaps an address that {@link #map} returned. Work that uses the memory must be complete. */
    public void unmap(long address) {
        device.check("cuIpcCloseMemHandle", cuda.cuIpcCloseMemHandle(address));
    }
}
