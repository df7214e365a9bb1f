package org.gpucomm.results.format.osu;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.jspecify.annotations.Nullable;

/** Facts found so far about one run of one test. */
final class OsuRun {

    final int section;
    private final @Nullable Operation operation;
    private final List<String> variant;
    private final Stack stack;
    private final Platform platform;
    private final List<String> hosts;
    private @Nullable String datatype;
    private @Nullable Integer pairs;
    private NamedValues settings = NamedValues.NONE;
    private boolean rows;
    private boolean wrongData;

    /** @param hosts hosts of the two ranks; empty if unknown */
    OsuRun(int section, @Nullable Operation operation, List<String> variant, Stack stack, Platform platform,
            List<String> hosts) {
        this.section = section;
        this.operation = operation;
        this.variant = new ArrayList<>(variant);
        this.stack = stack;
        this.platform = platform;
        this.hosts = List.copyOf(hosts);
    }

    @Nullable
    Operation operation() {
        return operation;
    }

    @Nullable
    String variant() {
        return variant.isEmpty() ? null : String.join("+", variant);
    }

    @Nullable
    String datatype() {
        return datatype;
    }

    NamedValues settings() {
        return settings;
    }

    Stack stack() {
        return stack;
    }

    Platform platform() {
        return pairs == null ? platform : new Platform(null, null, platform.nodes(), 2 * pairs);
    }

    List<String> hosts() {
        return hosts;
    }

    /** Takes the places of the buffers, for example {@code DEVICE} and {@code HOST}. */
    void buffers(String send, String receive) {
        variant.add((send + "-to-" + receive).toLowerCase(Locale.ROOT));
    }

    void datatype(String name) {
        datatype = name.toLowerCase(Locale.ROOT);
    }

    void pairs(int count) {
        pairs = count;
    }

    void setting(String name, String value) {
        settings = settings.with(name, value);
    }

    void rowRead() {
        rows = true;
    }

    void wrongData() {
        wrongData = true;
    }

    boolean hasRows() {
        return rows;
    }

    boolean hasWrongData() {
        return wrongData;
    }
}
