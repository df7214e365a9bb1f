package org.gpucomm.runner.output;

import java.util.Map;

import org.gpucomm.results.NamedValues;
import org.jspecify.annotations.Nullable;

/** The column {@code settings}: {@code name=value} joined by {@code ;}. */
final class Settings {

    private Settings() {}

    /**
     * Both together in order of first mention; where both have a name, the command line decides.
     *
     * @param heading     what the benchmark knows: {@code NCCL_ALGO=Ring;agg_iters=5}
     * @param commandLine what the user gave, name to value
     */
    static NamedValues merge(@Nullable String heading, Map<String, String> commandLine) {
        var all = NamedValues.parse(heading);
        for (var given : commandLine.entrySet()) {
            all = all.with(given.getKey(), given.getValue());
        }
        return all;
    }
}
