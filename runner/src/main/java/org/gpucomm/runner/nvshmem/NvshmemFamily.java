package org.gpucomm.runner.nvshmem;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.CudaDriver;
import org.gpucomm.runner.ffi.shim.NvshmemShim;
import org.gpucomm.runner.rig.Family;

/** Family that measures operations of NVSHMEM called by the host or the device. A seat is a GPU, with a process of its own. */
public final class NvshmemFamily implements Family {

    @Override
    public Bench about() {
        return Bench.NVSHMEM;
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
                    missing.add("two GPUs, here or on several hosts: this host shows " + gpus);
                }
            }
        }
        if (NvshmemShim.load(search) instanceof Availability.Absent<NvshmemShim> absent) {
            missing.add(absent.name() + ": " + String.join("; ", absent.reasons()));
        }
        return missing;
    }

    @Override
    public Options options() {
        return new NvshmemOptions();
    }
}
