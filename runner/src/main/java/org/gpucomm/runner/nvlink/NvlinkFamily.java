package org.gpucomm.runner.nvlink;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.CudaDriver;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.rig.Family;

/** Family that measures reads, writes and all-to-alls between the GPUs of a host without a communication library. A seat is a GPU. */
public final class NvlinkFamily implements Family {

    @Override
    public Bench about() {
        return Bench.NVLINK;
    }

    @Override
    public List<String> missing(LibrarySearch search) {
        var missing = new ArrayList<String>();
        switch (CudaDriver.load(search)) {
            case Availability.Absent<CudaDriver> absent -> missing.add(
                    absent.name() + ": " + String.join("; ", absent.reasons()));
            case Availability.Present<CudaDriver> driver -> {
                int gpus = driver.library().gpus().size();
                if (gpus < 2) {
                    missing.add("two GPUs: this host shows " + gpus);
                }
            }
        }
        Stream.of("copy", "alltoall", "check").map(name -> KernelImage.of(name, search.environment()))
                .filter(KernelImage.Absent.class::isInstance).findFirst()
                .ifPresent(absent -> missing.add("kernels: " + ((KernelImage.Absent) absent).why()));
        return missing;
    }

    @Override
    public Options options() {
        return new NvlinkOptions();
    }
}
