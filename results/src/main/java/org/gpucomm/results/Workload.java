package org.gpucomm.results;

import org.jspecify.annotations.Nullable;

/**
 * The work that a benchmark did, without its results; null if unknown or not applicable.
 *
 * @param variant     difference between otherwise equal runs, parts joined by {@code +}: {@code host}, {@code overlap+graph}
 * @param problem     problem size of an application: {@code 16384x16384}
 * @param messageSize message size as the tool counts it, its "size" column
 * @param datatype    data type in lower case, as printed: {@code float}
 * @param redop       reduction in lower case, as printed: {@code sum}, {@code none}
 * @param root        root rank; null if the tool prints -1
 * @param iterations  number of timed iterations
 */
public record Workload(Operation operation, @Nullable String variant, @Nullable String problem,
        @Nullable Bytes messageSize, @Nullable String datatype, @Nullable String redop, @Nullable Integer root,
        @Nullable Placement placement, @Nullable Long iterations) {

    /** Returns the workload of an operation in a variant; everything else is unknown. */
    public static Workload of(Operation operation, @Nullable String variant) {
        return new Workload(operation, variant, null, null, null, null, null, null, null);
    }

    /** Returns this workload with a part added to its variant. */
    public Workload with(String part) {
        return new Workload(operation, variant == null ? part : variant + "+" + part, problem, messageSize, datatype,
                redop, root, placement, iterations);
    }

    public Workload withMessageSize(@Nullable Bytes size) {
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
