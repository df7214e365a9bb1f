package org.gpucomm.analysis.nextrun;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

import org.gpucomm.analysis.evidence.Cell;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.Observation;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.evidence.RunFact;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.evidence.Processes;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * Questions that findings leave open.
 *
 * @param open       questions with their measurements, in the order of the findings
 * @param noisy      questions that no reasonable number of repetitions settles at the noise of the rows
 * @param unmeasured findings that only their original program can measure again
 */
public record Questions(List<Question> open, List<Question> noisy, List<Finding> unmeasured) {

    public Questions {
        open = List.copyOf(open);
        noisy = List.copyOf(noisy);
        unmeasured = List.copyOf(unmeasured);
    }

    /** Smallest effect that matters. */
    private static final double SMALLEST_EFFECT = 0.02;
    /** Effect for findings without a number of their own, as a share of the time. */
    static final double USUAL_EFFECT = 0.03;
    /** Names of quantities that are differences in percent. */
    private static final Set<String> EFFECTS = Set.of("lead", "lead_before", "lead_after", "away", "excess", "worst",
            "effect");

    /**
     * Returns the questions that findings leave open.
     *
     * @param evidence evidence of the findings
     * @param facts    facts from the logs about the runs, such as the commands of other programs
     */
    public static Questions of(Evidence evidence, List<Finding> findings, List<RunFact> facts) {
        var rows = new HashMap<RowRef, Observation>();
        evidence.observations().forEach(each -> rows.put(each.row(), each));
        var model = NoiseModel.of(evidence);
        var open = new ArrayList<Question>();
        var networks = new ArrayList<Question>();
        var causes = new ArrayList<Question>();
        var noisy = new ArrayList<Question>();
        var unmeasured = new ArrayList<Finding>();
        for (var finding : findings) {
            if (!mayBeOpen(finding) && CauseRun.of(finding).isEmpty()) {
                continue;
            }
            var places = Places.of(evidence, finding, rows);
            var arms = places.arms();
            var cause = CauseRun.question(finding, arms, places.sizes());
            if (cause.isPresent()) {
                causes.add(cause.get());
            } else if (UnnamedNetworks.isAskedBy(finding)) {
                UnnamedNetworks.question(finding, evidence, arms, places.sizes()).ifPresentOrElse(networks::add,
                        () -> unmeasured.add(finding));
            } else if (mayBeOpen(finding)) {
                var programs = arms.isEmpty()
                        ? LoggedProgram.of(finding, facts).stream().toList()
                        : List.<LoggedProgram>of();
                if (arms.isEmpty() && programs.isEmpty()) {
                    unmeasured.add(finding);
                } else {
                    question(finding, places, arms, programs, model).ifPresent(
                            question -> (question.repetitions() > RepetitionsNeeded.MOST ? noisy : open).add(question));
                }
            }
        }
        if (!networks.isEmpty() || !causes.isEmpty()) {
            // Repetitions answer nothing before the cause is known, nor a comparison before the network is known.
            return new Questions(networks.isEmpty() ? causes : networks, List.of(), unmeasured);
        }
        if (open.stream().flatMap(question -> question.arms().stream()).anyMatch(arm -> !arm.variables().isEmpty())) {
            // A plan's settings apply to all its steps, but the program ran without them.
            open.stream().filter(question -> question.arms().isEmpty()).map(Question::finding).forEach(unmeasured::add);
            open.removeIf(question -> question.arms().isEmpty());
        }
        return new Questions(open, noisy, unmeasured);
    }

    /** Returns the findings, the open ones with a command. @param command command that answers all of them */
    public List<Finding> withCommand(List<Finding> findings, String command) {
        var asked = open.stream().map(Question::finding).toList();
        return findings.stream().map(each -> asked.contains(each) ? each.withNext(command) : each).toList();
    }

    private static boolean mayBeOpen(Finding finding) {
        return !finding.rows().isEmpty() && finding.isOpen();
    }

    /** Returns the question; empty if the places were measured often enough for an answer. */
    private static Optional<Question> question(Finding finding, Places places, List<Arm> arms,
            List<LoggedProgram> programs, NoiseModel model) {
        var noise = SeenNoise.of(model, places.byKey());
        double effect = effect(finding);
        int judged = Math.max(1, places.sizes().size());
        int needed = RepetitionsNeeded.toDecide(Math.log1p(effect), noise, judged);
        var reach = finding.reach();
        if ((reach == null || arms.isEmpty()) && places.fewestProcesses() >= needed) {
            return Optional.empty();
        }
        var sizes = new TreeSet<>(places.sizes());
        if (reach != null) {
            for (long size = reach.from(); size <= reach.to(); size *= 2) {
                sizes.add(size);
            }
        }
        double detectable = Math.expm1(RepetitionsNeeded.detected(needed, Math.log1p(effect), noise, judged));
        return Optional.of(new Question(finding, arms, programs, sizes, needed, noise.deviation(), detectable, false));
    }

    /** Returns the smallest effect that the finding names, but at least the smallest that matters. */
    private static double effect(Finding finding) {
        double named = finding.numbers().stream()
                .filter(each -> EFFECTS.contains(each.name()) && each.unit().equals("%"))
                .mapToDouble(each -> Math.abs(each.value()) / 100).min().orElse(USUAL_EFFECT);
        return Math.max(SMALLEST_EFFECT, named);
    }

    /** Cells of a finding by key. */
    private record Places(Map<SeriesKey, List<Cell>> byKey) {

        static Places of(Evidence evidence, Finding finding, Map<RowRef, Observation> rows) {
            record KeyAndSize(SeriesKey key, long bytes) {}
            var groups = new LinkedHashMap<KeyAndSize, List<Observation>>();
            for (var row : finding.rows()) {
                var observation = rows.get(row);
                if (observation != null) {
                    var size = observation.measurement().workload().messageSize();
                    groups.computeIfAbsent(new KeyAndSize(evidence.key(observation), size == null ? -1 : size.count()),
                            added -> new ArrayList<>()).add(observation);
                }
            }
            var byKey = new LinkedHashMap<SeriesKey, List<Cell>>();
            groups.forEach((place, group) -> byKey.computeIfAbsent(place.key(), added -> new ArrayList<>())
                    .add(new Cell(place.bytes(), place.key().identity().ranks(), place.key().identity().nodes(), group,
                            0)));
            return new Places(byKey);
        }

        /** Returns the benchmarks; empty if gpucomm lacks one of them. In-place and out-of-place are one benchmark. */
        List<Arm> arms() {
            var arms = new LinkedHashSet<Arm>();
            for (var key : byKey.keySet()) {
                var arm = Arm.of(key);
                if (arm.isEmpty()) {
                    return List.of();
                }
                arms.add(arm.get());
            }
            return List.copyOf(arms);
        }

        List<Cell> cells() {
            return byKey.values().stream().flatMap(Collection::stream).toList();
        }

        TreeSet<Long> sizes() {
            var sizes = new TreeSet<Long>();
            cells().stream().map(Cell::bytes).filter(bytes -> bytes > 0).forEach(sizes::add);
            return sizes;
        }

        int fewestProcesses() {
            return cells().stream().mapToInt(cell -> Processes.logs(cell).length).min().orElse(0);
        }
    }
}
