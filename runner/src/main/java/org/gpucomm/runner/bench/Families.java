package org.gpucomm.runner.bench;

import java.util.List;

import org.gpucomm.runner.fabric.FabricFamily;
import org.gpucomm.runner.jacobi.JacobiFamily;
import org.gpucomm.runner.nccl.NcclFamily;
import org.gpucomm.runner.nvlink.NvlinkFamily;
import org.gpucomm.runner.nvshmem.NvshmemFamily;
import org.gpucomm.runner.proxy.ProxyFamily;
import org.gpucomm.runner.rig.Family;

/** Families of benchmarks that {@code bench} can run, in the order of {@link org.gpucomm.results.Bench#ALL}. */
public final class Families {

    /** All families; the first is the default. */
    public static final List<Family> ALL = List.of(new NcclFamily(), new NvlinkFamily(), new NvshmemFamily(),
            new JacobiFamily(), new FabricFamily(), new ProxyFamily());

    private Families() {}
}
