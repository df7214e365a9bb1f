package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.statistics.Processes;
import org.gpucomm.analysis.statistics.Processes.Id;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Measurements of both sides at one place, before they are judged. What one process measured several times is one number.
 *
 * @param curve  of which curve it is: places with the same are neighbours along size
 * @param ofA    logarithms of the times, µs, by process
 * @param ofB    of the other side
 */
record ComparedPlace(SeriesKey subject, Object curve, Cell a, Cell b, Map<Id, Double> ofA, Map<Id, Double> ofB) {

    static ComparedPlace of(SeriesKey subject, Object curve, Cell a, Cell b) {
        return new ComparedPlace(subject, curve, a, b, Processes.logsById(a), Processes.logsById(b));
    }

    double[] logsOfA() {
        return ofA.values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    double[] logsOfB() {
        return ofB.values().stream().mapToDouble(Double::doubleValue).toArray();
    }

    boolean isOfOneProcess() {
        return ofA.size() == 1 && ofB.size() == 1;
    }

    int fewest() {
        return Math.min(ofA.size(), ofB.size());
    }

    /** Returns who measured it: places with the same processes are shuffled together. */
    List<List<Id>> processes() {
        return List.of(new ArrayList<>(ofA.keySet()), new ArrayList<>(ofB.keySet()));
    }
}
