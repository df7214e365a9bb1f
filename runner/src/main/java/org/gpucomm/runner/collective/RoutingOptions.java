package org.gpucomm.runner.collective;

import picocli.CommandLine.Option;

/** Options of moe_dispatch and moe_combine. The defaults are those of a DeepSeek-V3 layer. A picocli mixin. */
public final class RoutingOptions {

    @Option(names = "--hidden", paramLabel = "N", defaultValue = "7168",
            description = "Elements of a token (moe_*). Default: ${DEFAULT-VALUE}")
    private int hidden;

    @Option(names = "--experts", paramLabel = "N", defaultValue = "256",
            description = "Experts in all, spread over the ranks (moe_*). Default: ${DEFAULT-VALUE}")
    private int experts;

    @Option(names = "--top-k", paramLabel = "N", defaultValue = "8",
            description = "Experts that each token goes to (moe_*). Default: ${DEFAULT-VALUE}")
    private int topK;

    @Option(names = "--skew", paramLabel = "S", defaultValue = "0",
            description = "0: all experts are equally likely; else expert e is as likely as 1/(e+1)^S (moe_*).")
    private double skew;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1",
            description = "Seed of the routing (moe_*). Default: ${DEFAULT-VALUE}")
    private long seed;

    /** Returns the routing; throws an {@link IllegalArgumentException} that names the options if one is out of range. */
    public Routing routing() {
        return new Routing(hidden, experts, topK, skew, seed);
    }
}
