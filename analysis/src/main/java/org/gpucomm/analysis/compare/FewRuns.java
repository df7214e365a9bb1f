package org.gpucomm.analysis.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

import org.gpucomm.analysis.compare.Judgement.Hypothesis;
import org.gpucomm.analysis.compare.Judgement.Group;
import org.gpucomm.analysis.statistics.Difference;
import org.gpucomm.analysis.statistics.Noise;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.results.Bytes;
import org.jspecify.annotations.Nullable;

/**
 * Judge of places with too few processes for a permutation test. The scatter of the processes counts as noise; if there is too little of
 * it, the offset that a process may add to all its times counts too. Small messages may have two modes, one per process, so that they
 * must differ by more than modes do. With one or two processes on a side, a measurement may be an outlier, so that a difference must show
 * at three neighbouring sizes. Single processes differ by more than the rounds of one set, and such a difference does not count.
 */
final class FewRuns {

    /** Size below which latency dominates the time. Latencies have modes. */
    static final Bytes SMALL = new Bytes(Bytes.MIB);
    /** Largest ratio of times between modes of small messages. */
    private static final double MODES = 1.75;
    private static final int IN_A_ROW = 3;
    /**
     * Factor by which single processes over a network must differ at any size, since each may take another path. No bundled runs repeat a
     * collective over a network. In 28 runs of osu_latency between pairs of hosts of one cloud (GKE, converged-computing's
     * google-performance-study), 95 % of the pairs of runs differ by less than a factor of 1.31 at each size, all by less than 1.57, and
     * from 1 MiB up all by less than 1.13. A collective waits for the slowest of many paths.
     */
    private static final double PATHS = 1.4;
    /** Degrees of freedom from which the processes themselves show how much processes differ. */
    private static final int SHOWN = 4;
    /** Degrees of freedom of a process's offset, which is known and not estimated from few rows. */
    private static final double DEGREES_OF_A_PROCESS = 100;

    private final Group group;
    /** Differences of the times alone, to which modes are added. */
    private final Difference[] differences;
    /** The same differences, with at least the uncertainty of single processes. */
    private final Difference[] reported;
    private final double[] chances;

    /** Noise of one process on each side of a place without repeated processes. */
    @FunctionalInterface
    interface Assumed {
        List<Noise> of(ComparedPlace place);
    }

    FewRuns(Group group, Assumed assumed) {
        this.group = group;
        boolean once = group.ofA() + group.ofB() == 2;
        this.differences = once
                ? group.hypotheses().stream().map(each -> Objects.requireNonNull(each.place()))
                        .map(place -> once(place, assumed.of(place))).toArray(Difference[]::new)
                : group.unshuffled().differences();
        if (once) {
            roughen();
        }
        if (group.ofA() + group.ofB() - 2 < SHOWN) {
            for (int i = 0; i < differences.length; i++) {
                differences[i] = withProcesses(differences[i]);
            }
        }
        this.reported = once ? amongProcesses(assumed) : differences;
        this.chances = Math.min(group.ofA(), group.ofB()) < Comparison.FEWEST_REPETITIONS ? guarded() : plain();
    }

    Estimate estimate(int index, int questions) {
        var difference = reported[index];
        double half = difference.halfInterval(Comparison.INTERVAL);
        double wide = Math.abs(difference.effect())
                + difference.halfInterval(1 - 2 * Comparison.EQUIVALENCE / questions);
        boolean repeated = Math.min(group.ofA(), group.ofB()) >= Comparison.FEWEST_REPETITIONS;
        return new Estimate(difference.effect(), difference.effect() - half, difference.effect() + half,
                repeated ? wide : Double.POSITIVE_INFINITY, chances[index]);
    }

    private static Difference once(ComparedPlace place, List<Noise> noise) {
        double effect = place.logsOfB()[0] - place.logsOfA()[0];
        return NoiseModel.of(effect, new Difference(0, noise.getFirst().sigma(), noise.getFirst().degrees()),
                new Difference(0, noise.getLast().sigma(), noise.getLast().degrees()));
    }

    /** Adds the scatter along size of the ratio of both curves to the noise, which is never less than assumed. */
    private void roughen() {
        curves().values().forEach(indexes -> {
            double times = NoiseModel.roughness(indexes.stream().mapToDouble(i -> differences[i].effect()).toArray(),
                    indexes.stream().mapToDouble(i -> differences[i].error()).toArray());
            indexes.forEach(i -> differences[i] = new Difference(differences[i].effect(),
                    times * differences[i].error(), differences[i].degrees()));
        });
    }

    private Difference withProcesses(Difference difference) {
        double error = NoiseModel.OF_A_PROCESS * Math.sqrt(1.0 / group.ofA() + 1.0 / group.ofB());
        return NoiseModel.of(difference.effect(), difference,
                new Difference(0, error, DEGREES_OF_A_PROCESS));
    }

    private Difference[] amongProcesses(Assumed assumed) {
        var wide = new Difference[differences.length];
        Arrays.setAll(wide, i -> {
            var place = Objects.requireNonNull(group.hypotheses().get(i).place());
            var alone = assumed.of(place).stream().map(noise -> NoiseModel.alone(noise, place.a().bytes())).toList();
            return differences[i].atLeastAsUncertainAs(NoiseModel.of(0, alone.getFirst(), alone.getLast()));
        });
        return wide;
    }

    /**
     * Returns the chances. Three processes per side do not rule out modes: on a real host, a third of eighty equal processes were a
     * quarter faster.
     */
    private double[] plain() {
        return IntStream.range(0, reported.length).mapToDouble(i -> chance(i, false)).toArray();
    }

    private double[] guarded() {
        var guarded = new double[differences.length];
        Arrays.fill(guarded, 1);
        curves().values().forEach(indexes -> {
            boolean alone = indexes.size() < IN_A_ROW;
            var each = indexes.stream().mapToDouble(i -> chance(i, alone)).toArray();
            for (int at = 0; at < each.length; at++) {
                guarded[indexes.get(at)] = alone ? each[at] : inARow(indexes, each, at);
            }
        });
        return guarded;
    }

    private double chance(int index, boolean alone) {
        var place = group.hypotheses().get(index).place();
        boolean small = place != null && place.a().bytes() < SMALL.count();
        double allowed = small || alone ? Math.log(MODES) : 0;
        var difference = differences[index];
        if (isOfFewPaths(place) && Math.abs(difference.effect()) < Math.log(PATHS)) {
            return 1;
        }
        return Math.max(reported[index].pValue(), new Difference(Math.max(0, Math.abs(difference.effect()) - allowed),
                difference.error(), difference.degrees()).pValue());
    }

    /** Returns whether the place may use a network with more paths than so few processes show. */
    private boolean isOfFewPaths(@Nullable ComparedPlace place) {
        return place != null && (place.a().nodes() != 1 || place.b().nodes() != 1)
                && Math.min(group.ofA(), group.ofB()) < Comparison.FEWEST_REPETITIONS
                && group.ofA() + group.ofB() - 2 < SHOWN;
    }

    /** Returns the largest chance among three neighbours that differ in the same direction, for the three with the smallest one. */
    private double inARow(List<Integer> indexes, double[] chances, int at) {
        double sign = Math.signum(differences[indexes.get(at)].effect());
        return IntStream.rangeClosed(Math.max(0, at - IN_A_ROW + 1), Math.min(at, chances.length - IN_A_ROW))
                .mapToDouble(from -> IntStream.range(from, from + IN_A_ROW)
                        .mapToDouble(i -> Math.signum(differences[indexes.get(i)].effect()) == sign ? chances[i] : 1)
                        .max().orElseThrow())
                .min().orElse(1);
    }

    private Map<Object, List<Integer>> curves() {
        var curves = new LinkedHashMap<Object, List<Integer>>();
        for (int i = 0; i < differences.length; i++) {
            Hypothesis hypothesis = group.hypotheses().get(i);
            if (hypothesis.place() != null) {
                curves.computeIfAbsent(hypothesis.curve(), added -> new ArrayList<>()).add(i);
            }
        }
        return curves;
    }
}
