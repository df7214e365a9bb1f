package org.gpucomm.runner.launch;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/**
 * Options for the place of this process; null if not given. The rendezvous may be given alone, to override that of the launcher. A picocli
 * mixin.
 */
public final class LaunchOptions {

    @Option(names = "--rank", paramLabel = "N",
            description = "Number of this process, 0 first. Not needed under srun, mpirun and their kin.")
    @Nullable
    Integer rank;

    @Option(names = "--ranks", paramLabel = "N", description = "How many processes there are.")
    @Nullable
    Integer ranks;

    @Option(names = "--rendezvous", paramLabel = "HOST:PORT", description = "Where process 0 listens for the others.")
    @Nullable
    String rendezvous;

    @Option(names = "--local-rank", paramLabel = "N", description = "Number of this process on its host, 0 first.")
    @Nullable
    Integer localRank;

    @Option(names = "--local-ranks", paramLabel = "N", description = "How many processes are on its host.")
    @Nullable
    Integer localRanks;

    @Option(names = "--secret", paramLabel = "TEXT",
            description = "What the processes know and strangers do not. Better given by GPUCOMM_SECRET.")
    private @Nullable String secret;

    public @Nullable String secret() {
        return secret;
    }
}
