package org.gpucomm.runner.gpu;

import java.util.ArrayList;
import java.util.List;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Outcome;
import org.gpucomm.runner.rig.Session;
import org.gpucomm.runner.rig.Times;
import org.jspecify.annotations.Nullable;

/** Launch configuration of a kernel. */
public record Grid(int blocks, int threads) {

    private static final List<Integer> SWEPT_BLOCKS = List.of(1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 112, 128,
            Integer.MAX_VALUE);
    private static final List<Integer> SWEPT_THREADS = List.of(128, 256, 512, 1024);

    /** Returns the grids with the number of blocks limited to {@code mostBlocks}, without duplicates. */
    public static List<Grid> within(int mostBlocks, List<Grid> grids) {
        return grids.stream().map(grid -> new Grid(Math.min(grid.blocks, mostBlocks), grid.threads)).distinct()
                .toList();
    }

    /** Returns the grids of an exhaustive search for the fastest, from one block to {@code mostBlocks}. */
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

    /**
     * Returns the requested grid, after checking that all its blocks can run at once; null if none was requested.
     *
     * @param mostBlocks maximum number of blocks that run at once
     * @throws IllegalArgumentException if the grid has more blocks
     */
    public static @Nullable Grid atOnce(@Nullable Grid asked, int mostBlocks) {
        if (asked != null && asked.blocks > mostBlocks) {
            throw new IllegalArgumentException("--blocks " + asked.blocks
                    + ": the blocks of an alltoall wait for those of other GPUs, so that all must run at once; this GPU has "
                    + mostBlocks + " multiprocessors");
        }
        return asked;
    }

    /** Returns the outcome with the blocks and threads reported by {@link Session#measured} of rank 0. */
    public static Outcome withChosenGrid(Outcome outcome, Times times) {
        var chosen = times.ranks().getFirst();
        return outcome.withMetrics(outcome.metrics().with(NamedValues.of("blocks", "" + (int) chosen[0])
                .with("threads", "" + (int) chosen[1])));
    }

    @Override
    public String toString() {
        return blocks + " blocks of " + threads + " threads";
    }
}
