package org.gpucomm.runner.bench;

import java.util.List;

import org.gpucomm.results.Bench;
import org.gpucomm.runner.fabric.FabricFamily;
import org.gpucomm.runner.jacobi.JacobiFamily;
import org.gpucomm.runner.nccl.NcclFamily;
import org.gpucomm.runner.nvlink.NvlinkFamily;
import org.gpucomm.runner.nvshmem.NvshmemFamily;
import org.gpucomm.runner.proxy.ProxyFamily;
import org.gpucomm.runner.rig.Family;

/** Everything that bench can run. The families are those of {@link org.gpucomm.results.Bench#ALL}, in that order. */
public final class Families {

    /** The first is the one that is meant where none is named. */
    public static final List<Family> ALL = List.of(new NcclFamily(), new NvlinkFamily(), new NvshmemFamily(),
            new JacobiFamily(), new FabricFamily(), new ProxyFamily());

    private Families() {}
}
