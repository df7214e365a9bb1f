package org.gpucomm.runner.proxy;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.CudaDriver;
import org.gpucomm.runner.ffi.shim.ProxyShim;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.rig.Family;

/**
 * Family that measures the cost of a GPU's request to the CPU, and of a write by the CPU for the GPU. A seat is a GPU with its proxy
 * threads.
 */
public final class ProxyFamily implements Family {

    @Override
    public Bench about() {
        return Bench.PROXY;
    }

    @Override
    public List<String> missing(LibrarySearch search) {
        var missing = new ArrayList<String>();
        for (var each : List.of(CudaDriver.load(search), ProxyShim.load(search))) {
            if (each instanceof Availability.Absent<?> absent) {
                missing.add(absent.name() + ": " + String.join("; ", absent.reasons()));
            }
        }
        if (KernelImage.of("proxy", search.environment()) instanceof KernelImage.Absent absent) {
            missing.add("kernels: " + absent.why());
        }
        return missing;
    }

    @Override
    public Options options() {
        return new ProxyOptions();
    }
}
