package org.gpucomm.runner.output;

import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.results.format.Entry.Fact;
import org.gpucomm.runner.fingerprint.Fingerprint;
import org.gpucomm.runner.output.Heading.Parameters;
import org.gpucomm.runner.output.Heading.RankLine;
import org.gpucomm.runner.output.SizeResult.Block;
import org.gpucomm.runner.output.SizeResult.Spread;
import org.jspecify.annotations.Nullable;

/** A benchmark whose numbers follow from the size, so that a test can compute them again. */
public final class Example {

    public static final Parameters PARAMETERS = new Parameters(1, 2, 1024, 1048576, "2(factor)", 5, 20, 1, true, 0);

    private Example() {}

    public static Heading heading() {
        return heading(Operation.ALL_REDUCE, "node-0.cluster.local", "NVIDIA H200", null);
    }

    public static Heading heading(Operation operation, String host, String gpu, @Nullable String settings) {
        var ranks = IntStream.range(0, 2)
                .mapToObj(rank -> new RankLine(rank, 0, 4000, host, rank, "0000:0" + rank + ":00", gpu)).toList();
        return new Heading(operation, ranks, PARAMETERS, new Stack("gpucomm", "0.1.0", "nccl", "2.28.3"),
                new Platform("p5en.48xlarge", gpu, 1, 2), new Fingerprint(List.of(new Fact("driver", "580.1"))),
                settings,
                null);
    }

    public static Heading unchecked() {
        var checked = heading();
        return new Heading(checked.operation(), checked.ranks(),
                new Parameters(1, 2, 1024, 1048576, "2(factor)", 5, 20, 1, false, 0), checked.stack(),
                checked.platform(), checked.fingerprint(), null, "this build has no kernels");
    }

    /** Both placements; out of place takes {@link #micros} and in place 1 µs more. */
    public static SizeResult size(long bytes) {
        return size(bytes, 0L);
    }

    public static SizeResult size(long bytes, @Nullable Long wrong) {
        return new SizeResult(bytes, bytes / 4, "float", "sum", -1, List.of(
                block(Placement.OUT_OF_PLACE, bytes, micros(bytes), wrong),
                block(Placement.IN_PLACE, bytes, micros(bytes) + 1, wrong)));
    }

    public static double micros(long bytes) {
        return 8.125 + bytes / 300e3;
    }

    private static Block block(Placement placement, long bytes, double micros, @Nullable Long wrong) {
        double algbw = bytes / micros / 1e3;
        return new Block(placement, micros, algbw, algbw, wrong,
                new Spread(micros - 1, micros, micros + 2, micros + 3, 1, 20));
    }
}
