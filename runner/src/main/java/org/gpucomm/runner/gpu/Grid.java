package org.gpucomm.runner.gpu;

import java.util.ArrayList;
import java.util.List;

/** How a kernel is launched. */
public record Grid(int blocks, int threads) {

    private static final List<Integer> SWEPT_BLOCKS = List.of(1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 112, 128,
            Integer.MAX_VALUE);
    private static final List<Integer> SWEPT_THREADS = List.of(128, 256, 512, 1024);

    /** Returns the grids with no more blocks than that, each once. */
    public static List<Grid> within(int mostBlocks, List<Grid> grids) {
        return grids.stream().map(grid -> new Grid(Math.min(grid.blocks, mostBlocks), grid.threads)).distinct()
                .toList();
    }

    /** Returns what is tried when the best of all is to be found: from one block to all of them. */
    public static List<Grid> sweep(int mostBlocks, int mostThreads) {
        var all = new ArrayList<Grid>();
        for (int threads : SWEPT_THREADS) {
            for (int blocks : SWEPT_BLOCKS) {
                if (threads <= mostThreads) {
                    all.add(new Grid(blocks, threads));
                }
            }
        }
        return within(mostBlocks, all);
    }

    @Override
    public String toString() {
        return blocks + " blocks of " + threads + " threads";
    }
}
