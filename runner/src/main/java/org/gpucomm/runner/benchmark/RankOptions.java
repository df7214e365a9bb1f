package org.gpucomm.runner.benchmark;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.gpucomm.runner.benchmark.BenchCommand.MissingException;
import org.gpucomm.runner.ffi.CudaDriver;
import org.gpucomm.runner.ffi.LibrarySearch;
import org.gpucomm.runner.ranks.LaunchOptions;
import org.gpucomm.runner.ranks.ProcessPlace;
import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options that say which process this is and what it finds on its host. A picocli mixin. */
final class RankOptions {

    @Option(names = "--rank", paramLabel = "N",
            description = "Number of this process, 0 first. Not needed under srun, mpirun and their kin.")
    private @Nullable Integer rank;

    @Option(names = "--ranks", paramLabel = "N", description = "How many processes there are.")
    private @Nullable Integer ranks;

    @Option(names = "--rendezvous", paramLabel = "HOST:PORT", description = "Where process 0 listens for the others.")
    private @Nullable String rendezvous;

    @Option(names = "--local-rank", paramLabel = "N", description = "Number of this process on its host, 0 first.")
    private @Nullable Integer localRank;

    @Option(names = "--local-ranks", paramLabel = "N", description = "How many processes are on its host.")
    private @Nullable Integer localRanks;

    @Option(names = "--secret", paramLabel = "TEXT",
            description = "What the processes know and strangers do not. Better given by GPUCOMM_SECRET.")
    private @Nullable String secret;

    @Option(names = "--cuda-library", paramLabel = "FILE", description = "The CUDA driver to load (libcuda.so.1).")
    private @Nullable Path cuda;

    @Option(names = "--nccl-library", paramLabel = "FILE", description = "The NCCL to load (libnccl.so.2).")
    private @Nullable Path nccl;

    LaunchOptions launch() {
        return new LaunchOptions(rank, ranks, rendezvous, localRank, localRanks);
    }

    @Nullable
    String secret() {
        return secret;
    }

    LibrarySearch search(Map<String, String> environment) {
        var variables = new HashMap<>(environment);
        if (cuda != null) {
            variables.put("GPUCOMM_CUDA_LIBRARY", cuda.toString());
        }
        if (nccl != null) {
            variables.put("GPUCOMM_NCCL_LIBRARY", nccl.toString());
        }
        return new LibrarySearch(variables, Path.of("/"));
    }

    /**
     * The GPUs of this process: each on this host takes its part, in order, unless it sees no more than its own.
     *
     * @param wanted how many; null = this process's share of what is there
     */
    List<CudaDriver.Gpu> gpus(List<CudaDriver.Gpu> visible, @Nullable Integer wanted, ProcessPlace place) {
        int each = wanted != null ? wanted : Math.max(1, visible.size() / place.localProcesses());
        int first = visible.size() == each ? 0 : place.localProcess() * each;
        if (first + each > visible.size()) {
            throw new MissingException("process " + place.process() + " needs GPUs " + first + " to "
                    + (first + each - 1) + ", this host shows " + visible.size()
                    + "; see --gpus, --threads and CUDA_VISIBLE_DEVICES");
        }
        return visible.subList(first, first + each);
    }
}
