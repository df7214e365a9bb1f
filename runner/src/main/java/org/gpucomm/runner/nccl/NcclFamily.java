package org.gpucomm.runner.nccl;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.ffi.Availability;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.CudaDriver;
import org.gpucomm.runner.ffi.nccl.Nccl;
import org.gpucomm.runner.rig.Family;

/** Family that measures operations of NCCL. A seat is a GPU, driven by a thread of its own. */
public final class NcclFamily implements Family {

    @Override
    public Bench about() {
        return Bench.NCCL;
    }

    @Override
    public List<String> missing(LibrarySearch search) {
        var missing = new ArrayList<String>();
        for (var each : List.of(CudaDriver.load(search), Nccl.load(search))) {
            if (each instanceof Availability.Absent<?> absent) {
                missing.add(absent.name() + ": " + String.join("; ", absent.reasons()));
            }
        }
        return missing;
    }

    @Override
    public Options options() {
        return new NcclOptions();
    }
}
