package org.gpucomm.runner.ffi.shim;

import org.gpucomm.runner.ffi.Downcall;
import org.gpucomm.runner.ffi.NativeLibrary;

/** The C ABI between this program and its shims. */
final class Abi {

    /** GPUCOMM_ABI_VERSION of native/include/gpucomm.h. */
    private static final int VERSION = 4;

    private Abi() {}

    /** @throws UnsatisfiedLinkError if the shim was built for another version of this program */
    static void require(NativeLibrary shim) {
        int version = Downcall.call(shim.address("gpucomm_abi_version"));
        if (version != VERSION) {
            throw new UnsatisfiedLinkError(shim.path() + " is of ABI " + version + ", this gpucomm needs " + VERSION
                    + ": build it anew");
        }
    }
}
