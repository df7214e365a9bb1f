package org.gpucomm.runner.nvlink;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.GridOptions;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.SizeOptions;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Family that measures reads, writes and all-to-alls between the GPUs of a host without a communication library. A seat is a GPU. A
 * picocli mixin.
 */
public final class NvlinkOptions implements Family.Options {

    @Mixin
    private SizeOptions sizes = new SizeOptions();

    @Mixin
    private GpuOptions gpus = new GpuOptions();

    @Option(names = "--ways", paramLabel = "LIST", defaultValue = "all",
            description = "write, read: kernel, kernel4, bulk, copy_engine. write: ping. alltoall: marked, "
                    + "blocks, copy_engine. Several by commas, or all. Default: ${DEFAULT-VALUE}")
    private String methods = "all";

    @Option(names = "--pairs", paramLabel = "first|all|A-B,…", defaultValue = "first",
            description = "write, read: rank A reaches B's memory, pair after pair; first is 0-1, all is the matrix. "
                    + "Default: ${DEFAULT-VALUE}")
    private String pairs = "first";

    @Option(names = "--both", description = "write, read: both ranks of a pair reach the other's memory at once.")
    private boolean both;

    @Mixin
    private GridOptions grids = new GridOptions();

    @Override
    public List<String> missing(LibrarySearch search) {
        var missing = new ArrayList<>(GpuOptions.missing(search, "two GPUs"));
        Stream.of("copy", "alltoall", "check").map(name -> KernelImage.of(name, search.environment()))
                .flatMap(image -> image.missing().stream()).findFirst().ifPresent(missing::add);
        return missing;
    }

    @Override
    public Family.Request request(Operation operation, Protocol protocol) {
        gpus.check();
        grids.check();
        if (!Pair.isOption(pairs)) {
            throw new IllegalArgumentException(
                    "--pairs must be first, all or pairs such as 0-1,1-0, was '" + pairs + "'");
        }
        if (operation == Operation.ALLTOALL && (both || !pairs.equals("first"))) {
            throw new IllegalArgumentException("--pairs and --both are of write and read; an alltoall is between all");
        }
        return new NvlinkRequest(operation, protocol, sizes.sizes(),
                GpuOptions.methods(methods, NvlinkTransferMethod.of(operation), NvlinkTransferMethod::text, operation),
                grids,
                pairs, both,
                gpus);
    }
}
