package org.gpucomm.figures.spec;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

import org.gpucomm.results.Measurement;
import org.jspecify.annotations.Nullable;

/** Sentence that names the source of a figure's rows, for specs that apply to any rows. */
final class Origin {

    /** Placeholder in a spec that the sentence replaces. */
    static final String WRITTEN = "{origin}";

    private Origin() {}

    /** Returns tools, libraries, GPUs, numbers of hosts, iterations and files, for example {@code gpucomm 0.1.0; nvshmem 3.4.5; …}. */
    static String of(List<Measurement> rows) {
        return String.join("; ", List.of(
                all(rows, row -> named(row.stack().tool(), row.stack().toolVersion())),
                all(rows, row -> named(row.stack().library(), row.stack().libraryVersion())),
                all(rows, row -> row.platform().gpu()),
                "hosts: " + all(rows, row -> text(row.platform().nodes())),
                "iterations: " + all(rows, row -> text(row.workload().iterations())),
                "from " + all(rows, Measurement::source)));
    }

    private static String all(List<Measurement> rows, Function<Measurement, @Nullable String> part) {
        var texts = rows.stream().map(part).filter(Objects::nonNull).distinct().sorted()
                .collect(Collectors.joining(", "));
        return texts.isEmpty() ? "not known" : texts;
    }

    private static @Nullable String named(@Nullable String name, @Nullable String version) {
        return name == null || version == null ? name : name + " " + version;
    }

    private static @Nullable String text(@Nullable Number number) {
        return number == null ? null : number.toString();
    }
}
