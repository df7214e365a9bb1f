package org.gpucomm.runner.rig;

import org.jspecify.annotations.Nullable;

import picocli.CommandLine.Option;

/** Options of families that measure a range of sizes, named as in nccl-tests. A picocli mixin. */
public final class SizeOptions {

    private static final String LARGEST = "128M";

    @Option(names = {"-b", "--minbytes"}, paramLabel = "SIZE", defaultValue = "8",
            description = "Smallest size; K, M and G are powers of 1024. Default: ${DEFAULT-VALUE}")
    private String min = "8";

    @Option(names = {"-e", "--maxbytes"}, paramLabel = "SIZE", defaultValue = LARGEST,
            description = "Largest size. Default: ${DEFAULT-VALUE}, or --minbytes if that is larger")
    private String max = LARGEST;

    @Option(names = {"-i", "--stepbytes"}, paramLabel = "SIZE",
            description = "Steps from size to size by addition. Default: by --stepfactor")
    private @Nullable String step;

    @Option(names = {"-f", "--stepfactor"}, paramLabel = "N", description = "Steps by multiplication. Default: 2")
    private @Nullable Integer factor;

    /** Returns the sizes; throws an {@link IllegalArgumentException} if the options are invalid or contradict each other. */
    public Sizes sizes() {
        long smallest = Sizes.parse(min);
        if (step != null && factor != null && factor > 1) {
            throw new IllegalArgumentException("--stepbytes and --stepfactor exclude each other");
        }
        return new Sizes(smallest, max.equals(LARGEST) ? Math.max(smallest, Sizes.parse(max)) : Sizes.parse(max),
                step == null ? 1 << 20 : Sizes.parse(step), step != null ? 1 : factor == null ? 2 : factor);
    }
}
