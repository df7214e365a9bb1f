package org.gpucomm.runner.nvlink;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.gpu.Grid;

/** Mover of the data: a kernel of {@code native/kernels}, or a copy engine. */
enum NvlinkTransferMethod {
    /** Threads copy 16 bytes at a time. */
    KERNEL("kernel", "gpucomm_copy16", 1, 1024),
    /** Threads copy 4 bytes at a time. */
    KERNEL4("kernel4", "gpucomm_copy4", 1, 1024),
    /** One thread of a block asks for bulk copies through shared memory. */
    BULK("bulk", "gpucomm_copy_bulk", 16, 1024),
    COPY_ENGINE("copy_engine", "", 1, 0),
    /** Four bytes there and four back; half the time is the latency. */
    PING("ping", "gpucomm_ping", 4, 0),
    /** An all-to-all of lines whose last word is the mark of arrival. */
    MARKED("marked", "gpucomm_alltoall_marked", 4, 1024),
    /** An all-to-all whose blocks each copy a slice and mark it. */
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

    /** Returns the ways to do an operation, in the order in which they are shown. */
    static List<NvlinkTransferMethod> of(Operation operation) {
        return switch (operation) {
            case ALLTOALL -> List.of(MARKED, BLOCKS, COPY_ENGINE);
            case WRITE -> List.of(KERNEL, KERNEL4, BULK, COPY_ENGINE, PING);
            default -> List.of(KERNEL, KERNEL4, BULK, COPY_ENGINE);
        };
    }

    static Optional<NvlinkTransferMethod> ofText(String text, Operation operation) {
        return of(operation).stream().filter(method -> method.text.equals(text)).findFirst();
    }

    static List<String> texts(Operation operation) {
        return of(operation).stream().map(NvlinkTransferMethod::text).toList();
    }

    /** Returns the name on the command line and in the column {@code variant}. */
    String text() {
        return text;
    }

    /** Returns the kernel's name; empty where there is none. */
    String kernel() {
        return kernel;
    }

    /** Returns what a size must be a multiple of, bytes. */
    int unit() {
        return unit;
    }

    /** Returns whether the user may choose blocks and threads of its launch. */
    boolean hasGrid() {
        return mostThreads > 0;
    }

    /** Returns the most threads of a block that the kernel is compiled for. */
    int mostThreads() {
        return mostThreads;
    }

    /** Returns grids that are tried when none is asked for, on a GPU of this many multiprocessors. */
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

    /** Returns whether its blocks wait for those of the peers, so that all must run at once. */
    boolean waitsForBlocks() {
        return Arrays.asList(MARKED, BLOCKS).contains(this);
    }
}
