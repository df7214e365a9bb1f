package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.evidence.Processes.Id;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Measurements of both sides at one place, before the verdict. Repetitions of one process count as one number.
 *
 * @param curve key of the curve; places with the same key are neighbours along size
 * @param ofA   logarithms of the times of side A in µs, by process
 * @param ofB   the same of side B
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

    /** Returns the processes of each side. Places with the same processes are permuted together. */
    List<List<Id>> processes() {
        return List.of(new ArrayList<>(ofA.keySet()), new ArrayList<>(ofB.keySet()));
    }
}
