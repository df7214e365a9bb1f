package org.gpucomm.runner.bench;

import java.util.List;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.fabric.FabricOptions;
import org.gpucomm.runner.jacobi.JacobiOptions;
import org.gpucomm.runner.nccl.NcclOptions;
import org.gpucomm.runner.nvlink.NvlinkOptions;
import org.gpucomm.runner.nvshmem.NvshmemOptions;
import org.gpucomm.runner.proxy.ProxyOptions;
import org.gpucomm.runner.rig.Family;

/** Families of benchmarks that {@code bench} can run, in the order of {@link Bench#ALL}. */
public final class Families {

    /** All families; the first is the default. */
    public static final List<Family> ALL = List.of(new Family(Bench.NCCL, NcclOptions::new),
            new Family(Bench.NVLINK, NvlinkOptions::new), new Family(Bench.NVSHMEM, NvshmemOptions::new),
            new Family(Bench.JACOBI, JacobiOptions::new), new Family(Bench.FABRIC, FabricOptions::new),
            new Family(Bench.PROXY, ProxyOptions::new));

    private Families() {}
}
