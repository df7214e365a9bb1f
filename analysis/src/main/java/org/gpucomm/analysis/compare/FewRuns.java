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
 * Places that so few processes measured that shuffling them decides nothing. What they show of their noise counts; where they show
 * too little, so does what a process may add to all of its times. Small messages may have two modes, of which each process has one:
 * they must differ by more than modes do. Where a side has one or two processes, one measurement may be an outlier: a difference must
 * show at three neighbouring sizes. Single processes differ by more than rounds of one set; so much is no difference, modes apart.
 */
final class FewRuns {

    /** Below it latency makes the time, and latencies have modes. */
    static final Bytes SMALL = new Bytes(Bytes.MIB);
    /** Modes of small messages are up to so many times apart. */
    private static final double MODES = 1.75;
    private static final int IN_A_ROW = 3;
    /**
     * Over a network single processes take one path or another: they must differ by more than this factor at any size. No bundled runs
     * repeat a collective over a network; of 28 runs of osu_latency between pairs of hosts of one cloud (GKE, converged-computing's
     * google-performance-study) 95 % of the pairs of runs differ by less than a factor of 1.31 at each size, and all by less than 1.57, all
     * from 1 MiB up by less than 1.13. A collective waits for the slowest of many paths.
     */
    private static final double PATHS = 1.4;
    /** With so many degrees of freedom the processes themselves show what processes differ by. */
    private static final int SHOWN = 4;
    /** Of what a process adds: it is known, not estimated from few rows. */
    private static final double DEGREES_OF_A_PROCESS = 100;

    private final Group group;
    /** Of the times alone, to which modes are added. */
    private final Difference[] differences;
    /** The same, of single processes at least as uncertain as those are. */
    private final Difference[] reported;
    private final double[] chances;

    /** Noise of one process on each side of a place where no process was repeated. */
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

    /** What the ratio of both curves scatters by along size is noise too, and never less than what is assumed. */
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

    /** Three processes a side do not show modes either: on a real host a third of eighty equal ones were a quarter faster. */
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

    /** Whether it may be of a network whose paths the processes are too few to show. */
    private boolean isOfFewPaths(@Nullable ComparedPlace place) {
        return place != null && (place.a().nodes() != 1 || place.b().nodes() != 1)
                && Math.min(group.ofA(), group.ofB()) < Comparison.FEWEST_REPETITIONS
                && group.ofA() + group.ofB() - 2 < SHOWN;
    }

    /** Returns the largest chance of three neighbours that differ the same way, of those three that have the least. */
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
