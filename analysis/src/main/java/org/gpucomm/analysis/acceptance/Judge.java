package org.gpucomm.analysis.acceptance;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.gpucomm.results.Bytes;
import org.gpucomm.results.Operation;
import org.gpucomm.analysis.acceptance.RequirementVerdict.Outcome;
import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.hardware.Profiles;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.rules.Limit;

/**
 * Verdict of runs on requirements. If runs differ in settings, the best of them counts, and is named, since requirements are about the
 * capability of the machines.
 */
public final class Judge {

    /** Ratio to the hardware limit above which a number is wrong, as for findings. */
    private static final double TOO_FAST = 1.05;

    private final Evidence evidence;
    private final Requirements asked;
    private final Profiles profiles;
    private final NoiseModel noise;

    private Judge(Evidence evidence, Requirements asked, Profiles profiles) {
        this.evidence = evidence.withoutTwins();
        this.asked = asked;
        this.profiles = profiles;
        this.noise = NoiseModel.of(this.evidence);
    }

    /** Returns the verdicts in the order of the requirements. @param profiles hardware, whose limits no right number passes */
    public static List<RequirementVerdict> of(Evidence evidence, Requirements asked, Profiles profiles) {
        var judge = new Judge(evidence, asked, profiles);
        return asked.all().stream().map(judge::of).toList();
    }

    private record Candidate(Curve curve, Cell cell) {

        double busbw() {
            return cell.busbw().orElseThrow();
        }
    }

    private RequirementVerdict of(Requirement requirement) {
        var wrong = evidence.observations().stream().filter(each -> isOf(requirement, each) && each.isWrong()).toList();
        if (!wrong.isEmpty()) {
            return new RequirementVerdict(requirement, Outcome.FAIL, wrong.size() == 1
                    ? "One measurement has wrong data."
                    : wrong.size() + " measurements have wrong data.", wrong.stream().map(Observation::row).toList());
        }
        var all = candidates(requirement);
        var best = all.stream().filter(each -> sizeFits(requirement, each.cell().bytes()))
                .max(Comparator.comparingDouble(Candidate::busbw));
        if (best.isEmpty()) {
            return new RequirementVerdict(requirement, Outcome.NOT_SHOWN, missing(requirement, all),
                    List.of());
        }
        return verdict(requirement, best.get());
    }

    private RequirementVerdict verdict(Requirement requirement, Candidate best) {
        var rows = best.cell().rows();
        double reached = best.busbw();
        var where = String.format(Locale.ROOT, "%s at %s with %s, %s", Requirement.gbps(reached),
                new Bytes(best.cell().bytes()), best.curve().subject().stackTitle(), measured(best.cell()));
        boolean checked = best.cell().observations().stream()
                .allMatch(each -> each.measurement().outcome().wrong() != null);
        if (reached < requirement.asked()) {
            return new RequirementVerdict(requirement, Outcome.FAIL,
                    where + ": " + percent(1 - reached / requirement.asked())
                            + " below what is asked" + chance(requirement, best) + ".",
                    rows);
        }
        var most = most(best);
        if (most.isPresent() && reached > TOO_FAST * most.get()) {
            return new RequirementVerdict(requirement, Outcome.NOT_SHOWN, where + ", which is more than the "
                    + Requirement.gbps(most.get())
                    + " that the hardware allows: check the number of GPUs and the unit.", rows);
        }
        if (requirement.verified() && !checked) {
            return new RequirementVerdict(requirement, Outcome.NOT_SHOWN,
                    where + ", but the data was not checked; measure with -c 1.", rows);
        }
        return new RequirementVerdict(requirement, Outcome.PASS,
                where + ": " + percent(reached / requirement.asked() - 1)
                        + " above what is asked" + chance(requirement, best) + ".",
                rows);
    }

    /** Returns the hardware limit in GB/s; empty without a profile, and for all-to-all, whose limit is that of traffic off a node. */
    private Optional<Double> most(Candidate best) {
        var subject = best.curve().subject();
        return profiles.of(subject.instanceType(), subject.gpu())
                .filter(profile -> subject.operation() != Operation.ALLTOALL)
                .flatMap(profile -> Limit.of(subject, best.cell(), profile))
                .map(limit -> limit.inSwitches() == null ? limit.speed() : limit.inSwitches());
    }

    /** Returns a remark if the result is within two standard errors of the requirement, so that another run may give another verdict. */
    private String chance(Requirement requirement, Candidate best) {
        double error = noise.of(best.curve().subject(), best.cell()).sigma()
                / Math.sqrt(Math.max(1, Processes.count(best.cell())));
        return Math.abs(Math.log(best.busbw() / requirement.asked())) < 2 * error
                ? ", which is within the noise of " + percent(error) + ": another run may come out on the other side"
                : "";
    }

    private String missing(Requirement requirement, List<Candidate> all) {
        if (!all.isEmpty()) {
            var largest = all.stream().mapToLong(each -> each.cell().bytes()).max().orElseThrow();
            return "Measured were other sizes, the largest " + new Bytes(largest) + ".";
        }
        var others = evidence.observations().stream().filter(each -> each.operation() == requirement.operation())
                .toList();
        if (others.isEmpty()) {
            return "No " + requirement.operation().title() + " was measured.";
        }
        var foreign = others.stream().filter(each -> !asked.covers(each)).findFirst();
        if (foreign.isPresent() && others.stream().noneMatch(asked::covers)) {
            return "The measurements are of other hardware: " + hardware(foreign.get()) + ".";
        }
        return "It was not measured on " + requirement.nodes() + (requirement.nodes() == 1 ? " node" : " nodes")
                + " with "
                + requirement.ranks() + " GPUs in all.";
    }

    private List<Candidate> candidates(Requirement requirement) {
        var candidates = new ArrayList<Candidate>();
        for (var curve : evidence.alongSize()) {
            for (var cell : curve.cells()) {
                if (curve.subject().operation() == requirement.operation() && cell.busbw().isPresent()
                        && cell.observations().stream().allMatch(each -> placeFits(requirement, each))) {
                    candidates.add(new Candidate(curve, cell));
                }
            }
        }
        return candidates;
    }

    private boolean isOf(Requirement requirement, Observation each) {
        var size = each.measurement().workload().messageSize();
        return each.operation() == requirement.operation() && placeFits(requirement, each) && size != null
                && sizeFits(requirement, size.count());
    }

    private static boolean sizeFits(Requirement requirement, long bytes) {
        return requirement.orLarger() ? bytes >= requirement.bytes() : bytes == requirement.bytes();
    }

    private boolean placeFits(Requirement requirement, Observation each) {
        var platform = each.measurement().platform();
        return platform.ranks() != null && platform.ranks() == requirement.ranks()
                && (platform.nodes() == null ? requirement.nodes() == 1 : platform.nodes() == requirement.nodes())
                && asked.covers(each);
    }

    private static String hardware(Observation each) {
        var platform = each.measurement().platform();
        return platform.instanceType() != null ? platform.instanceType() : String.valueOf(platform.gpu());
    }

    private static String measured(Cell cell) {
        int processes = Math.max(1, Processes.count(cell));
        return processes == 1 ? "measured once" : "the median of " + processes + " processes";
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.1f %%", 100 * share);
    }
}
