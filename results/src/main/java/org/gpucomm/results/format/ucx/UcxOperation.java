package org.gpucomm.results.format.ucx;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/** Operation of a test, by {@code Test:} in the box or by {@code -t}: {@code tag match bandwidth}, {@code tag_bw}. */
record UcxOperation(Operation operation, @Nullable String variant) {

    /** Parts of names; the first one found in a name decides. */
    private static final List<Map.Entry<String, UcxOperation>> KINDS = List.of(
            Map.entry("fetch", new UcxOperation(Operation.ATOMIC, "fetch-add")),
            Map.entry("fadd", new UcxOperation(Operation.ATOMIC, "fetch-add")),
            Map.entry("cswap", new UcxOperation(Operation.ATOMIC, "compare-and-swap")),
            Map.entry("compare", new UcxOperation(Operation.ATOMIC, "compare-and-swap")),
            Map.entry("swap", new UcxOperation(Operation.ATOMIC, "swap")),
            Map.entry("add", new UcxOperation(Operation.ATOMIC, "add")),
            Map.entry("atomic", new UcxOperation(Operation.ATOMIC, null)),
            Map.entry("sync", new UcxOperation(Operation.SEND, "tag+sync")),
            Map.entry("tag", new UcxOperation(Operation.SEND, "tag")),
            Map.entry("stream", new UcxOperation(Operation.SEND, "stream")),
            Map.entry("active", new UcxOperation(Operation.SEND, "active-message")),
            Map.entry("am_", new UcxOperation(Operation.SEND, "active-message")),
            Map.entry("put", new UcxOperation(Operation.PUT, null)),
            Map.entry("get", new UcxOperation(Operation.GET, null)));

    static Optional<UcxOperation> of(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return KINDS.stream().filter(kind -> lower.contains(kind.getKey())).findFirst().map(Map.Entry::getValue);
    }

    UcxOperation with(String part) {
        return new UcxOperation(operation, variant == null ? part : variant + "+" + part);
    }
}
