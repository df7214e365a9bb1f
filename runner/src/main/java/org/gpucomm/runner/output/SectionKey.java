package org.gpucomm.runner.output;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Platform;
import org.gpucomm.results.Stack;
import org.jspecify.annotations.Nullable;

/** What all rows of one section have in common; rows of another run of the same have it too. */
record SectionKey(Stack stack, Platform platform, Operation operation, @Nullable String variant,
        @Nullable Long iterations, NamedValues settings) {

    SectionKey {
        stack = new Stack(stack.tool().strip(), read(stack.toolVersion()), read(stack.library()),
                read(stack.libraryVersion()));
        platform = new Platform(read(platform.instanceType()), read(platform.gpu()), platform.nodes(),
                platform.ranks());
    }

    /** As it is when it was written and read again. */
    private static @Nullable String read(@Nullable String text) {
        return text == null || text.isBlank() ? null : text.strip();
    }

    static SectionKey of(Measurement row) {
        var workload = row.workload();
        return new SectionKey(row.stack(), row.platform(), workload.operation(), workload.variant(),
                workload.iterations(), row.settings());
    }

    static SectionKey of(Heading heading, NamedValues settings) {
        return new SectionKey(heading.stack(), heading.platform(), heading.operation(), Rows.variant(heading),
                (long) heading.parameters().iterations(), settings);
    }

    /** For messages: {@code all_reduce on 4 × NVIDIA H200, nccl 2.28.3, 20 iterations, NCCL_ALGO=Ring}. */
    @Override
    public String toString() {
        return operation.id() + " on " + platform.ranks() + " × " + platform.gpu() + ", " + stack.library() + " "
                + stack.libraryVersion() + ", " + iterations + " iterations, "
                + (settings.isEmpty() ? "no settings" : settings);
    }
}
