package org.gpucomm.runner.gpu;

import static org.gpucomm.runner.rig.ProtocolOptions.atLeast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options of families that launch gpucomm's own kernels: grids and timeout. A picocli mixin. */
public final class GridOptions {

    private static final int MOST_BLOCKS = 1024;
    private static final int MOST_THREADS = 1024;

    @Option(names = "--blocks", paramLabel = "LIST", split = ",",
            description = "Blocks of a kernel, one row each. Default: several are tried, the fastest is measured")
    private @Nullable List<Integer> blocks;

    @Option(names = "--block-threads", paramLabel = "LIST", split = ",",
            description = "Threads of a block, with --blocks. Default: 512")
    private @Nullable List<Integer> threads;

    @Option(names = "--best",
            description = "Sweeps blocks and threads for each size and measures the fastest, not only of a few grids.")
    private boolean best;

    @Option(names = "--launch-each", description = "Launches a kernel for each operation. Default: one for the batch")
    private boolean each;

    @Option(names = "--lost-after", paramLabel = "SECONDS", defaultValue = "5",
            description = "A GPU that waits this long for another gives up. Default: ${DEFAULT-VALUE}")
    private int lostAfter;

    /** Throws an {@link IllegalArgumentException} that names the option if one is invalid. */
    public void check() {
        grids();
        best();
        lostAfter();
    }

    /** Returns how a grid is chosen if none is given, as stored in the results. */
    public String choice() {
        return best ? "best" : "fastest";
    }

    /** Returns whether each operation is launched separately. */
    public boolean each() {
        return each;
    }

    /** Returns whether to search all grids for the fastest. */
    public boolean best() {
        if (best && blocks != null) {
            throw new IllegalArgumentException("--best and --blocks exclude each other");
        }
        return best;
    }

    /** Returns the time that a GPU waits for another before giving up. */
    public Duration lostAfter() {
        return Duration.ofSeconds(atLeast("--lost-after", 1, lostAfter));
    }

    /**
     * Returns the requested grids; empty if the fastest of a few is to be chosen.
     *
     * @throws IllegalArgumentException if an option is invalid; the message names the option
     */
    public List<Grid> grids() {
        if (blocks == null) {
            if (threads != null) {
                throw new IllegalArgumentException("--block-threads goes with --blocks");
            }
            return List.of();
        }
        var grids = new ArrayList<Grid>();
        for (int many : blocks) {
            for (int of : threads == null ? List.of(512) : threads) {
                if (of % 32 != 0) {
                    throw new IllegalArgumentException("--block-threads must be multiples of 32, was " + of);
                }
                grids.add(new Grid(atMost("--blocks", MOST_BLOCKS, atLeast("--blocks", 1, many)),
                        atMost("--block-threads", MOST_THREADS, atLeast("--block-threads", 32, of))));
            }
        }
        return grids;
    }

    private static int atMost(String option, int most, int value) {
        if (value > most) {
            throw new IllegalArgumentException(option + " must be at most " + most + ", was " + value);
        }
        return value;
    }
}
