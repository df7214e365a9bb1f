package org.gpucomm.runner.ffi;

import java.lang.foreign.MemorySegment;
import java.util.Optional;

/** The functions of a library, a field each under its name in C. */
public abstract class FunctionTable {

    public final NativeLibrary library;

    protected FunctionTable(NativeLibrary library) {
        this.library = library;
    }

    /**
     * Returns the first of these functions that the library has.
     *
     * @throws UnsatisfiedLinkError naming library, file and function, if it has none
     */
    protected final MemorySegment required(String... names) {
        return library.address(names);
    }

    /** Returns a function that not every version of the library has. */
    protected final Optional<MemorySegment> optional(String... names) {
        return library.find(names);
    }
}
