package org.gpucomm.runner.benchmark;

import org.gpucomm.runner.ffi.NcclReduction;
import org.gpucomm.runner.ffi.NcclType;

/**
 * One operation at one size, as one rank does it.
 *
 * @param reductionCode as the communicator knows it
 * @param root          0 where the operation has none
 */
record Work(Layout layout, NcclType type, NcclReduction reduction, int reductionCode, int root, int rank, int ranks) {

    long count() {
        return layout.count();
    }

    int typeCode() {
        return type.code();
    }

    int elementBytes() {
        return type.bytes();
    }

    long bytes(long elements) {
        return elements * type.bytes();
    }

    /** Size of the larger buffer. */
    long messageBytes() {
        return bytes(layout.largest());
    }
}
