package org.gpucomm.runner.proxy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ffi.cuda.Cuda;
import org.gpucomm.runner.ffi.shim.ProxyShim;
import org.gpucomm.runner.gpu.GpuOptions;
import org.gpucomm.runner.gpu.KernelImage;
import org.gpucomm.runner.rig.Family;
import org.gpucomm.runner.rig.Protocol;
import org.gpucomm.runner.rig.SizeOptions;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import static org.gpucomm.runner.rig.ProtocolOptions.atLeast;

/**
 * Family that measures the cost of a GPU's request to the CPU, and of a write by the CPU for the GPU. A seat is a GPU with its proxy threads. A
 * picocli mixin.
 */
public final class ProxyOptions implements Family.Options {

    private static final int MOST_DEPTH = 1 << 20;
    private static final int WARP = 32;
    private static final int MOST_FILL_BLOCKS = 1024;

    @Mixin
    private SizeOptions sizes = new SizeOptions();

    @Mixin
    private GpuOptions gpus = new GpuOptions();

    @Option(names = "--ways", paramLabel = "LIST", defaultValue = "all",
            description = "queue: post, answered, blocking. write: quiet, nbi, quiet_filled, nbi_filled, fill. Several by "
                    + "commas, or all. Default: ${DEFAULT-VALUE}")
    private String methods = "all";

    @Option(names = "--proxies", paramLabel = "LIST", split = ",", defaultValue = "1",
            description = "CPU threads of a GPU, each with a queue, one row each. Default: ${DEFAULT-VALUE}")
    private List<Integer> proxies = List.of(1);

    @Option(names = "--posters", paramLabel = "LIST", split = ",", defaultValue = "1,32,256",
            description = "queue: GPU threads that post, one row each: 1 or a multiple of 32. Default: ${DEFAULT-VALUE}")
    private List<Integer> posters = List.of(1);

    @Option(names = "--posts", paramLabel = "N", defaultValue = "1000",
            description = "queue: what each of them posts in a launch. Default: ${DEFAULT-VALUE}")
    private int posts = 1000;

    @Option(names = "--depth", paramLabel = "N", defaultValue = "4096",
            description = "Requests that a queue holds, a power of two. Default: ${DEFAULT-VALUE}")
    private int depth = 4096;

    @Option(names = "--fill-blocks", paramLabel = "LIST", split = ",", defaultValue = "1,32",
            description = "write: blocks of 256 threads that fill the buffer, one row each. Default: ${DEFAULT-VALUE}")
    private List<Integer> fillBlocks = List.of(1);

    @Option(names = "--lost-after", paramLabel = "SECONDS", defaultValue = "5",
            description = "A GPU that waits this long for a proxy gives up. Default: ${DEFAULT-VALUE}")
    private int lostAfter = 5;

    @Override
    public List<String> missing(LibrarySearch search) {
        return Stream.of(Cuda.load(search).missing(), ProxyShim.load(search).missing(),
                KernelImage.of("proxy", search.environment()).missing()).flatMap(Optional::stream).toList();
    }

    @Override
    public Family.Request request(Operation operation, Protocol protocol) {
        gpus.check();
        proxies.forEach(each -> between("--proxies", 1, 64, each));
        fillBlocks.forEach(each -> between("--fill-blocks", 1, MOST_FILL_BLOCKS, each));
        for (int each : posters) {
            if (each != 1
                    && (each < WARP || each % WARP != 0 || each > ProxyCase.BLOCK && each % ProxyCase.BLOCK != 0)) {
                throw new IllegalArgumentException("--posters must be 1 or a multiple of " + WARP + ", beyond "
                        + ProxyCase.BLOCK + " of " + ProxyCase.BLOCK + ", was " + each);
            }
        }
        between("--depth", 2, MOST_DEPTH, depth);
        if (Integer.bitCount(depth) != 1) {
            throw new IllegalArgumentException("--depth must be a power of two, was " + depth);
        }
        return new ProxyRequest(operation, protocol, sizes.sizes(),
                GpuOptions.methods(methods, ProxyRequestMethod.of(operation), ProxyRequestMethod::text, operation),
                List.copyOf(proxies),
                List.copyOf(posters), atLeast("--posts", 1, posts), depth, List.copyOf(fillBlocks),
                Duration.ofSeconds(atLeast("--lost-after", 1, lostAfter)), gpus);
    }

    private static void between(String option, int least, int most, int value) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(option + " must be " + least + " to " + most + ", was " + value);
        }
    }
}
