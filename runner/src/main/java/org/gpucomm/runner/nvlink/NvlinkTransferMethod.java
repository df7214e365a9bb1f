package org.gpucomm.runner.nvlink;

import java.util.Arrays;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.gpu.Grid;

/** Method of transferring data: a kernel of {@code native/kernels}, or a copy engine. */
enum NvlinkTransferMethod {
    /** Threads copy 16 bytes at a time. */
    KERNEL("kernel", "gpucomm_copy16", 1, 1024),
    /** Threads copy 4 bytes at a time. */
    KERNEL4("kernel4", "gpucomm_copy4", 1, 1024),
    /** One thread of each block issues bulk copies through shared memory. */
    BULK("bulk", "gpucomm_copy_bulk", 16, 1024),
    COPY_ENGINE("copy_engine", "", 1, 0),
    /** Round trip of four bytes; the latency is half of its time. */
    PING("ping", "gpucomm_ping", 4, 0),
    /** All-to-all of lines whose last word marks their arrival. */
    MARKED("marked", "gpucomm_alltoall_marked", 4, 1024),
    /** All-to-all in which each block copies a slice and marks it. */
    BLOCKS("blocks", "gpucomm_alltoall_blocks", 16, 512);

    private final String text;
    private final String kernel;
    private final int unit;
    private final int mostThreads;

    NvlinkTransferMethod(String text, String kernel, int unit, int mostThreads) {
        this.text = text;
        this.kernel = kernel;
        this.unit = unit;
        this.mostThreads = mostThreads;
    }

    /** Returns the methods of an operation, in display order. */
    static List<NvlinkTransferMethod> of(Operation operation) {
        return switch (operation) {
            case ALLTOALL -> List.of(MARKED, BLOCKS, COPY_ENGINE);
            case WRITE -> List.of(KERNEL, KERNEL4, BULK, COPY_ENGINE, PING);
            default -> List.of(KERNEL, KERNEL4, BULK, COPY_ENGINE);
        };
    }

    /** Returns the name, used on the command line and in the column {@code variant}. */
    String text() {
        return text;
    }

    /** Returns the name of the kernel; empty if there is none. */
    String kernel() {
        return kernel;
    }

    /** Returns the number of bytes that must divide each size. */
    int unit() {
        return unit;
    }

    /** Returns whether the user can choose the blocks and threads of the launch. */
    boolean hasGrid() {
        return mostThreads > 0;
    }

    /** Returns the maximum number of threads of a block for which the kernel is compiled. */
    int mostThreads() {
        return mostThreads;
    }

    /** Returns the grids to try if none is given, for a number of multiprocessors. */
    List<Grid> grids(int multiprocessors) {
        var grids = switch (this) {
            case KERNEL, KERNEL4 -> List.of(new Grid(8, 512), new Grid(16, 512), new Grid(32, 512), new Grid(64, 512),
                    new Grid(multiprocessors, 512), new Grid(multiprocessors, 1024));
            case BULK -> List.of(new Grid(16, 32), new Grid(64, 32), new Grid(multiprocessors, 32));
            case MARKED -> List.of(new Grid(1, 256), new Grid(8, 512), new Grid(64, 128), new Grid(64, 512));
            case BLOCKS -> List.of(new Grid(1, 512), new Grid(8, 256), new Grid(32, 512), new Grid(64, 512),
                    new Grid(128, 512));
            case COPY_ENGINE, PING -> List.<Grid>of();
        };
        return Grid.within(multiprocessors, grids);
    }

    /** Returns whether blocks wait for those of peers, so that all blocks must run at once. */
    boolean waitsForBlocks() {
        return Arrays.asList(MARKED, BLOCKS).contains(this);
    }
}
