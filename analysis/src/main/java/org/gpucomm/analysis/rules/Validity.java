package org.gpucomm.analysis.rules;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.gpucomm.results.Operation;
import org.gpucomm.results.Placement;
import org.gpucomm.results.format.Flag;
import org.gpucomm.analysis.evidence.Curve;
import org.gpucomm.analysis.evidence.Curve.Along;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.EvidenceFlag;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.rules.Finding.Confidence;
import org.gpucomm.analysis.rules.Finding.Quantity;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * Reasons not to use the numbers: wrong data, runs that broke off, the wrong network, operations that do not exist, collectives of one
 * rank.
 */
final class Validity implements Rule {

    private static final String ID = "validity";
    private static final Set<Flag> WARNINGS = EnumSet.of(Flag.INCOMPLETE, Flag.BELOW_MINIMUM, Flag.HEADER_INFERRED,
            Flag.NUMBERS_REMOVED);

    @Override
    public List<Finding> examine(Evidence evidence) {
        var findings = new ArrayList<Finding>();
        flags(evidence, findings);
        wrongData(evidence, findings);
        alltoallInPlace(evidence, findings);
        aloneRanks(evidence, findings);
        return findings;
    }

    private void flags(Evidence evidence, List<Finding> findings) {
        var sources = new LinkedHashMap<Flag, Set<String>>();
        var details = new LinkedHashMap<Flag, String>();
        var runs = new LinkedHashMap<Flag, Set<String>>();
        var wrong = evidence.observations().stream().filter(Observation::isWrong).map(each -> each.row().run())
                .collect(Collectors.toSet());
        for (var flag : evidence.flags()) {
            // The tool's own count of wrong elements adds nothing if the affected rows are named.
            boolean said = flag.flag() == Flag.OUT_OF_BOUNDS && wrong.contains(flag.run());
            if (flag.flag() != Flag.WRONG_DATA && !said && !isOfRemovedNumbers(flag, evidence)) {
                sources.computeIfAbsent(flag.flag(), added -> new LinkedHashSet<>()).add(flag.source());
                runs.computeIfAbsent(flag.flag(), added -> new LinkedHashSet<>()).add(flag.run());
                details.putIfAbsent(flag.flag(), flag.detail());
            }
        }
        boolean isOfOneFile = Stream.concat(evidence.flags().stream().map(EvidenceFlag::source),
                evidence.observations().stream().map(each -> each.row().source())).distinct().count() == 1;
        for (Map.Entry<Flag, Set<String>> each : sources.entrySet()) {
            var flag = each.getKey();
            var rows = evidence.observations().stream().map(Observation::row)
                    .filter(row -> runs.getOrDefault(flag, Set.of()).contains(row.run())).toList();
            var names = each.getValue().stream().limit(3).toList();
            var where = isOfOneFile
                    ? ""
                    : ", in " + Phrases.list(names)
                            + (each.getValue().size() > 3 ? " and " + (each.getValue().size() - 3) + " more" : "");
            var sentence = meaning(flag) + where + ": " + details.get(flag) + ".";
            boolean isWarning = WARNINGS.contains(flag);
            findings.add(Finding.of(ID, isWarning ? Severity.WARNING : Severity.WRONG, Confidence.CERTAIN, sentence,
                    List.of(new Quantity("runs", each.getValue().size(), "")), rows)
                    .withConsequence(isWarning ? Consequence.CAVEAT : Consequence.WRONG));
        }
    }

    /** Returns whether a log only seems incomplete because its numbers were removed. */
    private static boolean isOfRemovedNumbers(EvidenceFlag flag, Evidence evidence) {
        return flag.flag() == Flag.INCOMPLETE && evidence.flags().stream()
                .anyMatch(each -> each.flag() == Flag.NUMBERS_REMOVED && each.run().equals(flag.run()));
    }

    private static String meaning(Flag flag) {
        return switch (flag) {
            case INCOMPLETE -> "The run broke off or its log was cut";
            case ABORTED -> "The program reported a failure";
            case WRONG_DATA -> "Results were wrong";
            case OUT_OF_BOUNDS -> "The tool's own check failed";
            case BELOW_MINIMUM -> "The bandwidth is below the minimum that the run was given";
            case SOCKET_FALLBACK -> "The network was TCP sockets, so these numbers say nothing of the fast network";
            case NOT_CONNECTED -> "The programs did not know one another (built without MPI?)";
            case MIXED_OUTPUT -> "Several programs wrote into one output at once, so that rows may be missing";
            case HEADER_INFERRED -> "The table has no header";
            case NUMBERS_REMOVED -> "Something like XXX stands in place of numbers";
        };
    }

    private void wrongData(Evidence evidence, List<Finding> findings) {
        var wrong = evidence.observations().stream().filter(Observation::isWrong).toList();
        if (wrong.isEmpty()) {
            return;
        }
        var places = wrong.stream().map(each -> each.row().toString()).distinct().toList();
        var sentence = (wrong.size() == 1 ? "One measurement has" : wrong.size() + " measurements have")
                + " wrong data (" + Phrases.list(places.stream().limit(3).toList()) + (places.size() > 3 ? " …" : "")
                + "): their times are left out of everything else said here.";
        findings.add(Finding.of(ID, Severity.WRONG, Confidence.CERTAIN, sentence,
                List.of(new Quantity("measurements", wrong.size(), "")),
                wrong.stream().map(Observation::row).toList()));
    }

    /** Reports in-place all-to-all, which nccl-tests (alltoall.cu) does not support and does not check. */
    private void alltoallInPlace(Evidence evidence, List<Finding> findings) {
        var rows = evidence.observations().stream().filter(each -> each.operation() == Operation.ALLTOALL)
                .filter(each -> each.measurement().workload().placement() == Placement.IN_PLACE)
                .filter(each -> "nccl".equals(each.measurement().stack().library())).map(Observation::row).toList();
        if (!rows.isEmpty()) {
            findings.add(Finding.of(ID, Severity.WARNING, Confidence.CERTAIN,
                    rows.size()
                            + (rows.size() == 1 ? " measurement of All-to-All is" : " measurements of All-to-All are")
                            + " in-place, which nccl-tests does not support: it runs, does not "
                            + "check, and the numbers are no valid result.",
                    List.of(new Quantity("rows", rows.size(), "")), rows).withConsequence(Consequence.CAVEAT));
        }
    }

    /** Reports collectives of one rank, which time a copy within its memory, or nothing. */
    private void aloneRanks(Evidence evidence, List<Finding> findings) {
        var alone = evidence.alongSize().stream().filter(Validity::isAlone).toList();
        if (!alone.isEmpty()) {
            var titles = alone.stream().map(curve -> curve.subject().twin().orElse(curve.subject()).title()).distinct()
                    .limit(4).toList();
            findings.add(Finding.of(ID, Severity.WARNING, Confidence.CERTAIN,
                    Phrases.list(titles)
                            + " ran on 1 GPU: nothing is communicated, so the times are those of a copy within its memory.",
                    List.of(new Quantity("curves", alone.size(), "")),
                    alone.stream().flatMap(curve -> curve.rows().stream()).toList())
                    .withConsequence(Consequence.WRONG));
        }
    }

    /** Returns whether the curve is a collective of one rank. */
    static boolean isAlone(Curve curve) {
        return curve.along() == Along.SIZE && (curve.fixed() == 1 || curve.fixed() == 0 && isWithoutBus(curve))
                && curve.subject().operation().busFactor(2).isPresent();
    }

    /** Returns whether bus bandwidths are printed as zero, as that of one rank, next to the bandwidth of a copy. */
    private static boolean isWithoutBus(Curve curve) {
        return curve.cells().stream().allMatch(
                cell -> cell.busbw().isPresent() && cell.busbw().getAsDouble() == 0 && cell.algbw().orElse(0) > 1);
    }
}
