package org.gpucomm.runner.output;

import java.util.List;

import org.gpucomm.results.Placement;
import org.jspecify.annotations.Nullable;

/**
 * What was measured at one size.
 *
 * @param bytes  nccl-tests' column {@code size}
 * @param count  nccl-tests' column {@code count}, elements
 * @param root   -1 where the operation has none
 * @param blocks one for each placement that was measured
 */
public record SizeResult(long bytes, long count, String datatype, String redop, int root, List<Block> blocks) {

    public SizeResult {
        blocks = List.copyOf(blocks);
    }

    /**
     * @param timeUs µs of one operation: the mean over the batch, combined over ranks
     * @param algbw  GB/s
     * @param busbw  GB/s; NaN where the operation has none
     * @param wrong  wrong elements; null = not checked
     */
    public record Block(Placement placement, double timeUs, double algbw, double busbw, @Nullable Long wrong,
            @Nullable Spread spread) {}

    /**
     * Times of single iterations on the devices, µs, each that of its slowest rank.
     *
     * @param slowestRank the rank that was the slowest most often
     */
    public record Spread(double minUs, double p50Us, double p99Us, double maxUs, int slowestRank, int iterations) {}
}
