package org.gpucomm.analysis.rules;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

import org.gpucomm.analysis.evidence.Curve.Along;
import org.gpucomm.analysis.statistics.Difference;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.rules.Pairs.CellPair;
import org.gpucomm.analysis.rules.Pairs.Pair;

/**
 * Leader at each place where two alternatives were measured, and the chance of such a lead if there is none.
 *
 * @param differences   difference at each place, above 0 if the first is faster
 * @param chances       chance of each difference by noise or a mode of few processes
 * @param mayBeOutliers whether a place has so few processes that one may be an outlier; if so, a single place proves nothing
 * @param alongSize     whether neighbours behave alike; along ranks, a place may differ from its neighbours
 */
record Margins(List<Difference> differences, double[] chances, boolean mayBeOutliers, boolean alongSize) {

    /** Number of late measurements that make no lead. One in twenty may be late, on each side. */
    private static final int ACCIDENTS = 2;
    /** Chance below which a single place shows a lead of its own. */
    private static final double OWN_LEAD = 0.01;

    static Margins of(Pair pair, List<CellPair> meetings, NoiseModel noise) {
        var differences = differences(pair, meetings, noise.besideModes());
        // Along ranks, the step from one node to several is not noise.
        double times = pair.first().along() == Along.RANKS
                ? 1
                : NoiseModel.roughness(differences.stream().mapToDouble(Difference::effect).toArray(),
                        differences.stream().mapToDouble(Difference::error).toArray());
        boolean few = meetings.stream().anyMatch(meeting -> Math.min(Processes.count(meeting.first()),
                Processes.count(meeting.second())) < NoiseModel.FEWEST_PROCESSES);
        var rough = differences.stream().map(each -> each.withError(times)).toList();
        var amongProcesses = differences(pair, meetings, noise);
        var widened = IntStream.range(0, rough.size())
                .mapToObj(i -> rough.get(i).atLeastAsUncertainAs(amongProcesses.get(i))).toList();
        var chances = new double[rough.size()];
        Arrays.setAll(chances, i -> {
            double mode = Modes.most(meetings.get(i).first(), meetings.get(i).second());
            double beyond = Math.max(0, Math.abs(rough.get(i).effect()) - mode);
            return Math.max(new Difference(beyond, rough.get(i).error(), rough.get(i).degrees()).pValue(),
                    widened.get(i).pValue());
        });
        return new Margins(widened, chances, few, pair.first().along() == Along.SIZE);
    }

    private static List<Difference> differences(Pair pair, List<CellPair> meetings, NoiseModel noise) {
        return meetings.stream().map(meeting -> noise.difference(pair.first().subject(), meeting.first(),
                pair.second().subject(), meeting.second())).toList();
    }

    /** Returns the indexes of the places whose leader differs from the leader before. */
    List<Integer> crossings() {
        return IntStream.range(1, differences.size()).filter(i -> effect(i - 1) * effect(i) < 0).boxed().toList();
    }

    /** Returns the chance that the leads on both sides of a crossing are not both real. */
    double chanceOfCrossing(int second) {
        return Math.max(chanceBelow(second), chanceAbove(second));
    }

    /** Returns whether the first is faster at a place, by the mean of its processes. */
    boolean firstLeads(int at) {
        return effect(at) > 0;
    }

    /** Returns the lead of the faster one at a place; 0.03 if the other takes 3 % longer. */
    double lead(int at) {
        return Math.expm1(Math.abs(effect(at)));
    }

    /** Returns the last place before a crossing with a significant lead of its own. */
    int shownBelow(int second) {
        return shown(second - 1, -1);
    }

    /** Returns the first place from a crossing on with a significant lead of its own. */
    int shownAbove(int second) {
        return shown(second, 1);
    }

    /** Returns the nearest place with a significant lead, or else the one with the most significant lead of the stretch. */
    private int shown(int from, int step) {
        double sign = Math.signum(effect(from));
        int clearest = from;
        for (int at = from; at >= 0 && at < chances.length && effect(at) * sign > 0; at += step) {
            if (chances[at] < OWN_LEAD) {
                return at;
            }
            clearest = chances[at] < chances[clearest] ? at : clearest;
        }
        return clearest;
    }

    /** Returns the chance of the lead before a crossing. */
    double chanceBelow(int second) {
        return chance(second - 1, -1);
    }

    /** Returns the chance of the lead from a crossing on. */
    double chanceAbove(int second) {
        return chance(second, 1);
    }

    /** Returns the chance of a stretch with one leader, corrected for the number of such stretches. */
    private double chance(int from, int step) {
        double sign = Math.signum(effect(from));
        int end = from;
        while (end >= 0 && end < chances.length && effect(end) * sign > 0) {
            end += step;
        }
        var stretch = Arrays.copyOfRange(chances, Math.min(from, end + 1), Math.max(from + 1, end));
        int stretches = chances.length / stretch.length;
        return Math.min(1, stretches * Tested.smallest(stretch, spared(stretch.length)));
    }

    /** Returns how many places of a stretch may be outliers. Those of the whole curve may all be in the stretch. */
    private int spared(int places) {
        if (!mayBeOutliers || !alongSize && places == 1) {
            return 0;
        }
        int ofAll = alongSize ? Math.min(places - 1, Math.max(ACCIDENTS, chances.length / 10)) : 0;
        return Math.max(Tested.outliers(places), ofAll);
    }

    private double effect(int at) {
        return differences.get(at).effect();
    }
}
