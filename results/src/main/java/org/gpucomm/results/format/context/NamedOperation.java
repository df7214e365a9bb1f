package org.gpucomm.results.format.context;

import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.gpucomm.results.format.OperationName;
import org.jspecify.annotations.Nullable;

/**
 * Names of operations in text before a table: {@code === AllReduce, 16 GPUs ===}, {@code Running all-gather}. Names that are common words
 * ({@code reduce}, {@code scatter}, {@code broadcast}) are ignored.
 */
final class NamedOperation {

    private static final int MOST_WORDS = 12;
    private static final Pattern NAME = Pattern.compile(
            "all[-_ ]?reduce|all[-_ ]?gather(?!v)|reduce[-_ ]?scatter|all[-_ ]?to[-_ ]?all(?!v)|send[-_/ ]?recv");
    private static final Map<String, String> PLAIN = Map.of("send/recv", "sendrecv");

    private NamedOperation() {}

    /** Returns the operation named in the line; null if none or several are. */
    static @Nullable Operation operation(String line) {
        if (line.length() > 160) {
            return null;
        }
        var lower = line.toLowerCase(Locale.ROOT);
        // most lines of a long log name nothing, and the pattern's alternatives are slow
        if (!lower.contains("all") && !lower.contains("reduce") && !lower.contains("send")) {
            return null;
        }
        var names = NAME.matcher(lower);
        if (!names.find()) {
            return null;
        }
        var name = names.group();
        if (line.strip().split("\\s+").length > MOST_WORDS) {
            return null;
        }
        var operation = OperationName.in(PLAIN.getOrDefault(name, name)).orElse(null);
        while (names.find()) {
            if (OperationName.in(PLAIN.getOrDefault(names.group(), names.group())).orElse(null) != operation) {
                return null;
            }
        }
        return operation;
    }
}
