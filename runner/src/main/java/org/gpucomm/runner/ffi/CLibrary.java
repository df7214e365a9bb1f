package org.gpucomm.runner.ffi;

import java.lang.foreign.MemorySegment;

/** Functions of the C library, which every process has loaded. */
interface CLibrary extends FunctionTable {

    CLibrary C = NativeLibrary.ofTheProcess().functions(CLibrary.class);

    MemorySegment dlopen(MemorySegment file, int mode);
    MemorySegment dlerror();
    int sigaction(int signal, MemorySegment action, MemorySegment old);
    int setenv(MemorySegment name, MemorySegment value, int overwrite);
    void _exit(int status);
}
