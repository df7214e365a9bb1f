package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

import org.gpucomm.results.Operation;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.hardware.Profile;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Check that an application computes fast enough for its communication to be worth judging. A Jacobi iteration reads and writes every
 * cell once, 2 × 4 bytes of float: memory bandwidth = 8 · cells · iterations / (ranks · time).
 */
final class Roofline implements Rule {

    private static final String ID = "roofline";
    private static final Pattern MESH = Pattern.compile("(\\d{1,9})x(\\d{1,9})");
    private static final int BYTES_OF_A_CELL = 8;
    /** A stencil that is bound by memory reaches well above half of HBM; below this share something else bounds it. */
    private static final double LEAST_SHARE = 0.25;

    private final Profiles profiles;

    Roofline(Profiles profiles) {
        this.profiles = profiles;
    }

    @Override
    public List<Finding> examine(Evidence evidence) {
        var slow = new ArrayList<Speed>();
        for (var each : evidence.observations()) {
            if (each.operation() == Operation.JACOBI && !each.isWrong()) {
                speed(each).filter(speed -> speed.best() < LEAST_SHARE * speed.profile().hbm()).ifPresent(slow::add);
            }
        }
        return slow.isEmpty() ? List.of() : List.of(finding(slow));
    }

    /**
     * @param together    memory bandwidth of a GPU in the run, GB/s
     * @param alone       in the single-GPU run that is the baseline, GB/s; 0 where there is none
     * @param iterationMs of the baseline, else of the run, ms
     */
    private record Speed(Observation observation, Profile profile, double together, double alone,
            double iterationMs) {

        double best() {
            return Math.max(together, alone);
        }
    }

    private Optional<Speed> speed(Observation each) {
        var measurement = each.measurement();
        var problem = measurement.workload().problem();
        var iterations = measurement.workload().iterations();
        var ranks = measurement.platform().ranks();
        var time = measurement.outcome().time();
        var instance = measurement.platform().instanceType();
        var gpu = measurement.platform().gpu();
        var profile = profiles.of(instance == null ? "" : instance, gpu == null ? "" : gpu);
        if (problem == null || iterations == null || ranks == null || time == null || profile.isEmpty()
                || time.doubleValue() <= 0) {
            return Optional.empty();
        }
        var mesh = MESH.matcher(problem);
        if (!mesh.matches()) {
            return Optional.empty();
        }
        double bytes = (double) BYTES_OF_A_CELL * Long.parseLong(mesh.group(1)) * Long.parseLong(mesh.group(2))
                * iterations;
        var baseline = measurement.outcome().baseline();
        double alone = baseline == null || baseline.doubleValue() <= 0 ? 0 : bytes / (baseline.doubleValue() * 1e3);
        double micros = alone > 0 && baseline != null ? baseline.doubleValue() : time.doubleValue();
        return Optional.of(new Speed(each, profile.get(), bytes / (ranks * time.doubleValue() * 1e3), alone,
                micros / iterations / 1e3));
    }

    private Finding finding(List<Speed> slow) {
        double least = slow.stream().mapToDouble(Speed::best).min().orElseThrow();
        double most = slow.stream().mapToDouble(Speed::best).max().orElseThrow();
        var one = slow.getFirst();
        double hbm = one.profile().hbm();
        double floor = one.iterationMs() * (one.alone() > 0 ? one.alone() : one.together()) / hbm;
        var efficiencies = slow.stream().map(speed -> speed.observation().measurement().outcome().efficiency())
                .filter(java.util.Objects::nonNull).mapToDouble(efficiency -> efficiency.doubleValue()).toArray();
        var sentence = "Jacobi's compute moves " + Say.range(least, most) + " GB/s of memory a GPU, "
                + Say.percent(most / hbm) + " of the " + Say.number(hbm) + " GB/s of " + one.profile().title()
                + "'s HBM: a single-GPU iteration takes " + Say.number(one.iterationMs())
                + " ms where memory allows " + Say.number(floor)
                + " ms. Something other than memory bounds the kernel (an "
                + "atomic addition by every cell, as in builds without HAVE_CUB, does this). Communication hides behind "
                + "compute that slow, so the parallel efficiencies"
                + (efficiencies.length == 0
                        ? ""
                        : " of up to " + Say.number(java.util.Arrays.stream(efficiencies).max().orElseThrow()) + " %")
                + " say nothing of a kernel at full speed.";
        return Finding
                .of(ID, Severity.WARNING, Confidence.CERTAIN, sentence,
                        List.of(new Quantity("least", least, "GB/s"), new Quantity("most", most, "GB/s"),
                                new Quantity("hbm", hbm, "GB/s"), new Quantity("share", 100 * most / hbm, "%"),
                                new Quantity("iteration", one.iterationMs(), "ms"),
                                new Quantity("floor", floor, "ms")),
                        slow.stream().map(speed -> speed.observation().row()).toList())
                .withNext(
                        "compile the kernel with -DHAVE_CUB (NVIDIA's Makefiles do unless DISABLE_CUB is set; other builds must say "
                                + "it) and run single_gpu again: an iteration should take near "
                                + Say.number(3 * floor) + " ms");
    }
}
