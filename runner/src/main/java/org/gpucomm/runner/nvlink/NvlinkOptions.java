package org.gpucomm.runner.nvlink;

import static org.gpucomm.runner.rig.ProtocolOptions.atLeast;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.SizeOptions;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say how GPUs reach one another's memory. A picocli mixin. */
final class NvlinkOptions implements Family.Options {

    private static final int MOST_BLOCKS = 1024;

    @Mixin
    private SizeOptions sizes = new SizeOptions();

    @Mixin
    private GpuOptions gpus = new GpuOptions();

    @Option(names = "--ways", paramLabel = "LIST", defaultValue = "all",
            description = "write, read: kernel, kernel4, bulk, copy_engine; write also ping. alltoall: marked, blocks, "
                    + "copy_engine. Several by commas, or all. Default: ${DEFAULT-VALUE}")
    private String ways = "all";

    @Option(names = "--blocks", paramLabel = "LIST", split = ",",
            description = "Blocks of a kernel, one row each. Default: several are tried, the fastest is measured")
    private @Nullable List<Integer> blocks;

    @Option(names = "--block-threads", paramLabel = "LIST", split = ",",
            description = "Threads of a block, with --blocks. Default: 512")
    private @Nullable List<Integer> threads;

    @Option(names = "--pairs", paramLabel = "first|all|A-B,…", defaultValue = "first",
            description = "write, read: rank A reaches B's memory, pair after pair; first is 0-1, all is the matrix. "
                    + "Default: ${DEFAULT-VALUE}")
    private String pairs = "first";

    @Option(names = "--both", description = "write, read: both ranks of a pair reach the other's memory at once.")
    private boolean both;

    @Option(names = "--launch-each", description = "Launches a kernel for each operation. Default: one for the batch")
    private boolean each;

    @Option(names = "--lost-after", paramLabel = "SECONDS", defaultValue = "5",
            description = "A GPU that waits this long for another gives up. Default: ${DEFAULT-VALUE}")
    private int lostAfter;

    @Option(names = "--cuda-library", paramLabel = "FILE", description = "The CUDA driver to load (libcuda.so.1).")
    private @Nullable Path cuda;

    @Override
    public Family.Request request(Operation operation, Protocol protocol) {
        gpus.check();
        if (!Pair.isOption(pairs)) {
            throw new IllegalArgumentException(
                    "--pairs must be first, all or pairs such as 0-1,1-0, was '" + pairs + "'");
        }
        if (operation == Operation.ALLTOALL && (both || !pairs.equals("first"))) {
            throw new IllegalArgumentException("--pairs and --both are of write and read; an alltoall is between all");
        }
        return new NvlinkRequest(operation, protocol, sizes.sizes(), ways(operation), grids(), pairs, both, each,
                Duration.ofSeconds(atLeast("--lost-after", 1, lostAfter)), gpus, cuda);
    }

    private List<Way> ways(Operation operation) {
        if (ways.equals("all")) {
            return Way.of(operation);
        }
        return Arrays.stream(ways.split(",")).map(name -> Way.ofText(name.strip(), operation)
                .orElseThrow(() -> new IllegalArgumentException("there is no way '" + name + "' for " + operation.id()
                        + "; there are " + String.join(", ", Way.texts(operation)) + ", all")))
                .distinct().toList();
    }

    /** Empty = the fastest is to be found. */
    private List<Grid> grids() {
        if (blocks == null) {
            if (threads != null) {
                throw new IllegalArgumentException("--block-threads goes with --blocks");
            }
            return List.of();
        }
        var grids = new ArrayList<Grid>();
        for (int many : blocks) {
            for (int each : threads == null ? List.of(512) : threads) {
                if (each % 32 != 0) {
                    throw new IllegalArgumentException("--block-threads must be multiples of 32, was " + each);
                }
                grids.add(new Grid(atMost("--blocks", MOST_BLOCKS, atLeast("--blocks", 1, many)),
                        atMost("--block-threads", 1024, atLeast("--block-threads", 32, each))));
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
