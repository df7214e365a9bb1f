package org.gpucomm.analysis.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;

/** Rows of the EFA study, by operation, number of GPUs and size. */
final class Study {

    static final long MIB = 1 << 20;

    private final List<Observation> rows;
    private final List<RowRef> used = new ArrayList<>();

    Study(Evidence evidence) {
        this.rows = evidence.observations().stream().filter(each -> "study".equals(each.measurement().stack().tool()))
                .toList();
    }

    /** Rows of one operation, library or variant. */
    final class Table {

        private final List<Observation> members;

        private Table(List<Observation> members) {
            this.members = members;
        }

        /** Returns the bandwidth in GB/s, and records that the row was used. */
        double bandwidth(int ranks, long bytes) {
            return Objects.requireNonNull(row(ranks, bytes).measurement().outcome().algbw()).doubleValue();
        }

        boolean has(int ranks, long bytes) {
            return members.stream().anyMatch(each -> isAt(each, ranks, bytes));
        }

        /** Returns the mean algorithm bandwidth over all sizes in GB/s. */
        double mean(int ranks) {
            return sizes().stream().filter(bytes -> has(ranks, bytes)).mapToDouble(bytes -> bandwidth(ranks, bytes))
                    .average().orElseThrow();
        }

        TreeSet<Long> sizes() {
            var sizes = new TreeSet<Long>();
            members.forEach(each -> sizes.add(bytes(each)));
            return sizes;
        }

        TreeSet<Integer> ranks() {
            var ranks = new TreeSet<Integer>();
            members.forEach(each -> ranks.add(Study.ranks(each)));
            return ranks;
        }

        private Observation row(int ranks, long bytes) {
            var row = members.stream().filter(each -> isAt(each, ranks, bytes)).findFirst()
                    .orElseThrow(
                            () -> new IllegalStateException("no row of " + ranks + " GPUs and " + bytes + " bytes"));
            used.add(row.row());
            return row;
        }
    }

    /** Returns NCCL's out-of-place rows of an operation. */
    Table nccl(Operation operation) {
        return table(each -> each.operation() == operation && library(each).equals("nccl")
                && each.measurement().workload().placement() == Placement.OUT_OF_PLACE);
    }

    /** @param variant {@code host} or {@code device} */
    Table nvshmem(String variant) {
        return table(each -> each.operation() == Operation.ALLTOALL && library(each).equals("nvshmem")
                && variant.equals(each.measurement().workload().variant()));
    }

    /** Returns the time of Jacobi in seconds. @param variant empty for the plain program */
    double jacobi(String library, String variant, int ranks) {
        var row = table(each -> each.operation() == Operation.JACOBI && library(each).equals(library)
                && variant.equals(Objects.requireNonNullElse(each.measurement().workload().variant(), ""))
                && ranks(each) == ranks).members.getFirst();
        used.add(row.row());
        return Objects.requireNonNull(row.measurement().outcome().time()).doubleValue() / 1e6;
    }

    /** Returns the rows used since the last call. */
    List<RowRef> takeUsed() {
        var taken = List.copyOf(used);
        used.clear();
        return taken;
    }

    private Table table(Predicate<Observation> which) {
        return new Table(rows.stream().filter(which).toList());
    }

    private static boolean isAt(Observation each, int ranks, long bytes) {
        return ranks(each) == ranks && bytes(each) == bytes;
    }

    private static String library(Observation each) {
        return Objects.requireNonNullElse(each.measurement().stack().library(), "");
    }

    private static int ranks(Observation each) {
        return Objects.requireNonNull(each.measurement().platform().ranks());
    }

    private static long bytes(Observation each) {
        var size = each.measurement().workload().messageSize();
        return size == null ? -1 : size.count();
    }
}
