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
import org.gpucomm.analysis.statistics.Processes;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.identity.SeriesKey;

/**
 * The questions that findings leave open.
 *
 * @param open       with what to measure, in the order of the findings
 * @param noisy      that no reasonable number of repetitions settles at the noise that the rows show
 * @param unmeasured that gpucomm cannot measure: only the program that they come from can
 */
public record Questions(List<Question> open, List<Question> noisy, List<Finding> unmeasured) {

    public Questions {
        open = List.copyOf(open);
        noisy = List.copyOf(noisy);
        unmeasured = List.copyOf(unmeasured);
    }

    /** Less matters to nobody. */
    private static final double SMALLEST_EFFECT = 0.02;
    /** As a share of the time; where a finding has no number of its own. */
    static final double USUAL_EFFECT = 0.03;
    /** Of quantities that say by how much something differs, in percent. */
    private static final Set<String> EFFECTS = Set.of("lead", "lead_before", "lead_after", "away", "excess", "worst",
            "effect");

    /**
     * Asks what findings leave open.
     *
     * @param evidence that the findings are of
     * @param facts    what the logs say of the runs: their commands, where only these measure the same again
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
            // Repetitions answer nothing before the cause is known, and nothing is compared before the network is.
            return new Questions(networks.isEmpty() ? causes : networks, List.of(), unmeasured);
        }
        if (open.stream().flatMap(question -> question.arms().stream()).anyMatch(arm -> !arm.variables().isEmpty())) {
            // A plan's settings are of all its steps, and the program ran without them.
            open.stream().filter(question -> question.arms().isEmpty()).map(Question::finding).forEach(unmeasured::add);
            open.removeIf(question -> question.arms().isEmpty());
        }
        return new Questions(open, noisy, unmeasured);
    }

    /** Returns the findings, those that are open with the command that answers them. @param command answers all of them */
    public List<Finding> withCommand(List<Finding> findings, String command) {
        var asked = open.stream().map(Question::finding).toList();
        return findings.stream().map(each -> asked.contains(each) ? each.withNext(command) : each).toList();
    }

    private static boolean mayBeOpen(Finding finding) {
        return !finding.rows().isEmpty() && finding.isOpen();
    }

    /** Empty where the places were measured as often as an answer takes: then this is the answer. */
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

    /** Returns the smallest that the finding names, but no less than what matters to anybody. */
    private static double effect(Finding finding) {
        double named = finding.numbers().stream()
                .filter(each -> EFFECTS.contains(each.name()) && each.unit().equals("%"))
                .mapToDouble(each -> Math.abs(each.value()) / 100).min().orElse(USUAL_EFFECT);
        return Math.max(SMALLEST_EFFECT, named);
    }

    /** Keys of the rows of a finding. */
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

        /** In-place and out-of-place are of one run. Empty if gpucomm cannot measure one of them. */
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
