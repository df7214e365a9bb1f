package org.gpucomm.server.analysis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.server.analysis.evidence.Curve.Along;
import org.gpucomm.server.analysis.noise.Difference;
import org.gpucomm.server.analysis.noise.NoiseModel;
import org.gpucomm.server.analysis.noise.Processes;
import org.gpucomm.server.analysis.rules.Pairs.CellPair;
import org.gpucomm.server.analysis.rules.Pairs.Pair;

/**
 * Who leads at each place where two alternatives were measured, and with what chance.
 *
 * @param differences   above 0 where the first is faster
 * @param mayBeOutliers whether a place has so few processes that one may be an outlier: then one place alone shows nothing
 * @param alongSize     whether neighbours tell of one another; along ranks a place may stand alone
 */
record Margins(List<Difference> differences, boolean mayBeOutliers, boolean alongSize) {

    static Margins of(Pair pair, List<CellPair> meetings, NoiseModel noise) {
        var differences = meetings.stream().map(meeting -> noise.difference(pair.first().subject(), meeting.first(),
                pair.second().subject(), meeting.second())).toList();
        // Along ranks a step from one node to several is no noise.
        double times = pair.first().along() == Along.RANKS
                ? 1
                : NoiseModel.roughness(differences.stream().mapToDouble(Difference::effect).toArray(),
                        differences.stream().mapToDouble(Difference::error).toArray());
        boolean few = meetings.stream().anyMatch(meeting -> Math.min(Processes.count(meeting.first()),
                Processes.count(meeting.second())) < NoiseModel.FEWEST_PROCESSES);
        return new Margins(differences.stream().map(each -> each.withError(times)).toList(), few,
                pair.first().along() == Along.SIZE);
    }

    /** Returns the places from which on another one leads than at the place before. */
    List<Integer> crossings() {
        return IntStream.range(1, differences.size()).filter(i -> effect(i - 1) * effect(i) < 0).boxed().toList();
    }

    /** Returns the chance that not both lead, each on its side of the crossing as far as the lead stays. */
    double chanceOfCrossing(int second) {
        return Math.max(chanceBelow(second), chanceAbove(second));
    }

    /** Returns the chance of the lead before a crossing. */
    double chanceBelow(int second) {
        return chance(second - 1, -1);
    }

    /** Returns the chance of the lead from a crossing on. */
    double chanceAbove(int second) {
        return chance(second, 1);
    }

    /** Returns the chance that the one that is ahead everywhere is no faster. */
    double chanceOfLeading() {
        return chance(0, 1);
    }

    boolean isClearEverywhere() {
        return differences.stream().allMatch(each -> each.pValue() * differences.size() < Crossovers.CLEAR);
    }

    /** There are as many stretches to choose from as places, at most. */
    private double chance(int from, int step) {
        double sign = Math.signum(effect(from));
        var chances = new ArrayList<Double>();
        for (int i = from; i >= 0 && i < differences.size() && effect(i) * sign > 0; i += step) {
            chances.add(differences.get(i).pValue());
        }
        int stretches = differences.size() / chances.size();
        boolean spared = mayBeOutliers && (alongSize || chances.size() > 1);
        return Math.min(1, stretches * Tested.smallest(chances.stream().mapToDouble(Double::doubleValue).toArray(),
                spared ? Tested.outliers(chances.size()) : 0));
    }

    private double effect(int at) {
        return differences.get(at).effect();
    }
}
