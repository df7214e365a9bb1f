package org.gpucomm.analysis.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.identity.Spread;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;

/** Rows of {@code gpucomm bench} on H200s. The result of several rounds is their median. */
final class H200 {

    private final List<Observation> rows;
    private final List<RowRef> used = new ArrayList<>();

    H200(Evidence evidence) {
        this.rows = evidence.observations().stream()
                .filter(each -> "gpucomm".equals(each.measurement().stack().tool())
                        && "NVIDIA H200".equals(each.measurement().platform().gpu()))
                .toList();
    }

    /** Returns NVSHMEM's all-to-all on four GPUs. */
    Rounds alltoall(String variant) {
        return rounds(each -> each.operation() == Operation.ALLTOALL && isOf(each, "nvshmem", variant)
                && ranks(each) == 4);
    }

    /** Returns NVSHMEM's all-to-all on two GPUs, from the runs that include this size. */
    Rounds alltoallTo(long bytes, String variant) {
        var whole = new TreeSet<String>();
        rows.stream().filter(each -> each.operation() == Operation.ALLTOALL && isOf(each, "nvshmem", "host")
                && ranks(each) == 2 && bytes(each) == bytes).forEach(each -> whole.add(each.row().run()));
        return rounds(each -> whole.contains(each.row().run()) && isOf(each, "nvshmem", variant));
    }

    /** Returns Jacobi on two GPUs, from the runs with all variants. */
    Rounds jacobi(String variant) {
        var whole = new TreeSet<String>();
        rows.stream().filter(each -> each.operation() == Operation.JACOBI && isVariant(each, "nvshmem+block"))
                .forEach(each -> whole.add(each.row().run()));
        return rounds(each -> whole.contains(each.row().run()) && isVariant(each, variant) && ranks(each) == 2);
    }

    /** Returns WRITEs through a proxy, or the filling of the buffer alone. @param blocks number of filling blocks; 0 for no filling */
    Rounds proxy(String variant, int blocks) {
        return rounds(each -> each.operation() == Operation.WRITE && isVariant(each, variant)
                && each.measurement().settings().get("blocks").orElse("0").equals("" + blocks));
    }

    /** Rounds of one measurement over sizes. */
    final class Rounds {

        private final List<Observation> members;

        private Rounds(List<Observation> members) {
            this.members = members;
        }

        /** Returns the median bandwidth in GB/s. */
        double bandwidth(long bytes) {
            return median(bytes, each -> Objects.requireNonNull(each.measurement().outcome().algbw()).doubleValue());
        }

        /** Returns the median time in µs. @param bytes size; -1 if there are no sizes */
        double time(long bytes) {
            return median(bytes, each -> Objects.requireNonNull(each.measurement().outcome().time()).doubleValue());
        }

        TreeSet<Long> sizes() {
            var sizes = new TreeSet<Long>();
            members.forEach(each -> sizes.add(bytes(each)));
            return sizes;
        }

        private double median(long bytes, ToDoubleFunction<Observation> value) {
            var here = members.stream().filter(each -> bytes(each) == bytes).toList();
            if (here.isEmpty()) {
                throw new IllegalStateException("no row of " + bytes + " bytes");
            }
            here.forEach(each -> used.add(each.row()));
            return Spread.median(here.stream().mapToDouble(value).toArray());
        }
    }

    /** Returns the rows used since the last call. */
    List<RowRef> takeUsed() {
        var taken = List.copyOf(used);
        used.clear();
        return taken;
    }

    private Rounds rounds(Predicate<Observation> which) {
        return new Rounds(rows.stream().filter(which).toList());
    }

    private static boolean isOf(Observation each, String library, String variant) {
        return library.equals(each.measurement().stack().library()) && isVariant(each, variant);
    }

    private static boolean isVariant(Observation each, String variant) {
        return variant.equals(each.measurement().workload().variant());
    }

    private static int ranks(Observation each) {
        return Objects.requireNonNullElse(each.measurement().platform().ranks(), 0);
    }

    private static long bytes(Observation each) {
        var size = each.measurement().workload().messageSize();
        return size == null ? -1 : size.count();
    }
}
