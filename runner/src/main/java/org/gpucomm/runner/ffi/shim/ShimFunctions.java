package org.gpucomm.runner.ffi.shim;

import org.gpucomm.runner.ffi.FunctionTable;

/** Functions of every shim, declared in {@code native/include/gpucomm.h}. */
interface ShimFunctions extends FunctionTable {

    /** GPUCOMM_ABI_VERSION of native/include/gpucomm.h. */
    int ABI_VERSION = 4;

    int gpucomm_abi_version();

    /** Throws an {@link UnsatisfiedLinkError} if the shim has another ABI version. */
    default void requireAbi() {
        int version = gpucomm_abi_version();
        if (version != ABI_VERSION) {
            throw new UnsatisfiedLinkError(library().path() + " is of ABI " + version + ", this gpucomm needs "
                    + ABI_VERSION + ": build it again");
        }
    }
}
