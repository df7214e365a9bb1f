package org.gpucomm.runner.output;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

/** The column {@code settings}: {@code name=value} joined by {@code ;}. */
public final class Settings {

    private Settings() {}

    /**
     * Both together in order of first mention; where both have a name, the command line decides.
     *
     * @param heading     what the benchmark knows: {@code NCCL_ALGO=Ring;agg_iters=5}
     * @param commandLine what the user gave, name to value
     * @return null when there are none
     */
    public static @Nullable String merge(@Nullable String heading, Map<String, String> commandLine) {
        var all = new LinkedHashMap<String, String>();
        for (var pair : heading == null ? new String[0] : heading.split(";")) {
            int equals = pair.indexOf('=');
            if (equals > 0) {
                all.put(pair.substring(0, equals), pair.substring(equals + 1));
            }
        }
        all.putAll(commandLine);
        // A record of the CSV is one line, and ';' parts the settings.
        return all.isEmpty()
                ? null
                : all.entrySet().stream().map(Object::toString)
                        .map(pair -> pair.replaceAll("[\\p{Cntrl};]", " ").strip()).collect(Collectors.joining(";"));
    }
}
