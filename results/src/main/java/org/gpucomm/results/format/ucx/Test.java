package org.gpucomm.results.format.ucx;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

import org.gpucomm.results.Operation;
import org.jspecify.annotations.Nullable;

/** What is measured, from the box's {@code Test:} or from {@code -t}: {@code tag match bandwidth}, {@code tag_bw}. */
record Test(Operation operation, @Nullable String variant) {

    /** The first that is found in the name decides. */
    private static final List<Map.Entry<String, Test>> KINDS = List.of(
            Map.entry("fetch", new Test(Operation.ATOMIC, "fetch-add")),
            Map.entry("fadd", new Test(Operation.ATOMIC, "fetch-add")),
            Map.entry("cswap", new Test(Operation.ATOMIC, "compare-and-swap")),
            Map.entry("compare", new Test(Operation.ATOMIC, "compare-and-swap")),
            Map.entry("swap", new Test(Operation.ATOMIC, "swap")), Map.entry("add", new Test(Operation.ATOMIC, "add")),
            Map.entry("atomic", new Test(Operation.ATOMIC, null)),
            Map.entry("sync", new Test(Operation.SEND, "tag+sync")), Map.entry("tag", new Test(Operation.SEND, "tag")),
            Map.entry("stream", new Test(Operation.SEND, "stream")),
            Map.entry("active", new Test(Operation.SEND, "active-message")),
            Map.entry("am_", new Test(Operation.SEND, "active-message")),
            Map.entry("put", new Test(Operation.PUT, null)),
            Map.entry("get", new Test(Operation.GET, null)));

    static Optional<Test> of(String name) {
        var lower = name.toLowerCase(Locale.ROOT);
        return KINDS.stream().filter(kind -> lower.contains(kind.getKey())).findFirst().map(Map.Entry::getValue);
    }

    Test with(String part) {
        return new Test(operation, variant == null ? part : variant + "+" + part);
    }
}
