package org.gpucomm.analysis.nextrun;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

import org.gpucomm.results.Bench;
import org.gpucomm.analysis.rules.Finding;
import org.gpucomm.analysis.rules.Finding.Severity;

/**
 * A run that separates causes, where something takes much longer than it should: NCCL prints what it uses, and a protocol that is forced
 * shows whether the choice of it is the cause. No number of repetitions of the same run shows that.
 */
final class CauseRun {

    /** Beyond, chance is no question. */
    private static final double FACTOR = 1.5;
    /** One run may be late. */
    private static final int REPETITIONS = 2;
    private static final int MOST_SIZES = 3;
    private static final Set<String> OF_SIZES = Set.of("guideline", "shape");
    private static final Set<String> OF_THE_NETWORK = Set.of("line-rate", "ceiling", "peers");

    private CauseRun() {}

    static boolean isAskedBy(Finding finding) {
        return factor(finding) >= FACTOR;
    }

    /** Returns how many times as long it takes; NaN where the finding has no such number. */
    static double factor(Finding finding) {
        boolean isBelow = OF_THE_NETWORK.contains(finding.rule()) && finding.severity() == Severity.WARNING;
        return switch (finding.rule()) {
            case "guideline" -> number(finding, "worst");
            case "shape" -> 100 / number(finding, "least_left");
            default -> isBelow ? 100 / number(finding, "share") : Double.NaN;
        };
    }

    private static double number(Finding finding, String name) {
        return finding.numbers().stream().filter(each -> each.name().startsWith(name))
                .mapToDouble(Finding.Quantity::value).min().orElse(Double.NaN);
    }

    /** Returns the question of a finding; empty if it needs no cause, or no plan separates causes. @param of what it measured */
    static Optional<Question> question(Finding finding, Collection<Arm> of, Collection<Long> sizes) {
        if (!isAskedBy(finding)) {
            return Optional.empty();
        }
        var arms = new ArrayList<Arm>();
        for (var arm : of) {
            if (arm.work().family() != Bench.NCCL) {
                return Optional.empty();
            }
            arms.add(arm.and(prints(finding)));
            if (OF_SIZES.contains(finding.rule()) && !arm.variables().containsKey("NCCL_PROTO")) {
                arms.add(arm.and(with(prints(finding), "NCCL_PROTO", "Simple")));
            }
        }
        var largest = new TreeSet<>(sizes).descendingSet().stream().limit(MOST_SIZES)
                .collect(Collectors.toCollection(TreeSet::new));
        return arms.isEmpty() || largest.isEmpty()
                ? Optional.empty()
                : Optional
                        .of(new Question(finding, arms, List.of(), largest, REPETITIONS, 0, factor(finding) - 1, true));
    }

    private static Map<String, String> prints(Finding finding) {
        return OF_SIZES.contains(finding.rule())
                ? Map.of("NCCL_DEBUG", "INFO", "NCCL_DEBUG_SUBSYS", "INIT,TUNING")
                : Map.of("NCCL_DEBUG", "INFO", "NCCL_DEBUG_SUBSYS", "INIT,NET,GRAPH");
    }

    private static Map<String, String> with(Map<String, String> variables, String name, String value) {
        var all = new HashMap<>(variables);
        all.put(name, value);
        return all;
    }

    /** Returns the words of a plan's head. */
    static String words(Question question) {
        boolean isOfProtocol = question.arms().stream()
                .anyMatch(arm -> "Simple".equals(arm.variables().get("NCCL_PROTO")));
        return "A factor of %.1f has a cause: NCCL prints what it uses (NCCL_DEBUG=INFO)%s; %d repetitions, in turns."
                .formatted(1 + question.effect(),
                        isOfProtocol ? ", and NCCL_PROTO=Simple shows whether its choice of protocol is it" : "",
                        question.repetitions());
    }
}
