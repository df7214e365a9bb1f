package org.gpucomm.runner.benchmark;

import org.gpucomm.runner.ffi.Cuda;
import org.gpucomm.runner.ffi.NcclLibrary;

/** What a benchmark runs on. */
record Libraries(Cuda cuda, NcclLibrary nccl, KernelImage kernels) {}
