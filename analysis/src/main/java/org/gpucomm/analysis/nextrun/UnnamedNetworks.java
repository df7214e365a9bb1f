package org.gpucomm.analysis.nextrun;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.gpucomm.results.Bench;
import org.gpucomm.analysis.evidence.Evidence;
import org.gpucomm.analysis.evidence.RowRef;
import org.gpucomm.analysis.statistics.NoiseModel;
import org.gpucomm.analysis.rules.FasterRun;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Cause.Kind;

/**
 * Measurements that show which of two runs used TCP sockets, if neither log names its network: the unchanged run and one over sockets, in
 * alternation. A run as slow as the latter used sockets too. NCCL also prints its network.
 */
final class UnnamedNetworks {

    private static final double EFFECT = Math.log(FasterRun.FACTOR);
    private static final int MOST_SIZES = 3;

    private UnnamedNetworks() {}

    static boolean isAskedBy(Finding finding) {
        return finding.cause() != null && finding.cause().kind() == Kind.UNNAMED_NETWORK;
    }

    /** Returns each benchmark unchanged and over sockets; empty if a plan cannot choose the network. */
    static List<Arm> arms(Collection<Arm> of) {
        var arms = new ArrayList<Arm>();
        for (var arm : of) {
            if (arm.work().family() != Bench.NCCL || arm.work().nodes() < 2
                    || arm.variables().containsKey("NCCL_NET")) {
                return List.of();
            }
            arms.add(arm.and(Map.of("NCCL_DEBUG", "INFO")));
            arms.add(arm.and(Map.of("NCCL_DEBUG", "INFO", "NCCL_NET", "Socket")));
        }
        return arms;
    }

    /** Returns the question of a finding; empty if no plan answers it. @param of benchmarks of the finding's runs */
    static Optional<Question> question(Finding finding, Evidence evidence, Collection<Arm> of, Collection<Long> sizes) {
        var arms = arms(of);
        return arms.isEmpty() || sizes.isEmpty()
                ? Optional.empty()
                : Optional.of(question(finding, arms, new TreeSet<>(sizes), noise(evidence, finding, sizes)));
    }

    private static Question question(Finding finding, List<Arm> arms, TreeSet<Long> all, SeenNoise noise) {
        var sizes = all.descendingSet().stream().limit(MOST_SIZES).collect(Collectors.toCollection(TreeSet::new));
        int needed = RepetitionsNeeded.toDecide(EFFECT, noise, sizes.size());
        return new Question(finding, arms, List.of(), sizes, needed, noise.deviation(),
                Math.expm1(RepetitionsNeeded.detected(needed, EFFECT, noise, sizes.size())), false);
    }

    /** Returns the noise within each run. The difference between the runs is the question. */
    private static SeenNoise noise(Evidence evidence, Finding finding, Collection<Long> sizes) {
        return finding.rows().stream().map(RowRef::run).distinct().map(run -> noise(evidence, run, sizes))
                .flatMap(Optional::stream).reduce(SeenNoise::with).orElseThrow();
    }

    private static Optional<SeenNoise> noise(Evidence evidence, String run, Collection<Long> sizes) {
        var alone = Evidence.of(evidence.observations().stream().filter(each -> each.row().run().equals(run)).toList())
                .withoutTwins();
        var places = new TreeMap<String, SeenNoise>();
        var model = NoiseModel.of(alone);
        for (var curve : alone.alongSize()) {
            var cells = curve.cells().stream().filter(cell -> sizes.contains(cell.bytes())).toList();
            if (!cells.isEmpty()) {
                places.put(curve.subject().toString(), SeenNoise.of(model, Map.of(curve.subject(), cells)));
            }
        }
        return places.values().stream().reduce(SeenNoise::with);
    }

    static String sentence(Question question) {
        return String.format(Locale.ROOT,
                "Next run: neither log names its network; %d repetitions in turns, as it comes and over "
                        + "TCP sockets (NCCL_NET=Socket), show which side went over sockets, and NCCL prints what it uses "
                        + "(NCCL_DEBUG=INFO).",
                question.repetitions());
    }
}
