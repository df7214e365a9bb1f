package org.gpucomm.runner.jacobi;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.CudaDriver;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.rig.Family;

/** Family that measures Jacobi's method over several GPUs. A seat is a GPU. */
public final class JacobiFamily implements Family {

    @Override
    public Bench about() {
        return Bench.JACOBI;
    }

    @Override
    public List<String> missing(LibrarySearch search) {
        var missing = new ArrayList<String>();
        if (CudaDriver.load(search) instanceof Availability.Absent<CudaDriver> absent) {
            missing.add(absent.name() + ": " + String.join("; ", absent.reasons()));
        }
        if (KernelImage.of("jacobi", search.environment()) instanceof KernelImage.Absent absent) {
            missing.add("kernels: " + absent.why());
        }
        return missing;
    }

    @Override
    public Options options() {
        return new JacobiOptions();
    }
}
