package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.server.analysis.evidence.Cell;
import org.gpucomm.server.analysis.evidence.Curve;
import org.gpucomm.server.series.SeriesKey;

/** Curves that may be set against one another, and their cells at the same place. */
final class Pairs {

    private Pairs() {}

    /** Two curves with the same fixed ranks or size. */
    record Pair(Curve first, Curve second) {}

    /** Two cells at the same message size and ranks. */
    record CellPair(Cell first, Cell second) {

        /** Time of the first over time of the second: above 1 the first is slower. */
        double slowdown() {
            return first.time().orElseThrow() / second.time().orElseThrow();
        }
    }

    /** Returns every two curves, each pair once, whose subjects fit. */
    static List<Pair> of(List<Curve> curves, BiPredicate<SeriesKey, SeriesKey> fit) {
        var pairs = new ArrayList<Pair>();
        for (int i = 0; i < curves.size(); i++) {
            for (int j = i + 1; j < curves.size(); j++) {
                var first = curves.get(i);
                var second = curves.get(j);
                if (first.fixed() == second.fixed() && fit.test(first.subject(), second.subject())) {
                    pairs.add(new Pair(first, second));
                }
            }
        }
        return pairs;
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

    /** Returns whether both are one operation on the same machines, by another library, variant or setting. */
    static boolean areAlternatives(SeriesKey one, SeriesKey other) {
        return one.operation() == other.operation() && one.problem().equals(other.problem())
                && one.onTheSameMachines(other) && placementsMeet(one, other) && !one.equals(other)
                && datatypesMeet(one, other);
    }

    /** Where one tool does not say the placement, its rows compare with out-of-place ones. */
    private static boolean placementsMeet(SeriesKey one, SeriesKey other) {
        return orOutOfPlace(one) == orOutOfPlace(other);
    }

    private static Placement orOutOfPlace(SeriesKey subject) {
        return subject.placement() == null ? Placement.OUT_OF_PLACE : subject.placement();
    }

    private static boolean datatypesMeet(SeriesKey one, SeriesKey other) {
        return one.datatype().isEmpty() || other.datatype().isEmpty()
                || one.datatype().equals(other.datatype()) && one.redop().equals(other.redop());
    }

    /** Two operations of one stack with the same settings and type of elements, out-of-place, whose "size" is the same whole: what nccl-tests and its kin print. */
    static boolean areSiblings(SeriesKey one, SeriesKey other, Operation first, Operation second) {
        return one.operation() == first && other.operation() == second && one.inTheSameStack(other)
                && one.variant().equals(other.variant()) && one.settings().equals(other.settings())
                && one.datatype().equals(other.datatype()) && orOutOfPlace(one) == orOutOfPlace(other)
                && countsTheWhole(one);
    }

    /** NVSHMEM's perftest counts sizes in another way in each version, so its operations do not compare by size. */
    private static boolean countsTheWhole(SeriesKey subject) {
        return subject.library().equals("nccl") || subject.library().equals("rccl");
    }
}
