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

/** The rows that {@code gpucomm bench} measured on H200s; of several rounds each answer is the median. */
final class H200 {

    private final List<Observation> rows;
    private final List<RowRef> used = new ArrayList<>();

    H200(Evidence evidence) {
        this.rows = evidence.observations().stream()
                .filter(each -> "gpucomm".equals(each.measurement().stack().tool())
                        && "NVIDIA H200".equals(each.measurement().platform().gpu()))
                .toList();
    }

    /** NVSHMEM's all-to-all on four GPUs. */
    Rounds alltoall(String variant) {
        return rounds(each -> each.operation() == Operation.ALLTOALL && isOf(each, "nvshmem", variant)
                && ranks(each) == 4);
    }

    /** NVSHMEM's all-to-all on two GPUs, of the runs that go up to so many bytes. */
    Rounds alltoallTo(long bytes, String variant) {
        var whole = new TreeSet<String>();
        rows.stream().filter(each -> each.operation() == Operation.ALLTOALL && isOf(each, "nvshmem", "host")
                && ranks(each) == 2 && bytes(each) == bytes).forEach(each -> whole.add(each.row().run()));
        return rounds(each -> whole.contains(each.row().run()) && isOf(each, "nvshmem", variant));
    }

    /** Jacobi on two GPUs, of the runs that have all ways side by side. */
    Rounds jacobi(String variant) {
        var whole = new TreeSet<String>();
        rows.stream().filter(each -> each.operation() == Operation.JACOBI && isVariant(each, "nvshmem+block"))
                .forEach(each -> whole.add(each.row().run()));
        return rounds(each -> whole.contains(each.row().run()) && isVariant(each, variant) && ranks(each) == 2);
    }

    /** WRITEs through a proxy, and the filling of the buffer alone. @param blocks that fill it; 0 = nothing is filled */
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

        /** Returns GB/s. */
        double bandwidth(long bytes) {
            return median(bytes, each -> Objects.requireNonNull(each.measurement().outcome().algbw()).doubleValue());
        }

        /** Returns µs. @param bytes -1 = there are no sizes */
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

    /** Returns the rows that were asked for since the last call. */
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
