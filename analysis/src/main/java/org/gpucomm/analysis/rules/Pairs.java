package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import org.gpucomm.results.DevicePair;
import org.gpucomm.results.NamedValues;
import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Stack;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.identity.Place;
import org.gpucomm.analysis.identity.SeriesKey;
import org.jspecify.annotations.Nullable;

/** Curves that can be compared, and their cells at the same place. */
final class Pairs {

    private Pairs() {}

    /** Two curves with the same fixed number of ranks or message size. */
    record Pair(Curve first, Curve second) {}

    /** Two cells at the same message size and ranks. */
    record CellPair(Cell first, Cell second) {}

    /**
     * Common properties of alternatives, except for the datatype, which some tools do not print.
     *
     * @param devices pair of devices in the settings, which is a place and no alternative; null if they name none
     */
    private record Task(Operation operation, boolean isBothWays, boolean isOfManyInFlight, String problem,
            String hardware, @Nullable List<String> devices, Placement placement, long fixed) {

        static Task of(SeriesKey subject, long fixed) {
            return new Task(subject.operation(), subject.variant().contains("bidirectional"),
                    subject.identity().isOfManyInFlight(), subject.problem(),
                    subject.identity().hardware(), DevicePair.of(NamedValues.parse(subject.settings()))
                            .map(pair -> List.of(pair.row(), pair.column())).orElse(null),
                    orOutOfPlace(subject), fixed);
        }
    }

    /** Returns groups of curves in order. All alternatives of a curve are in its group, and most of a group are alternatives. */
    static Collection<List<Curve>> tasks(List<Curve> curves) {
        var tasks = new LinkedHashMap<Task, List<Curve>>();
        curves.forEach(curve -> tasks
                .computeIfAbsent(Task.of(curve.subject(), curve.fixed()), added -> new ArrayList<>()).add(curve));
        return tasks.values();
    }

    /** Returns groups of two or more: a curve and all its alternatives that are in no earlier group. */
    static List<List<Curve>> alternatives(List<Curve> task) {
        var left = task.stream()
                .collect(Collectors.groupingBy(Curve::subject, LinkedHashMap::new, Collectors.toList()));
        var groups = new ArrayList<List<Curve>>();
        while (left.size() > 1) {
            // Further curves of the same subject have no other alternatives.
            var first = left.pollFirstEntry().getValue().getFirst();
            var group = new ArrayList<>(List.of(first));
            left.entrySet().removeIf(other -> datatypesMeet(first.subject(), other.getKey())
                    && group.addAll(other.getValue()));
            if (group.size() > 1) {
                groups.add(group);
            }
        }
        return groups;
    }

    /** Returns the pairs of cells that have a time on both curves, in ascending order. */
    static List<CellPair> meetings(Curve first, Curve second) {
        var meetings = new ArrayList<CellPair>();
        for (var cell : first.cells()) {
            second.at(first.x(cell)).filter(other -> cell.time().isPresent() && other.time().isPresent())
                    .ifPresent(other -> meetings.add(new CellPair(cell, other)));
        }
        return meetings;
    }

    /** Returns whether two subjects of a group are one operation on the same machines with another library, variant or setting. */
    static boolean areAlternatives(SeriesKey one, SeriesKey other) {
        return datatypesMeet(one, other) && !one.equals(other);
    }

    /** Returns the placement. Rows of a tool that prints none are compared with out-of-place rows. */
    private static Placement orOutOfPlace(SeriesKey subject) {
        return subject.placement() == null ? Placement.OUT_OF_PLACE : subject.placement();
    }

    private static boolean datatypesMeet(SeriesKey one, SeriesKey other) {
        return one.datatype().isEmpty() || other.datatype().isEmpty()
                || one.datatype().equals(other.datatype()) && one.redop().equals(other.redop());
    }

    /** Common properties of comparable operations of one stack, such as settings, datatype, placement and number of ranks. */
    private record Family(Stack stack, String hardware, Place place, String transport, String variant, String settings,
            String datatype, Placement placement, long fixed) {

        static Family of(Curve curve) {
            var subject = curve.subject();
            return new Family(subject.stack(), subject.identity().hardware(), subject.onAnyHosts().place(),
                    subject.identity().transport(), subject.variant(), subject.settings(), subject.datatype(),
                    orOutOfPlace(subject), curve.fixed());
        }
    }

    /** First curve of each operation by family. The size is that of the whole data, as nccl-tests prints it. */
    static final class Siblings {

        private final Map<Family, Map<Operation, Curve>> families = new HashMap<>();

        Siblings(List<Curve> curves) {
            curves.stream().filter(curve -> countsTheWhole(curve.subject())).forEach(curve -> families
                    .computeIfAbsent(Family.of(curve), added -> new EnumMap<>(Operation.class))
                    .putIfAbsent(curve.subject().operation(), curve));
        }

        /** Returns the curve of another operation in the same family; empty if there is none. */
        Optional<Curve> of(Curve curve, Operation operation) {
            return Optional.ofNullable(families.getOrDefault(Family.of(curve), Map.of()).get(operation));
        }
    }

    /** Returns whether sizes are those of the whole data. NVSHMEM's perftest counts sizes differently in each version. */
    private static boolean countsTheWhole(SeriesKey subject) {
        return subject.library().equals("nccl") || subject.library().equals("rccl");
    }
}
