package org.gpucomm.analysis.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

import org.gpucomm.results.Measurement;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.identity.Spread;

/** Rows of one program, and those of them that were used. The value of several rounds is their median. */
final class StudyRows {

    static final long MIB = 1 << 20;
    static final long GIB = 1 << 30;
    /** Size of measurements without a message size. */
    static final long NOT_SIZED = -1;

    private final List<Observation> rows;
    private final List<RowRef> used = new ArrayList<>();

    StudyRows(Evidence evidence, Predicate<Measurement> which) {
        this.rows = evidence.observations().stream().filter(each -> which.test(each.measurement())).toList();
    }

    /** Returns the rows of an operation by a library. @param variant empty for none */
    Table table(Operation operation, String library, String variant) {
        return table(each -> each.operation() == operation
                && library.equals(each.measurement().stack().library())
                && variant.equals(Objects.requireNonNullElse(each.measurement().workload().variant(), "")));
    }

    Table table(Predicate<Observation> which) {
        return new Table(rows.stream().filter(which).toList());
    }

    /** Returns the rows used since the last call. */
    List<RowRef> takeUsed() {
        var taken = List.copyOf(used);
        used.clear();
        return taken;
    }

    /** Rows of one kind. The values that it returns count as used. */
    final class Table {

        private final List<Observation> members;

        private Table(List<Observation> members) {
            this.members = members;
        }

        Table on(int ranks) {
            return with(each -> Objects.equals(each.measurement().platform().ranks(), ranks));
        }

        Table ofSize(long bytes) {
            return with(each -> bytes(each) == bytes);
        }

        /** Returns the rows of these runs. */
        Table ofRuns(Set<String> runs) {
            return with(each -> runs.contains(each.row().run()));
        }

        Table with(Predicate<Observation> which) {
            return new Table(members.stream().filter(which).toList());
        }

        /** Returns the ids of the runs. */
        Set<String> runs() {
            return members.stream().map(each -> each.row().run()).collect(Collectors.toSet());
        }

        TreeSet<Long> sizes() {
            return members.stream().map(StudyRows::bytes).collect(Collectors.toCollection(TreeSet::new));
        }

        boolean has(int ranks, long bytes) {
            return !on(ranks).ofSize(bytes).members.isEmpty();
        }

        /** Returns the algorithm bandwidth in GB/s. */
        double bandwidth(long bytes) {
            return ofSize(bytes)
                    .median(each -> Objects.requireNonNull(each.measurement().outcome().algbw()).doubleValue());
        }

        double bandwidth(int ranks, long bytes) {
            return on(ranks).bandwidth(bytes);
        }

        /** Returns the mean algorithm bandwidth over all sizes in GB/s. */
        double mean(int ranks) {
            var some = on(ranks);
            return some.sizes().stream().mapToDouble(some::bandwidth).average().orElseThrow();
        }

        /** Returns the time in µs. */
        double time(long bytes) {
            return ofSize(bytes)
                    .median(each -> Objects.requireNonNull(each.measurement().outcome().time()).doubleValue());
        }

        private double median(ToDoubleFunction<Observation> value) {
            if (members.isEmpty()) {
                throw new IllegalStateException("no row");
            }
            members.forEach(each -> used.add(each.row()));
            return Spread.median(members.stream().mapToDouble(value).toArray());
        }
    }

    private static long bytes(Observation each) {
        var size = each.measurement().workload().messageSize();
        return size == null ? NOT_SIZED : size.count();
    }
}
