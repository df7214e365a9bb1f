package org.gpucomm.runner.output;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.gpucomm.runner.rig.Heading;
import org.jspecify.annotations.Nullable;

/**
 * Key of a section: software, platform and kinds of its rows, taken from existing rows or from a benchmark that may continue the section.
 *
 * @param kinds kinds of rows in the section
 */
record SectionKey(Stack stack, Platform platform, Set<RowKind> kinds) {

    SectionKey {
        stack = new Stack(stack.tool().strip(), read(stack.toolVersion()), read(stack.library()),
                read(stack.libraryVersion()));
        platform = new Platform(read(platform.instanceType()), read(platform.gpu()), platform.nodes(),
                platform.ranks());
    }

    /** Kind of rows that differ only in size, type, placement and similar. */
    record RowKind(Operation operation, @Nullable String variant, @Nullable Long iterations, NamedValues settings) {

        static RowKind of(Measurement row) {
            var workload = row.workload();
            return new RowKind(workload.operation(), workload.variant(), workload.iterations(), row.settings());
        }
    }

    /** Returns the text as it is after writing and reading it again. */
    private static @Nullable String read(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    /** Returns the key of a section with this first row; the caller adds the kinds of further rows. */
    static SectionKey of(Measurement row) {
        return new SectionKey(row.stack(), row.platform(), new LinkedHashSet<>(List.of(RowKind.of(row))));
    }

    /** Returns the key of a benchmark, with the given settings from the command line. */
    static SectionKey of(Heading heading, NamedValues given) {
        var kinds = new LinkedHashSet<RowKind>();
        for (var point : heading.points()) {
            for (var each : point.cases()) {
                var workload = each.workload();
                kinds.add(new RowKind(workload.operation(), workload.variant(), workload.iterations(),
                        heading.settings().with(each.settings()).with(given)));
            }
        }
        return new SectionKey(heading.stack(), heading.platform(), kinds);
    }

    /** Returns whether a benchmark with the other key can continue this section: it must measure all kinds of its rows. */
    boolean isGoneOnWithBy(SectionKey other) {
        return stack.equals(other.stack) && platform.equals(other.platform) && other.kinds.containsAll(kinds);
    }

    /** Returns a text for messages, for example {@code all_reduce on 4 × NVIDIA H200, nccl 2.28.3, 20 iterations, NCCL_ALGO=Ring}. */
    @Override
    public String toString() {
        var operations = new TreeSet<String>();
        var settings = new TreeSet<String>();
        var iterations = new TreeSet<Long>();
        for (var kind : kinds) {
            operations.add(kind.operation().id() + (kind.variant() == null ? "" : " " + kind.variant()));
            settings.add(kind.settings().isEmpty() ? "no settings" : kind.settings().text());
            if (kind.iterations() != null) {
                iterations.add(kind.iterations());
            }
        }
        return String.join(" and ", operations) + " on " + platform.ranks() + " × " + platform.gpu() + ", "
                + stack.library() + " " + stack.libraryVersion() + ", "
                + String.join(" and ", iterations.stream().map(Object::toString).toList()) + " iterations, "
                + String.join(" and ", settings);
    }
}
