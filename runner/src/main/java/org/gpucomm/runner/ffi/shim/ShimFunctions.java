package org.gpucomm.runner.ffi.shim;

import org.gpucomm.runner.ffi.FunctionTable;

/** What every shim has, by the C ABI of {@code native/include/gpucomm.h}. */
interface ShimFunctions extends FunctionTable {

    /** GPUCOMM_ABI_VERSION of native/include/gpucomm.h. */
    int ABI_VERSION = 4;

    int gpucomm_abi_version();

    /** @throws UnsatisfiedLinkError if the shim was built for another version of this program */
    default void requireAbi() {
        int version = gpucomm_abi_version();
        if (version != ABI_VERSION) {
            throw new UnsatisfiedLinkError(library().path() + " is of ABI " + version + ", this gpucomm needs "
                    + ABI_VERSION + ": build it anew");
        }
    }
}
