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

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.Stack;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.identity.Place;
import org.gpucomm.analysis.identity.SeriesKey;

/** Curves that may be set against one another, and their cells at the same place. */
final class Pairs {

    private Pairs() {}

    /** Two curves with the same fixed ranks or size. */
    record Pair(Curve first, Curve second) {}

    /** Two cells at the same message size and ranks. */
    record CellPair(Cell first, Cell second) {}

    /** What alternatives have in common, but for the type of elements, which some tools do not print. */
    private record Task(Operation operation, String problem, String hardware, Placement placement, long fixed) {

        static Task of(SeriesKey subject, long fixed) {
            return new Task(subject.operation(), subject.problem(), subject.identity().hardware(),
                    orOutOfPlace(subject), fixed);
        }
    }

    /** Returns groups of curves, in order: alternatives are always in the same group, and most of a group are alternatives. */
    static Collection<List<Curve>> tasks(List<Curve> curves) {
        var tasks = new LinkedHashMap<Task, List<Curve>>();
        curves.forEach(curve -> tasks
                .computeIfAbsent(Task.of(curve.subject(), curve.fixed()), added -> new ArrayList<>()).add(curve));
        return tasks.values();
    }

    /** Returns groups of two or more: a curve with all its alternatives that are in no group before. */
    static List<List<Curve>> alternatives(List<Curve> task) {
        var left = task.stream()
                .collect(Collectors.groupingBy(Curve::subject, LinkedHashMap::new, Collectors.toList()));
        var groups = new ArrayList<List<Curve>>();
        while (left.size() > 1) {
            // More curves of the same subject have no alternatives that this one has not.
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

    /** Returns the cells of both that have a time, in ascending order. */
    static List<CellPair> meetings(Curve first, Curve second) {
        var meetings = new ArrayList<CellPair>();
        for (var cell : first.cells()) {
            second.at(first.x(cell)).filter(other -> cell.time().isPresent() && other.time().isPresent())
                    .ifPresent(other -> meetings.add(new CellPair(cell, other)));
        }
        return meetings;
    }

    /** Returns whether both, of one group, are one operation on the same machines, by another library, variant or setting. */
    static boolean areAlternatives(SeriesKey one, SeriesKey other) {
        return datatypesMeet(one, other) && !one.equals(other);
    }

    /** Where one tool does not say the placement, its rows compare with out-of-place ones. */
    private static Placement orOutOfPlace(SeriesKey subject) {
        return subject.placement() == null ? Placement.OUT_OF_PLACE : subject.placement();
    }

    private static boolean datatypesMeet(SeriesKey one, SeriesKey other) {
        return one.datatype().isEmpty() || other.datatype().isEmpty()
                || one.datatype().equals(other.datatype()) && one.redop().equals(other.redop());
    }

    /**
     * What operations of one stack have in common that may be held against one another: settings and type of elements, out-of-place, on
     * the same ranks.
     */
    private record Family(Stack stack, String hardware, Place place, String transport, String variant, String settings,
            String datatype, Placement placement, long fixed) {

        static Family of(Curve curve) {
            var subject = curve.subject();
            return new Family(subject.stack(), subject.identity().hardware(), subject.onAnyHosts().place(),
                    subject.identity().transport(), subject.variant(), subject.settings(), subject.datatype(),
                    orOutOfPlace(subject), curve.fixed());
        }
    }

    /** Curves by their family, the first of each operation. Their "size" is the same whole: what nccl-tests and its kin print. */
    static final class Siblings {

        private final Map<Family, Map<Operation, Curve>> families = new HashMap<>();

        Siblings(List<Curve> curves) {
            curves.stream().filter(curve -> countsTheWhole(curve.subject())).forEach(curve -> families
                    .computeIfAbsent(Family.of(curve), added -> new EnumMap<>(Operation.class))
                    .putIfAbsent(curve.subject().operation(), curve));
        }

        /** Returns the same curve of another operation. */
        Optional<Curve> of(Curve curve, Operation operation) {
            return Optional.ofNullable(families.getOrDefault(Family.of(curve), Map.of()).get(operation));
        }
    }

    /** NVSHMEM's perftest counts sizes in another way in each version, so its operations do not compare by size. */
    private static boolean countsTheWhole(SeriesKey subject) {
        return subject.library().equals("nccl") || subject.library().equals("rccl");
    }
}
