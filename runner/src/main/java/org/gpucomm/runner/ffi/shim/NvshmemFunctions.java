package org.gpucomm.runner.ffi.shim;

import java.lang.foreign.MemorySegment;

/** Functions of {@code native/shim/nvshmem}. */
interface NvshmemFunctions extends ShimFunctions {

    MemorySegment gpucomm_nvshmem_error();
    int gpucomm_nvshmem_id_bytes(MemorySegment bytes);
    int gpucomm_nvshmem_id(MemorySegment id, long heap);
    int gpucomm_nvshmem_join(MemorySegment id, long rank, long ranks, long device, long heap);
    int gpucomm_nvshmem_leave();
    int gpucomm_nvshmem_version(MemorySegment compiled, MemorySegment loaded);
    int gpucomm_nvshmem_allocate(long bytes, MemorySegment address);
    int gpucomm_nvshmem_free(long address);
    int gpucomm_nvshmem_barrier(long stream);
    int gpucomm_nvshmem_alltoall(long to, long from, long bytes, long stream);
    int gpucomm_nvshmem_fcollect(long to, long from, long bytes, long stream);
    int gpucomm_nvshmem_broadcast(long to, long from, long bytes, long root, long stream);
    int gpucomm_nvshmem_reduce(long to, long from, long count, long type, long stream);
    int gpucomm_nvshmem_device_alltoall(long way, long to, long from, long share, long signals, long mostBlocks,
            long first, long repeats, long blocks, long threads, long deadline, long lost, long stream);
    int gpucomm_nvshmem_device_rma(long gets, long scope, long to, long from, long bytes, long peer, long repeats,
            long each, long blocks, long threads, long stream);
    int gpucomm_nvshmem_device_put_signal(long scope, long to, long from, long bytes, long signal, long peer,
            long starts, long first, long rounds, long deadline, long lost, long stream);
    int gpucomm_nvshmem_jacobi(long way, long from, long to, long pitch, long nx, long rows, long norm, long spread,
            long aboveRow, long belowRow, long signals, long number, long above, long below, long deadline,
            long lost, long stream);
}
