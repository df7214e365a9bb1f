package org.gpucomm.results;

import org.jspecify.annotations.Nullable;

/**
 * Work of the benchmark, apart from the numbers that came out; null = not known or not applicable.
 *
 * @param variant     what distinguishes otherwise equal runs, parts joined by {@code +}: {@code host}, {@code overlap+graph}
 * @param problem     for applications: {@code 16384x16384}
 * @param messageSize the tool's own "size" column
 * @param datatype    lower case, as printed: {@code float}
 * @param redop       lower case, as printed: {@code sum}, {@code none}
 * @param root        null when the tool prints -1
 * @param iterations  timed iterations
 */
public record Workload(Operation operation, @Nullable String variant, @Nullable String problem,
        @Nullable Bytes messageSize, @Nullable String datatype, @Nullable String redop, @Nullable Integer root,
        @Nullable Placement placement, @Nullable Long iterations) {

    /** Returns this operation in this variant; everything else is not known. */
    public static Workload of(Operation operation, @Nullable String variant) {
        return new Workload(operation, variant, null, null, null, null, null, null, null);
    }

    public Workload withMessageSize(Bytes size) {
        return new Workload(operation, variant, problem, size, datatype, redop, root, placement, iterations);
    }

    public Workload withProblem(String newProblem) {
        return new Workload(operation, variant, newProblem, messageSize, datatype, redop, root, placement, iterations);
    }

    public Workload withPlacement(@Nullable Placement newPlacement) {
        return new Workload(operation, variant, problem, messageSize, datatype, redop, root, newPlacement, iterations);
    }

    public Workload withIterations(@Nullable Long newIterations) {
        return new Workload(operation, variant, problem, messageSize, datatype, redop, root, placement, newIterations);
    }
}
